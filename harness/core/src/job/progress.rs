//! `progress.json`: how far work in a folder has come.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::job::manifest::program;
use crate::job::programs::command_files::CommandFile;
use crate::storage::digest;
use crate::storage::folder::disk::is_inside;
use crate::storage::folder::{Folder, FolderError, PROGRESS};

/// So many earlier places are remembered.
const EARLIER: usize = 4;

/// How far work has come. The files count up to the lengths given here, whatever lies after them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// SHA-256 of what was asked.
    #[serde(alias = "experiment")]
    pub asked: String,
    /// Version and revision of the program at work.
    pub program: String,
    /// Number of the first task: above 0 for a slice.
    pub first: u64,
    /// Tasks that are written down, from the first on.
    pub tasks: u64,
    /// The matches played in them.
    pub played: PlayedCounts,
    /// Whether the job ends with the last of these tasks, before its last number.
    pub stopped: bool,
    /// Seconds on the clock so far.
    pub seconds: f64,
    /// The files of rows.
    pub parts: Vec<PartLength>,
    /// How far it had come the last few times this was written down, the latest last.
    pub earlier: Vec<CompletedWork>,
    /// Set once everything is written: all that is left is to give these parts their names.
    pub finishing: Option<Vec<String>>,
    /// Files of older work, which go when this is finished.
    pub stale: Vec<WrittenFile>,
    /// Files that were written whole, or are about to be, under the names that they have while work goes on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<WrittenFile>,
    /// The files of this work in which programs from outside are heard: their parts are its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub logs: Vec<String>,
    /// The files that the commands of programs from outside name, as they were when the work began.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<CommandFile>,
    /// SHA-256 of all this without it. Empty where nobody wrote one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub sum: String,
}

/// A file that the program wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct WrittenFile {
    /// Its name.
    pub name: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
}

/// The work completed at one point of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CompletedWork {
    /// Number of tasks with saved results.
    pub tasks: u64,
    /// The matches played in them.
    pub played: PlayedCounts,
    /// Whether the job ended at this point.
    pub stopped: bool,
    /// The files of rows.
    pub parts: Vec<PartLength>,
}

/// Matches and what they consist of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedCounts {
    /// Matches.
    pub matches: u64,
    /// Rounds written down.
    pub rounds: u64,
    /// Turns of those rounds.
    pub turns: u64,
    /// Matches that ended by a fault.
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

/// How much of a file counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartLength {
    /// The name of the file when finished.
    pub name: String,
    /// Bytes.
    pub bytes: u64,
    /// Rows of data.
    pub rows: u64,
    /// SHA-256 of these bytes.
    #[serde(default)]
    pub sha256: String,
}

impl Progress {
    /// The progress recorded in `folder`: nothing if there is none, or none that can be read. The work is then done from its first
    /// task again, to the same bytes. The folder knows the files that the progress names from then on.
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

    /// How much of each file of rows was written down, now and before.
    pub(super) fn lengths(&self) -> impl Iterator<Item = &PartLength> {
        self.parts.iter().chain(self.earlier.iter().rev().flat_map(|place| &place.parts))
    }

    /// Remembers this place, to come back to if need be.
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

    /// Goes back to the place before this one; whether there is one.
    pub(super) fn step_back(&mut self) -> bool {
        let Some(CompletedWork { tasks, played, stopped, parts }) = self.earlier.pop() else { return false };
        (self.tasks, self.played, self.stopped, self.parts) = (tasks, played, stopped, parts);
        true
    }

    /// Writes it down, whole.
    pub fn write(&self, folder: &Folder) -> Result<(), FolderError> {
        folder.write_whole(PROGRESS, &Progress { sum: self.summed(), ..self.clone() }.text())
    }

    /// Refuses what this program wrote in `folder` and others changed.
    pub(super) fn unchanged(&self, folder: &Folder) -> Result<(), FolderError> {
        if self.sum.is_empty() || self.program != program() || self.sum == self.summed() {
            return Ok(());
        }
        let error = "its digest is not the one that was written down".to_owned();
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
    fn a_word_that_others_changed_is_refused() {
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
