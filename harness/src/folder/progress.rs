//! `progress.json`: how far a run has come.

use serde::{Deserialize, Serialize};

use super::{Folder, FolderError, PROGRESS};

/// How far a run has come. The files count up to the lengths given here, whatever lies after them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// SHA-256 of the experiment as run.
    pub experiment: String,
    /// Version and revision of the program that plays.
    pub program: String,
    /// Matches written.
    pub matches: u64,
    /// Rounds written.
    pub rounds: u64,
    /// Turns of those rounds.
    pub turns: u64,
    /// Matches that ended by a fault.
    pub faults: u64,
    /// Whether a fault has ended the run.
    pub stopped: bool,
    /// Seconds on the clock so far.
    pub seconds: f64,
    /// The files of rows.
    pub parts: Vec<PartLength>,
    /// Set once everything is written: all that is left is to give the parts their names.
    pub finishing: Option<Vec<String>>,
}

/// How much of a file counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartLength {
    /// The name of the file when finished.
    pub name: String,
    /// Bytes.
    pub bytes: u64,
    /// Rows of data.
    pub rows: u64,
}

impl Progress {
    /// What `folder` says of its run: nothing if it says nothing, or nothing that can be read. Such a run is played from
    /// its first match again, to the same bytes.
    pub fn read(folder: &Folder) -> Result<Option<Self>, FolderError> {
        Ok(folder.read(PROGRESS)?.and_then(|text| serde_json::from_slice(&text).ok()))
    }

    /// Writes it down, whole.
    pub fn write(&self, folder: &Folder) -> Result<(), FolderError> {
        let text = serde_json::to_string(self).expect("texts and numbers are JSON");
        folder.write_whole(PROGRESS, &text)
    }
}
