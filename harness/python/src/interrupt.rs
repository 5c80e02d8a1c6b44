//! Work without the GIL that Ctrl-C can interrupt, and locks that release the GIL while they wait.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use ergo_agents::interrupt;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

/// The time between checks for signals.
pub(crate) const PERIOD: Duration = Duration::from_millis(50);

/// Does `work` on this thread without the GIL. Code that checks [`interrupt::is_due`], such as searches, stops on Ctrl-C.
///
/// # Errors
/// Returns the exception of the signal handler, such as `KeyboardInterrupt`. The result of `work` is then dropped.
pub(crate) fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let raised = Mutex::new(None);
    let done = py.detach(|| {
        let found = Rc::new(RefCell::new(None));
        let (seen, mut next) = (Rc::clone(&found), Instant::now() + PERIOD);
        let check = move || {
            if seen.borrow().is_none() && Instant::now() >= next {
                next = Instant::now() + PERIOD;
                *seen.borrow_mut() = Python::attach(|py| py.check_signals()).err();
            }
            seen.borrow().is_some()
        };
        let done = interrupt::with_check(Box::new(check), work);
        *raised.lock().unwrap_or_else(PoisonError::into_inner) = found.take();
        done
    });
    raised.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(done), Err)
}

/// A flag that stops work on a thread pool.
#[derive(Clone, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    pub(crate) fn set(&self) {
        self.0.store(true, Relaxed);
    }

    /// Does `work` on this thread of a pool until the flag is set.
    pub(crate) fn observed<T>(&self, work: impl FnOnce() -> T) -> T {
        let flag = Arc::clone(&self.0);
        interrupt::with_check(Box::new(move || flag.load(Relaxed)), work)
    }
}

/// Locks `mutex` and releases the GIL while waiting.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    match mutex.try_lock() {
        Ok(guard) => guard,
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
        Err(TryLockError::WouldBlock) => {
            Python::attach(|py| mutex.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner))
        }
    }
}
