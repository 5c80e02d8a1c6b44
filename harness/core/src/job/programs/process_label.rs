//! The label of a program in logs and errors, and a helper for locks.

use std::sync::{Mutex, MutexGuard, PoisonError};

use ergo_engine::seat::Seat;

/// The entrant, match and seat that a program plays for.
#[derive(Clone, Debug)]
pub struct ProcessLabel {
    /// The name in the experiment.
    pub entrant: String,
    /// The match, as text for a reader.
    pub game: String,
    /// Its seat.
    pub seat: Seat,
}

/// Takes a lock, poisoned or not: nothing here is left half-done by a panic.
pub(super) fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
