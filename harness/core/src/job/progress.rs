//! `progress.json`: the progress of the work in a folder.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::job::manifest::program;
use crate::job::programs::command_files::CommandFile;
use crate::storage::digest;
use crate::storage::folder::disk::is_inside;
use crate::storage::folder::{Folder, FolderError, PROGRESS};

/// The number of earlier checkpoints in the file.
const EARLIER: usize = 4;

/// The progress of the work in a folder. Row files count up to the recorded lengths; bytes beyond them are ignored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// SHA-256 of the texts that define the work.
    #[serde(alias = "experiment")]
    pub asked: String,
    /// Version and revision of the program.
    pub program: String,
    /// Number of the first task; above 0 for a slice.
    pub first: u64,
    /// Number of tasks with saved results, from the first on.
    pub tasks: u64,
    /// Totals of the matches played in them.
    pub played: PlayedCounts,
    /// True if the job ended early with the last of these tasks.
    pub stopped: bool,
    /// Run time so far in seconds.
    pub seconds: f64,
    /// The row files.
    pub parts: Vec<PartLength>,
    /// Earlier checkpoints, the latest last.
    pub earlier: Vec<CompletedWork>,
    /// Set when everything is written: the parts that only need their final names.
    pub finishing: Option<Vec<String>>,
    /// Files of older work that are removed when this work is finished.
    pub stale: Vec<WrittenFile>,
    /// Files that were written whole, or are about to be, under their temporary names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<WrittenFile>,
    /// Temporary files that the next write makes; none of them existed before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub temporary: Vec<String>,
    /// The log files of external programs in this work.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub logs: Vec<String>,
    /// The files named by the commands of external programs when the work began.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<CommandFile>,
    /// SHA-256 of this record without the digest; empty in records of earlier versions.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub sum: String,
}

/// A file that the program wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct WrittenFile {
    /// The path of the file in the folder.
    pub name: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
}

/// The work completed at one point of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CompletedWork {
    /// Number of tasks with saved results.
    pub tasks: u64,
    /// Totals of the matches played in them.
    pub played: PlayedCounts,
    /// True if the job ended early at this point.
    pub stopped: bool,
    /// The row files.
    pub parts: Vec<PartLength>,
}

/// Totals of played matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedCounts {
    /// Number of matches.
    pub matches: u64,
    /// Number of recorded rounds.
    pub rounds: u64,
    /// Number of turns in those rounds.
    pub turns: u64,
    /// Number of matches that ended with a fault.
    pub faults: u64,
}

impl AddAssign for PlayedCounts {
    fn add_assign(&mut self, more: PlayedCounts) {
        self.matches += more.matches;
        self.rounds += more.rounds;
        self.turns += more.turns;
        self.faults += more.faults;
    }
}

/// The recorded length of a row file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartLength {
    /// The final name of the file.
    pub name: String,
    /// Length in bytes.
    pub bytes: u64,
    /// Number of data rows.
    pub rows: u64,
    /// SHA-256 of these bytes.
    #[serde(default)]
    pub sha256: String,
}

impl Progress {
    /// Reads the progress recorded in `folder`. Returns `None` if there is no readable progress file; the work is then
    /// repeated from its first task, with the same result. The folder trusts the files that the progress names from
    /// then on.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or if it was changed.
    pub fn read(folder: &Folder) -> Result<Option<Self>, FolderError> {
        let Some(text) = folder.read(PROGRESS)? else { return Ok(None) };
        let read = serde_json::from_slice::<Self>(&text).ok();
        let found =
            read.filter(|read| read.asked.len() == 64 && read.asked.bytes().all(|byte| byte.is_ascii_hexdigit()));
        if let Some(found) = &found {
            folder.trust(PROGRESS, &digest::of_bytes(&text));
            let written = found.stale.iter().chain(&found.added).filter(|written| is_inside(&written.name));
            written.for_each(|written| folder.trust(&written.name, &written.sha256));
        }
        Ok(found)
    }

    /// Returns the recorded lengths of all row files, now and at earlier checkpoints.
    pub(super) fn lengths(&self) -> impl Iterator<Item = &PartLength> {
        self.parts.iter().chain(self.earlier.iter().rev().flat_map(|place| &place.parts))
    }

    /// Remembers the current state as an earlier checkpoint.
    pub(super) fn remember(&mut self) {
        let Progress { tasks, played, stopped, parts, .. } = self;
        if self.earlier.last().is_none_or(|last| last.parts != *parts) {
            self.earlier.push(CompletedWork {
                tasks: *tasks,
                played: *played,
                stopped: *stopped,
                parts: parts.clone(),
            });
        }
        let most = self.earlier.len().saturating_sub(EARLIER);
        self.earlier.drain(..most);
    }

    /// Returns to the previous checkpoint; returns false if there is none.
    pub(super) fn step_back(&mut self) -> bool {
        let Some(CompletedWork { tasks, played, stopped, parts }) = self.earlier.pop() else { return false };
        (self.tasks, self.played, self.stopped, self.parts) = (tasks, played, stopped, parts);
        true
    }

    /// Writes the progress file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn write(&self, folder: &Folder) -> Result<(), FolderError> {
        folder.write_whole(PROGRESS, &Progress { sum: self.summed(), ..self.clone() }.text())
    }

    /// Rejects a progress file of this program version in `folder` that was changed.
    pub(super) fn unchanged(&self, folder: &Folder) -> Result<(), FolderError> {
        if self.sum.is_empty() || self.program != program() || self.sum == self.summed() {
            return Ok(());
        }
        let error = "its digest is not the recorded one".to_owned();
        Err(FolderError::NotReadable { path: folder.file(PROGRESS), error })
    }

    fn summed(&self) -> String {
        digest::of_text(&Progress { sum: String::new(), ..self.clone() }.text())
    }

    fn text(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers are JSON")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_changed_file_is_refused() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path()).unwrap();
        let progress =
            Progress { asked: "0".repeat(64), program: program(), tasks: 3, seconds: 0.1, ..Progress::default() };
        progress.write(&folder).unwrap();
        let text = std::fs::read_to_string(place.path().join(PROGRESS)).unwrap();
        let read = |text: &str| {
            std::fs::write(place.path().join(PROGRESS), text).unwrap();
            Progress::read(&folder).unwrap().unwrap().unchanged(&folder)
        };
        assert!(read(&text).is_ok() && read(&text.replace(',', ", ")).is_ok());
        for (from, to) in [("\"tasks\":3", "\"tasks\":9"), ("\"stopped\":false", "\"stopped\":true")] {
            assert!(text.contains(from), "{text}");
            assert!(read(&text.replace(from, to)).unwrap_err().to_string().contains("progress.json: damaged"));
        }
    }
}
