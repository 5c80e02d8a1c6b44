//! The label of a program in logs and errors, and a helper for locks.

use std::sync::{Mutex, MutexGuard, PoisonError};

use ergo_engine::seat::Seat;

/// The entrant, match and seat of a program.
#[derive(Clone, Debug)]
pub struct ProcessLabel {
    /// The name of the entrant in the experiment.
    pub entrant: String,
    /// The match, as text for a reader.
    pub game: String,
    /// The seat of the program.
    pub seat: Seat,
}

/// Locks a mutex even if it is poisoned; a panic leaves no partial state here.
pub(super) fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
