//! File operations, as an observer receives them just before they happen.
//!
//! Tests use an observer to let any operation fail, or be the last one (`harness/tests/faults`). Without an observer
//! this module does nothing.

use std::io;
use std::path::Path;
use std::sync::OnceLock;

/// An operation on a file or a folder.
#[derive(Debug)]
pub enum FileOperation<'a> {
    /// Read a whole file, or the names in a folder.
    Read(&'a Path),
    /// Create a folder.
    MakeFolder(&'a Path),
    /// Create an empty file.
    Create(&'a Path),
    /// Append bytes to a file.
    Add(&'a Path, &'a [u8]),
    /// Truncate a file to a length.
    Cut(&'a Path, u64),
    /// Sync the content of a file.
    Sync(&'a Path),
    /// Sync the names in a folder.
    SyncFolder(&'a Path),
    /// Rename a file or folder.
    Rename(&'a Path, &'a Path),
    /// Remove a file.
    Remove(&'a Path),
    /// Remove an empty folder.
    RemoveFolder(&'a Path),
}

/// Observes an operation. An error makes the operation fail; true skips a sync.
pub type Observer = fn(&FileOperation<'_>) -> io::Result<bool>;

static OBSERVER: OnceLock<Observer> = OnceLock::new();

/// Calls `observer` before every operation of this process; a second observer is ignored. Progress is then saved at
/// every opportunity, so that the operations do not depend on a clock.
pub fn observe(observer: Observer) {
    OBSERVER.get_or_init(|| observer);
}

/// Returns true if there is an observer.
pub(crate) fn is_observed() -> bool {
    OBSERVER.get().is_some()
}

/// Calls the observer.
pub(super) fn before(step: &FileOperation<'_>) -> io::Result<bool> {
    OBSERVER.get().map_or(Ok(false), |observer| observer(step))
}
