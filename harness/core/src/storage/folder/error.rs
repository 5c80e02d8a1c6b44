//! Why a results folder cannot be used.

use std::io;
use std::path::{Path, PathBuf};

/// Why a results folder cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum FolderError {
    /// The system refused.
    #[error("{}: {what}: {error}, expected a folder that can be read and written", path.display())]
    Io { path: PathBuf, what: &'static str, error: io::Error },
    /// It was there when the work began.
    #[error("{}: was removed or replaced while it was written to, expected nobody to touch it; its rows are lost", .0.display())]
    Gone(PathBuf),
    /// Another process is at work there.
    #[error("{}: another run is writing there, expected a folder of its own", .0.display())]
    Locked(PathBuf),
    /// Work was begun and neither continued nor given up.
    #[error("{}: holds an unfinished {what}, expected --resume to continue it or --fresh to start over", path.display())]
    Unfinished { path: PathBuf, what: &'static str },
    /// The same work is finished there, and nobody said to do it again.
    #[error("{}: this {what} is there already, expected --resume to go on, or --fresh to start over", path.display())]
    There { path: PathBuf, what: &'static str },
    /// The unfinished or finished work there is not this.
    #[error("{}: holds {holds}, expected {expected}, or --fresh to start over", path.display())]
    Other { path: PathBuf, holds: String, expected: String },
    /// Others have their files there.
    #[error("{}: holds {holds}, expected an empty or a new folder, or one that this program wrote", path.display())]
    NotOurs { path: PathBuf, holds: String },
    /// Something that others put in the place of a file or folder that is to be written.
    #[error("{}: {what}, not {expected}, expected {expected} that this program wrote, or nothing of that name", path.display())]
    Odd { path: PathBuf, what: &'static str, expected: &'static str },
    /// A file of the folder that is not what it should be.
    #[error("{}: damaged ({error}), expected the file as it was written, or --fresh to start over", path.display())]
    NotReadable { path: PathBuf, error: String },
}

impl FolderError {
    /// The system refused something about `path`.
    pub fn io(path: &Path, what: &'static str, error: io::Error) -> Self {
        FolderError::Io { path: path.to_owned(), what, error }
    }
}
