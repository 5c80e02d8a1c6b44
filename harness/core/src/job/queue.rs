//! A queue of numbered tasks on several threads. Results are delivered in the order of the numbers.
//!
//! Every worker takes a batch of tasks, runs it and stores its results. The worker that completes the next batch in order
//! delivers it while the others continue, so no thread only writes. Workers pause when too many results wait for a slow
//! task. The memory in use is therefore bounded.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use rayon::ThreadPool;

/// Maximum size of the results that wait for an earlier task, in bytes.
const MAX_WAITING_BYTES: usize = 4 << 20;
/// The target run time of a batch.
const BATCH_TIME: Duration = Duration::from_millis(4);
/// Default maximum number of tasks in a batch.
pub const MAX_BATCH: u64 = 256;

/// A set of numbered tasks. The result of a task depends on its number only, not on the worker or the order.
pub trait Job: Sync {
    /// The buffer for the results of a batch.
    type Buffer: BatchBuffer;

    /// Returns a new worker.
    fn task_runner(&self) -> TaskRunner<'_, Self::Buffer>;

    /// Returns the maximum number of tasks in a batch.
    fn max_batch(&self) -> u64 {
        MAX_BATCH
    }
}

/// A worker. It runs the task with a given number and appends the result to the buffer. `Break` ends the job after this
/// task; results of later tasks are discarded. State that it keeps between tasks may affect the speed only.
pub type TaskRunner<'j, B> = Box<dyn FnMut(u64, &mut B) -> ControlFlow<()> + 'j>;

/// A reusable buffer for the results of consecutive tasks.
pub trait BatchBuffer: Default + Send {
    /// Returns the approximate size in bytes.
    fn bytes(&self) -> usize;

    /// Removes the results and keeps the capacity.
    fn clear(&mut self);
}

impl<T: Send> BatchBuffer for Vec<T> {
    fn bytes(&self) -> usize {
        self.len() * size_of::<T>()
    }

    fn clear(&mut self) {
        self.clear();
    }
}

/// A batch of consecutive tasks with their results.
#[derive(Default)]
pub struct TaskBatch<Y> {
    /// Number of the first task.
    pub first: u64,
    /// Number of tasks.
    pub tasks: u64,
    /// The results.
    pub out: Y,
    /// True if the job ends with the last of these tasks.
    pub last: bool,
}

/// Runs the tasks `numbers` of `job` on the threads of `pool`, or on the current thread, and passes batches of results
/// to `take` in the order of their numbers. Ends early if a task or `take` breaks.
///
/// # Errors
///
/// Returns the first error of `take`.
pub fn run_in_order<Y: BatchBuffer, E: Send>(
    job: &dyn Job<Buffer = Y>,
    numbers: Range<u64>,
    pool: Option<&ThreadPool>,
    take: Take<'_, Y, E>,
) -> Result<(), E> {
    let queue = Queue {
        state: Mutex::new(State {
            ready: BTreeMap::new(),
            spare: Vec::new(),
            waiting: 0,
            next_taken: numbers.start,
            next_delivered: numbers.start,
            end: numbers.end,
            is_delivering: false,
            error: None,
        }),
        changed: Condvar::new(),
        take: Mutex::new(take),
    };
    match pool {
        Some(pool) => drop(pool.broadcast(|_| work(job, &queue))),
        None => work(job, &queue),
    }
    let state = queue.state.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    state.error.map_or(Ok(()), Err)
}

/// Receives results in order. It is a trait object so that the queue is compiled once and not for every closure.
type Take<'t, Y, E> = &'t mut (dyn FnMut(&mut TaskBatch<Y>) -> Result<ControlFlow<()>, E> + Send);

/// Like [`run_in_order`] for tasks that are a function of their number. `take` receives the results of consecutive
/// tasks.
///
/// # Errors
///
/// Returns the first error of `take`.
pub fn for_each_task<T: Send, E: Send>(
    task: impl Fn(u64) -> T + Sync,
    numbers: Range<u64>,
    pool: Option<&ThreadPool>,
    mut take: impl FnMut(&mut Vec<T>) -> Result<ControlFlow<()>, E> + Send,
) -> Result<(), E> {
    run_in_order(&FunctionJob(task), numbers, pool, &mut |batch| take(&mut batch.out))
}

/// A function as a job.
struct FunctionJob<F>(F);

impl<T: Send, F: Fn(u64) -> T + Sync> Job for FunctionJob<F> {
    type Buffer = Vec<T>;

    fn task_runner(&self) -> TaskRunner<'_, Vec<T>> {
        Box::new(|number, out| {
            out.push((self.0)(number));
            ControlFlow::Continue(())
        })
    }
}

/// The state that workers share.
struct Queue<'t, Y, E> {
    state: Mutex<State<Y, E>>,
    changed: Condvar,
    take: Mutex<Take<'t, Y, E>>,
}

struct State<Y, E> {
    /// Finished batches that were not delivered yet, by their first task.
    ready: BTreeMap<u64, TaskBatch<Y>>,
    /// Buffers of delivered batches, for reuse.
    spare: Vec<Y>,
    /// Bytes in `ready`.
    waiting: usize,
    next_taken: u64,
    next_delivered: u64,
    /// The first task that must not be run.
    end: u64,
    /// True if a worker is delivering a batch.
    is_delivering: bool,
    error: Option<E>,
}

impl<Y: BatchBuffer, E> Queue<'_, Y, E> {
    fn lock(&self) -> MutexGuard<'_, State<Y, E>> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Takes the next tasks, at most `size`.
    fn next(&self, size: u64) -> Option<TaskBatch<Y>> {
        let mut state = self.lock();
        let first = state.next_taken;
        let tasks = size.min(state.end.saturating_sub(first));
        if tasks == 0 {
            return None;
        }
        state.next_taken += tasks;
        let mut out = state.spare.pop().unwrap_or_default();
        drop(state);
        out.clear();
        Some(TaskBatch { first, tasks, out, last: false })
    }

    /// Stores a finished batch, delivers all batches that are next in order, and waits while too many results are
    /// pending.
    fn complete(&self, batch: TaskBatch<Y>) {
        let mut state = self.lock();
        if batch.last {
            state.end = state.end.min(batch.first + batch.tasks);
        }
        state.waiting += batch.out.bytes();
        state.ready.insert(batch.first, batch);
        loop {
            let next = state.next_delivered;
            if !state.is_delivering
                && next < state.end
                && let Some(mut batch) = state.ready.remove(&next)
            {
                state.is_delivering = true;
                state.waiting -= batch.out.bytes();
                drop(state);
                let taken = (self.take.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))(&mut batch);
                state = self.lock();
                state.is_delivering = false;
                state.next_delivered += batch.tasks;
                state.spare.push(batch.out);
                match taken {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => state.end = 0,
                    Err(error) => {
                        state.error = Some(error);
                        state.end = 0;
                    }
                }
                self.changed.notify_all();
            } else if state.waiting > MAX_WAITING_BYTES && state.next_delivered < state.end {
                state = self.changed.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner());
            } else {
                return;
            }
        }
    }
}

/// Wakes the other workers if this one panics, so that none waits for its batch.
struct PanicGuard<'q, 't, Y: BatchBuffer, E>(&'q Queue<'t, Y, E>);

impl<Y: BatchBuffer, E> Drop for PanicGuard<'_, '_, Y, E> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.lock().end = 0;
            self.0.changed.notify_all();
        }
    }
}

fn work<Y: BatchBuffer, E>(job: &dyn Job<Buffer = Y>, queue: &Queue<'_, Y, E>) {
    let _guard = PanicGuard(queue);
    let mut task_runner = job.task_runner();
    let mut size = 1;
    while let Some(mut batch) = queue.next(size) {
        let start = Instant::now();
        for done in 0..batch.tasks {
            if task_runner(batch.first + done, &mut batch.out).is_break() {
                batch.tasks = done + 1;
                batch.last = true;
                break;
            }
        }
        let took = start.elapsed();
        if took < BATCH_TIME / 2 {
            size = (size * 2).min(job.max_batch());
        } else if took > BATCH_TIME * 2 {
            size = (size / 2).max(1);
        }
        queue.complete(batch);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use rayon::ThreadPoolBuilder;

    use super::*;

    fn pool(threads: usize) -> ThreadPool {
        ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
    }

    /// A job with tasks of different durations.
    fn slow_square(number: u64) -> u64 {
        if number.is_multiple_of(37) {
            std::thread::sleep(Duration::from_millis(3));
        }
        number * number
    }

    #[test]
    fn queue_delivers_in_order_for_any_thread_count() {
        let expected: Vec<u64> = (5..2_000).map(|number| number * number).collect();
        for threads in [0, 1, 2, 7] {
            let pool = (threads > 0).then(|| pool(threads));
            let mut found = Vec::new();
            let take = |batch: &mut Vec<u64>| {
                found.append(batch);
                Ok::<_, ()>(ControlFlow::Continue(()))
            };
            for_each_task(slow_square, 5..2_000, pool.as_ref(), take).unwrap();
            assert!(found == expected, "{threads} threads");
        }
    }

    #[test]
    fn queue_ends_on_break_and_first_error() {
        for threads in [1, 4] {
            let pool = pool(threads);
            let mut found = Vec::new();
            let take = |batch: &mut Vec<u64>| {
                found.append(batch);
                Ok::<_, ()>(if found.len() > 300 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            };
            for_each_task(slow_square, 0..u64::MAX, Some(&pool), take).unwrap();
            assert!(found.iter().enumerate().all(|(i, square)| *square == (i * i) as u64));
            let mut batches = 0;
            let take = |_: &mut Vec<u64>| {
                batches += 1;
                if batches == 3 { Err("full") } else { Ok(ControlFlow::Continue(())) }
            };
            assert_eq!(for_each_task(slow_square, 0..u64::MAX, Some(&pool), take), Err("full"));
        }
    }

    /// A job that ends at the first multiple of 100 from this number on.
    struct Until(u64);

    impl Job for Until {
        type Buffer = Vec<u64>;

        fn task_runner(&self) -> TaskRunner<'_, Vec<u64>> {
            Box::new(|number, out| {
                out.push(number);
                if number >= self.0 && number.is_multiple_of(100) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })
        }
    }

    #[test]
    fn queue_ends_at_first_breaking_task() {
        for threads in [1, 2, 5] {
            let mut found = Vec::new();
            let mut ended = false;
            let mut take = |batch: &mut TaskBatch<Vec<u64>>| {
                assert_eq!((batch.first, batch.tasks), (found.len() as u64, batch.out.len() as u64));
                found.append(&mut batch.out);
                ended = batch.last;
                Ok::<_, ()>(ControlFlow::Continue(()))
            };
            run_in_order(&Until(4_321), 0..1_000_000, Some(&pool(threads)), &mut take).unwrap();
            assert!(ended && found == (0..=4_400).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn queue_slow_task_bounds_memory() {
        let done = AtomicU64::new(0);
        let task = |number: u64| {
            if number == 0 {
                std::thread::sleep(Duration::from_millis(300));
                // The results computed meanwhile are about as large as the limit.
                return vec![done.load(Relaxed); 1];
            }
            done.fetch_add(1, Relaxed);
            vec![number; 1]
        };
        #[derive(Default)]
        struct Large(Vec<Vec<u64>>);
        impl BatchBuffer for Large {
            fn bytes(&self) -> usize {
                self.0.len() << 16
            }
            fn clear(&mut self) {
                self.0.clear();
            }
        }
        struct Tasks<F>(F);
        impl<F: Fn(u64) -> Vec<u64> + Sync> Job for Tasks<F> {
            type Buffer = Large;
            fn task_runner(&self) -> TaskRunner<'_, Large> {
                Box::new(|number, out| {
                    out.0.push((self.0)(number));
                    ControlFlow::Continue(())
                })
            }
        }
        let mut first = None;
        let mut take = |batch: &mut TaskBatch<Large>| {
            first.get_or_insert(batch.out.0[0][0]);
            Ok::<_, ()>(ControlFlow::Continue(()))
        };
        run_in_order(&Tasks(task), 0..1 << 20, Some(&pool(3)), &mut take).unwrap();
        let most = 2 * MAX_BATCH + (MAX_WAITING_BYTES >> 16) as u64;
        assert!(first.is_some_and(|done| done > 0 && done <= most), "{first:?} of {most}");
    }

    #[test]
    #[should_panic(expected = "task 70")]
    fn queue_panics_if_a_task_panics() {
        let task = |number: u64| assert!(number != 70, "task {number}");
        let _ = for_each_task(task, 0..u64::MAX, Some(&pool(2)), |_| Ok::<_, ()>(ControlFlow::Continue(())));
    }
}
