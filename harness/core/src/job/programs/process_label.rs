//! Whom a program stands for, and a small help with locks.

use std::sync::{Mutex, MutexGuard, PoisonError};

use ergo_engine::seat::Seat;

/// Whom a program stands for.
#[derive(Clone, Debug)]
pub struct ProcessLabel {
    /// The name in the experiment.
    pub entrant: String,
    /// Which match, for people.
    pub game: String,
    /// Where it sits.
    pub seat: Seat,
}

/// Takes a lock, poisoned or not: nothing here is left half-done by a panic.
pub(super) fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
