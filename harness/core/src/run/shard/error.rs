//! Errors of planning, running and merging shards.

use std::path::PathBuf;

use crate::rows::read::RowsError;
use crate::run::RunError;
use crate::storage::folder::FolderError;

/// An error of planning, running or merging shards.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ShardError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Rows(#[from] RowsError),
    /// A file in the folder of a plan is invalid.
    #[error("{}: {what}, expected {expected}", path.display())]
    Unfit { path: PathBuf, what: String, expected: String },
    /// The plan has no shard with this number.
    #[error("--index: no shard {index}, expected 0 to {last}")]
    Index { index: u64, last: u64 },
    /// An entrant cannot be repeated.
    #[error("{0} {1}: two attempts at a shard would differ, expected entrants that can be repeated")]
    Unrepeatable(String, &'static str),
    /// Shards are missing.
    #[error("{}: shards {missing} are missing, expected all of them: run them, or merge those before with --part", path.display())]
    Missing { path: PathBuf, missing: String },
}

impl ShardError {
    /// Creates the error `what` at `path`, with what was expected there.
    pub(super) fn unfit(path: impl Into<PathBuf>, what: impl ToString, expected: impl ToString) -> Self {
        ShardError::Unfit { path: path.into(), what: what.to_string(), expected: expected.to_string() }
    }
}
