//! Errors of results folders.

use std::io;
use std::path::{Path, PathBuf};

/// An error of a results folder.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum FolderError {
    /// A file operation failed.
    #[error("{}: {what}: {error}, expected a folder that can be read and written", path.display())]
    Io { path: PathBuf, what: &'static str, error: io::Error },
    /// The folder disappeared during the work.
    #[error("{}: was removed or replaced while it was written to, expected no other process to touch it; its rows are lost", .0.display())]
    Gone(PathBuf),
    /// Another process is using the folder.
    #[error("{}: another run is writing there, expected a folder of its own", .0.display())]
    Locked(PathBuf),
    /// The folder has unfinished work.
    #[error("{}: holds an unfinished {what}, expected --resume to continue it or --fresh to start over", path.display())]
    Unfinished { path: PathBuf, what: &'static str },
    /// The same work is already finished in the folder.
    #[error("{}: this {what} is already finished, expected --resume to keep it, or --fresh to start over", path.display())]
    There { path: PathBuf, what: &'static str },
    /// The folder has other work.
    #[error("{}: holds {holds}, expected {expected}, another --out, or --fresh to start over", path.display())]
    Other { path: PathBuf, holds: String, expected: String },
    /// The folder has foreign files.
    #[error("{}: holds {holds}, expected an empty or a new folder, or one that this program wrote", path.display())]
    NotOurs { path: PathBuf, holds: String },
    /// A link or a special file is in the way.
    #[error("{}: {what}, not {expected}, expected {expected} that this program wrote, or nothing of that name", path.display())]
    Odd { path: PathBuf, what: &'static str, expected: &'static str },
    /// A file of the folder is invalid.
    #[error("{}: damaged ({error}), expected the file as it was written, or --fresh to start over", path.display())]
    NotReadable { path: PathBuf, error: String },
}

impl FolderError {
    /// Creates the error of a failed file operation on `path`.
    pub fn io(path: &Path, what: &'static str, error: io::Error) -> Self {
        FolderError::Io { path: path.to_owned(), what, error }
    }
}
