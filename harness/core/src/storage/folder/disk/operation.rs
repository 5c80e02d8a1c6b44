//! Each operation on what lies in a folder, as it is told to an observer just before it happens.
//!
//! The tests observe: they let any operation fail, or be the last one (`harness/tests/faults`). Without an observer nothing happens
//! here.

use std::io;
use std::path::Path;
use std::sync::OnceLock;

/// An operation on a file or a folder.
#[derive(Debug)]
pub enum FileOperation<'a> {
    /// The whole of a file, or the names in a folder, are read.
    Read(&'a Path),
    /// A folder is made.
    MakeFolder(&'a Path),
    /// An empty file is made.
    Create(&'a Path),
    /// Bytes are added at the end of a file.
    Add(&'a Path, &'a [u8]),
    /// A file is cut to so many bytes.
    Cut(&'a Path, u64),
    /// The bytes of a file are made to outlive a power cut.
    Sync(&'a Path),
    /// The names in a folder are made to outlive a power cut.
    SyncFolder(&'a Path),
    /// A file or a folder gets another name.
    Rename(&'a Path, &'a Path),
    /// A file is removed.
    Remove(&'a Path),
    /// An empty folder is removed.
    RemoveFolder(&'a Path),
}

/// Is told of an operation: the error it is to fail with, or whether a sync can be left out, as what must outlive a cut is noted
/// elsewhere.
pub type Observer = fn(&FileOperation<'_>) -> io::Result<bool>;

static OBSERVER: OnceLock<Observer> = OnceLock::new();

/// Has every operation of this process told to `observer` before it happens; a second one is not heard. Progress is then written
/// down at every opportunity, so that operations do not depend on a clock.
pub fn observe(observer: Observer) {
    OBSERVER.get_or_init(|| observer);
}

/// Whether operations are observed.
pub(crate) fn is_observed() -> bool {
    OBSERVER.get().is_some()
}

/// Tells of an operation.
pub(super) fn before(step: &FileOperation<'_>) -> io::Result<bool> {
    OBSERVER.get().map_or(Ok(false), |observer| observer(step))
}
