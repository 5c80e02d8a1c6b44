//! Lets a caller stop a search that is under way, such as on Ctrl-C.

use std::cell::RefCell;
use std::panic::resume_unwind;

thread_local! {
    static CHECK: RefCell<Option<InterruptCheck>> = const { RefCell::new(None) };
}

/// Returns true when the work of this thread is to stop. It is asked at every iteration of a search, so it must be cheap.
pub type InterruptCheck = Box<dyn FnMut() -> bool>;

/// The payload of the unwinding by which [`check`] leaves a search.
#[derive(Clone, Copy, Debug)]
pub struct Interrupted;

/// Asks `check` at every iteration of a search while `work` runs on this thread. An agent that is stopped fails as one that crashed, so
/// the caller must look whether it stopped the work.
pub fn with_check<T>(check: InterruptCheck, work: impl FnOnce() -> T) -> T {
    struct Restore(Option<InterruptCheck>);
    impl Drop for Restore {
        fn drop(&mut self) {
            CHECK.set(self.0.take());
        }
    }
    let _restore = Restore(CHECK.replace(Some(check)));
    work()
}

/// Returns true if the work of this thread is to stop.
#[inline]
pub fn is_due() -> bool {
    CHECK.with(|check| check.try_borrow_mut().is_ok_and(|mut check| check.as_mut().is_some_and(|check| check())))
}

/// Unwinds with [`Interrupted`] if the work of this thread is to stop.
#[inline]
pub fn check() {
    if is_due() {
        resume_unwind(Box::new(Interrupted));
    }
}
