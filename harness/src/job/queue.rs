//! Numbered tasks on many threads, what they came to handed on in order.
//!
//! Every worker takes the next few tasks, does them, and leaves what came of them with the others. Whoever finds the next in
//! order hands them on while the rest keep working, so there is no thread that only writes. When too much waits for a slow
//! task before it, workers wait too: memory does not grow with the number of tasks.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use rayon::ThreadPool;

/// The most bytes that may wait for a task before them.
const MOST_WAITING: usize = 4 << 20;
/// Workers take as many tasks at once as fill about this time.
const LOT_TIME: Duration = Duration::from_millis(4);
/// The most tasks taken at once.
const MOST_TAKEN: u64 = 256;

/// Numbered tasks. What comes of one follows from its number alone, whoever does it, when, and after which others.
pub trait Job: Sync {
    /// What a worker keeps from task to task. It may make the next one faster, and nothing else.
    type Desk;
    /// What consecutive tasks came to. Its room is used again once it was handed on.
    type Yield: Default + Send;

    /// The desk of a new worker.
    fn desk(&self) -> Self::Desk;

    /// Does task `number` and adds what comes of it to `out`. On `Break` the job ends with this task: those after it count for
    /// nothing.
    fn perform(&self, number: u64, desk: &mut Self::Desk, out: &mut Self::Yield) -> ControlFlow<()>;

    /// About how many bytes `out` keeps.
    fn bytes(out: &Self::Yield) -> usize;

    /// Empties `out`, and keeps its room.
    fn clear(out: &mut Self::Yield);
}

/// What consecutive tasks came to.
#[derive(Default)]
pub struct Lot<T> {
    /// Number of the first task.
    pub first: u64,
    /// How many.
    pub tasks: u64,
    /// What came of them.
    pub out: T,
    /// Whether the job ends with the last of them.
    pub last: bool,
}

/// Does the tasks `numbers` of `job` with the threads of `pool`, with this one if there is none, and hands what came of them to
/// `take`, in order. Ends early where a task, or `take`, says so, and at the first error of `take`, which it gives.
pub fn in_order<J: Job, E: Send>(
    job: &J,
    numbers: Range<u64>,
    pool: Option<&ThreadPool>,
    take: impl FnMut(&mut Lot<J::Yield>) -> Result<ControlFlow<()>, E> + Send,
) -> Result<(), E> {
    let queue = Queue::<J, _, E> {
        state: Mutex::new(State {
            ready: BTreeMap::new(),
            spare: Vec::new(),
            waiting: 0,
            next_taken: numbers.start,
            next_handed: numbers.start,
            end: numbers.end,
            handing: false,
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

/// The same for tasks that are a function of their number: `take` is given what a lot of consecutive ones came to.
pub fn each<T: Send, E: Send>(
    task: impl Fn(u64) -> T + Sync,
    numbers: Range<u64>,
    pool: Option<&ThreadPool>,
    mut take: impl FnMut(&mut Vec<T>) -> Result<ControlFlow<()>, E> + Send,
) -> Result<(), E> {
    in_order(&Each(task), numbers, pool, |lot| take(&mut lot.out))
}

/// A function as a job.
struct Each<F>(F);

impl<T: Send, F: Fn(u64) -> T + Sync> Job for Each<F> {
    type Desk = ();
    type Yield = Vec<T>;

    fn desk(&self) {}

    fn perform(&self, number: u64, (): &mut (), out: &mut Vec<T>) -> ControlFlow<()> {
        out.push((self.0)(number));
        ControlFlow::Continue(())
    }

    fn bytes(out: &Vec<T>) -> usize {
        out.len() * size_of::<T>()
    }

    fn clear(out: &mut Vec<T>) {
        out.clear();
    }
}

/// What workers share.
struct Queue<J: Job, F, E> {
    state: Mutex<State<J::Yield, E>>,
    changed: Condvar,
    take: Mutex<F>,
}

struct State<T, E> {
    /// Lots that are done and not yet handed on, by their first task.
    ready: BTreeMap<u64, Lot<T>>,
    /// Room of lots that were handed on.
    spare: Vec<T>,
    /// Bytes in `ready`.
    waiting: usize,
    next_taken: u64,
    next_handed: u64,
    /// No task from here on is to be done.
    end: u64,
    /// Whether some worker is handing a lot on.
    handing: bool,
    error: Option<E>,
}

impl<J: Job, F, E> Queue<J, F, E> {
    fn lock(&self) -> MutexGuard<'_, State<J::Yield, E>> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The next tasks, `size` of them if there are as many.
    fn next(&self, size: u64) -> Option<Lot<J::Yield>> {
        let mut state = self.lock();
        let first = state.next_taken;
        let tasks = size.min(state.end.saturating_sub(first));
        if tasks == 0 {
            return None;
        }
        state.next_taken += tasks;
        let mut out = state.spare.pop().unwrap_or_default();
        drop(state);
        J::clear(&mut out);
        Some(Lot { first, tasks, out, last: false })
    }

    /// Leaves what was done, hands on whatever is next in order, and waits while too much waits for others.
    fn leave(&self, lot: Lot<J::Yield>)
    where
        F: FnMut(&mut Lot<J::Yield>) -> Result<ControlFlow<()>, E>,
    {
        let mut state = self.lock();
        if lot.last {
            state.end = state.end.min(lot.first + lot.tasks);
        }
        state.waiting += J::bytes(&lot.out);
        state.ready.insert(lot.first, lot);
        loop {
            let next = state.next_handed;
            if !state.handing
                && next < state.end
                && let Some(mut lot) = state.ready.remove(&next)
            {
                state.handing = true;
                state.waiting -= J::bytes(&lot.out);
                drop(state);
                let taken = (self.take.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))(&mut lot);
                state = self.lock();
                state.handing = false;
                state.next_handed += lot.tasks;
                state.spare.push(lot.out);
                match taken {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => state.end = 0,
                    Err(error) => {
                        state.error = Some(error);
                        state.end = 0;
                    }
                }
                self.changed.notify_all();
            } else if state.waiting > MOST_WAITING && state.next_handed < state.end {
                state = self.changed.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner());
            } else {
                return;
            }
        }
    }
}

/// Wakes the other workers if this one panics, so that none waits for what it was to leave.
struct GiveUp<'q, J: Job, F, E>(&'q Queue<J, F, E>);

impl<J: Job, F, E> Drop for GiveUp<'_, J, F, E> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.lock().end = 0;
            self.0.changed.notify_all();
        }
    }
}

fn work<J: Job, F, E>(job: &J, queue: &Queue<J, F, E>)
where
    F: FnMut(&mut Lot<J::Yield>) -> Result<ControlFlow<()>, E>,
{
    let _guard = GiveUp(queue);
    let mut desk = job.desk();
    let mut size = 1;
    while let Some(mut lot) = queue.next(size) {
        let start = Instant::now();
        for done in 0..lot.tasks {
            if job.perform(lot.first + done, &mut desk, &mut lot.out).is_break() {
                lot.tasks = done + 1;
                lot.last = true;
                break;
            }
        }
        let took = start.elapsed();
        if took < LOT_TIME / 2 {
            size = (size * 2).min(MOST_TAKEN);
        } else if took > LOT_TIME * 2 {
            size = (size / 2).max(1);
        }
        queue.leave(lot);
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

    /// Takes longer for some numbers than for others.
    fn slow_square(number: u64) -> u64 {
        if number.is_multiple_of(37) {
            std::thread::sleep(Duration::from_millis(3));
        }
        number * number
    }

    #[test]
    fn what_tasks_come_to_is_handed_on_in_order_by_any_number_of_threads() {
        let expected: Vec<u64> = (5..2_000).map(|number| number * number).collect();
        for threads in [0, 1, 2, 7] {
            let pool = (threads > 0).then(|| pool(threads));
            let mut found = Vec::new();
            let take = |lot: &mut Vec<u64>| {
                found.append(lot);
                Ok::<_, ()>(ControlFlow::Continue(()))
            };
            each(slow_square, 5..2_000, pool.as_ref(), take).unwrap();
            assert!(found == expected, "{threads} threads");
        }
    }

    #[test]
    fn it_ends_where_the_taker_says_so_and_at_its_first_error() {
        for threads in [1, 4] {
            let pool = pool(threads);
            let mut found = Vec::new();
            let take = |lot: &mut Vec<u64>| {
                found.append(lot);
                Ok::<_, ()>(if found.len() > 300 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            };
            each(slow_square, 0..u64::MAX, Some(&pool), take).unwrap();
            assert!(found.iter().enumerate().all(|(i, square)| *square == (i * i) as u64));
            let mut lots = 0;
            let take = |_: &mut Vec<u64>| {
                lots += 1;
                if lots == 3 { Err("full") } else { Ok(ControlFlow::Continue(())) }
            };
            assert_eq!(each(slow_square, 0..u64::MAX, Some(&pool), take), Err("full"));
        }
    }

    /// Numbers up to one that ends the job.
    struct Until(u64);

    impl Job for Until {
        type Desk = ();
        type Yield = Vec<u64>;

        fn desk(&self) {}

        fn perform(&self, number: u64, (): &mut (), out: &mut Vec<u64>) -> ControlFlow<()> {
            out.push(number);
            if number >= self.0 && number.is_multiple_of(100) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        }

        fn bytes(out: &Vec<u64>) -> usize {
            out.len()
        }

        fn clear(out: &mut Vec<u64>) {
            out.clear();
        }
    }

    #[test]
    fn the_first_task_in_order_that_ends_the_job_ends_it() {
        for threads in [1, 2, 5] {
            let mut found = Vec::new();
            let mut ended = false;
            let take = |lot: &mut Lot<Vec<u64>>| {
                assert_eq!((lot.first, lot.tasks), (found.len() as u64, lot.out.len() as u64));
                found.append(&mut lot.out);
                ended = lot.last;
                Ok::<_, ()>(ControlFlow::Continue(()))
            };
            in_order(&Until(4_321), 0..1_000_000, Some(&pool(threads)), take).unwrap();
            assert!(ended && found == (0..=4_400).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn workers_wait_for_a_slow_task_rather_than_fill_the_memory() {
        let done = AtomicU64::new(0);
        let task = |number: u64| {
            if number == 0 {
                std::thread::sleep(Duration::from_millis(300));
                // What was done meanwhile is about what may wait.
                return vec![done.load(Relaxed); 1];
            }
            done.fetch_add(1, Relaxed);
            vec![number; 1]
        };
        struct Large<F>(F);
        impl<F: Fn(u64) -> Vec<u64> + Sync> Job for Large<F> {
            type Desk = ();
            type Yield = Vec<Vec<u64>>;
            fn desk(&self) {}
            fn perform(&self, number: u64, (): &mut (), out: &mut Vec<Vec<u64>>) -> ControlFlow<()> {
                out.push((self.0)(number));
                ControlFlow::Continue(())
            }
            fn bytes(out: &Vec<Vec<u64>>) -> usize {
                out.len() << 16
            }
            fn clear(out: &mut Vec<Vec<u64>>) {
                out.clear();
            }
        }
        let mut first = None;
        let take = |lot: &mut Lot<Vec<Vec<u64>>>| {
            first.get_or_insert(lot.out[0][0]);
            Ok::<_, ()>(ControlFlow::Continue(()))
        };
        in_order(&Large(task), 0..1 << 20, Some(&pool(3)), take).unwrap();
        let most = 2 * MOST_TAKEN + (MOST_WAITING >> 16) as u64;
        assert!(first.is_some_and(|done| done > 0 && done <= most), "{first:?} of {most}");
    }

    #[test]
    #[should_panic(expected = "task 70")]
    fn a_panic_ends_it() {
        let task = |number: u64| assert!(number != 70, "task {number}");
        let _ = each(task, 0..u64::MAX, Some(&pool(2)), |_| Ok::<_, ()>(ControlFlow::Continue(())));
    }
}
