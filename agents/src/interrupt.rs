//! Lets a caller stop a running search, for example on Ctrl-C.

use std::cell::RefCell;
use std::panic::resume_unwind;

thread_local! {
    static CHECK: RefCell<Option<InterruptCheck>> = const { RefCell::new(None) };
}

/// A function that returns true if the work of this thread should stop. It is called at every iteration of a
/// search, so it must be cheap.
pub type InterruptCheck = Box<dyn FnMut() -> bool>;

/// The panic payload with which [`check`] unwinds out of a search.
#[derive(Clone, Copy, Debug)]
pub struct Interrupted;

/// Runs `work` on this thread and calls `check` at every iteration of a search in it. An interrupted agent fails
/// with [`Crashed`](crate::AgentFault::Crashed), so the caller must check whether it interrupted the work.
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

/// Returns true if the work of this thread should stop.
#[inline]
pub fn is_due() -> bool {
    CHECK.with(|check| check.try_borrow_mut().is_ok_and(|mut check| check.as_mut().is_some_and(|check| check())))
}

/// Unwinds with [`Interrupted`] if the work of this thread should stop.
#[inline]
pub fn check() {
    if is_due() {
        resume_unwind(Box::new(Interrupted));
    }
}
