//! The claim of one kind of work on a folder: everything that differs between commands.

use std::path::Path;

use super::progress::Progress;
use crate::storage::digest;
use crate::storage::folder::{Folder, FolderError, PROGRESS, part_name};

/// The files that one kind of work writes to a folder.
#[derive(Clone, Copy)]
pub struct FolderClaim<'a> {
    /// The name of the work, for example "comparison".
    pub what: &'static str,
    /// The description of conflicting work in an error, and what is expected instead.
    pub other: (&'static str, &'static str),
    /// The files that define the work, with their texts; they are written before the first task.
    pub asked: &'a [(&'static str, &'a str)],
    /// True if these files are part of the result.
    pub asked_stays: bool,
    /// The row files, each with its header line.
    pub rows: &'a [(&'a str, &'a [u8])],
    /// The completion file. It is written last; the work is finished if it exists.
    pub completion_file: &'static str,
    /// Files that are written after the last task.
    pub later: &'a [&'static str],
    /// Log files of external programs.
    pub logs: &'a [String],
    /// True if finished work is replaced by a new run without an explicit request.
    pub replaces: bool,
    /// Subfolders whose files belong to the result.
    pub inner: &'static [&'static str],
}

impl FolderClaim<'_> {
    /// Returns the SHA-256 of the concatenated texts that define the work.
    pub fn digest(&self) -> String {
        digest::of_text(&self.asked.iter().map(|(_, text)| *text).collect::<String>())
    }

    /// Returns true if every file that `found` returns has the text of this claim, false if one differs, `None` if
    /// there are none.
    pub(super) fn is_asked(
        &self,
        found: impl Fn(&str) -> Result<Option<Vec<u8>>, FolderError>,
    ) -> Result<Option<bool>, FolderError> {
        let mut all = None;
        for (name, text) in self.asked {
            if let Some(bytes) = found(name)? {
                all = Some(all.unwrap_or(true) && bytes == text.as_bytes());
            }
        }
        Ok(all)
    }

    /// Returns true if work of this kind was started in `folder` and not finished.
    pub(super) fn unfinished(&self, folder: &Folder) -> bool {
        let begun = |(name, _): &(&str, &str)| folder.holds(&part_name(name));
        folder.holds(PROGRESS) || self.asked.iter().any(begun)
    }

    /// Rejects a progress file that lists other row files.
    pub(super) fn has_parts(&self, folder: &Path, progress: &Progress) -> Result<(), FolderError> {
        let names = || progress.parts.iter().map(|part| part.name.as_str());
        if names().eq(self.rows.iter().map(|(name, _)| *name)) {
            return Ok(());
        }
        let error = format!("its parts are {}", names().collect::<Vec<_>>().join(", "));
        Err(FolderError::NotReadable { path: folder.join(PROGRESS), error })
    }

    /// Returns the error for a folder with other work of this kind.
    pub fn other(&self, folder: &Path) -> FolderError {
        let (holds, expected) = self.other;
        FolderError::Other { path: folder.to_owned(), holds: holds.to_owned(), expected: expected.to_owned() }
    }

    /// Returns the error for a folder with work of another program version.
    pub fn other_program(&self, folder: &Path) -> FolderError {
        let holds = format!("a {} of another version of the program", self.what);
        let expected = "the same version of the program".to_owned();
        FolderError::Other { path: folder.to_owned(), holds, expected }
    }
}

/// Returns the error for a slice that begins with another task.
pub(super) fn other_slice(folder: &Path, found: u64, wanted: u64) -> FolderError {
    let slice = |task| format!("the slice from task {task} on");
    let expected = if wanted == 0 { "the whole from task 0 on".to_owned() } else { slice(wanted) };
    FolderError::Other { path: folder.to_owned(), holds: slice(found), expected }
}
