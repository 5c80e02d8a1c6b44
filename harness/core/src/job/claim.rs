//! The claim of a kind of work on a folder: all that is different from verb to verb.

use std::path::Path;

use super::progress::Progress;
use crate::storage::digest;
use crate::storage::folder::{Folder, FolderError, PROGRESS, part_name};

/// The contents that a folder is to have.
#[derive(Clone, Copy)]
pub struct FolderClaim<'a> {
    /// The name of the work.
    pub what: &'static str,
    /// How other work of this kind is spoken of, and what is expected instead.
    pub other: (&'static str, &'static str),
    /// The question: files that are written before the first task, and their texts.
    pub asked: &'a [(&'static str, &'a str)],
    /// Whether these files are part of the result.
    pub asked_stays: bool,
    /// The files of rows, each with its first line.
    pub rows: &'a [(&'a str, &'a [u8])],
    /// The file that is written last: the work is finished where it lies.
    pub completion_file: &'static str,
    /// Files that are written after the last task.
    pub later: &'a [&'static str],
    /// Files in which programs from outside are heard.
    pub logs: &'a [String],
    /// Whether finished work is replaced by the same, once that is finished, where nobody says to begin again.
    pub replaces: bool,
    /// Folders in this one whose files belong to the result.
    pub inner: &'static [&'static str],
}

impl FolderClaim<'_> {
    /// SHA-256 of what was asked; of one text its own.
    pub fn digest(&self) -> String {
        digest::of_text(&self.asked.iter().map(|(_, text)| *text).collect::<String>())
    }

    /// Whether `found` holds what was asked as far as it holds anything of it; nothing if it does not.
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

    /// Whether this work, or other work of its kind, was begun in `folder` and not finished.
    pub(super) fn unfinished(&self, folder: &Folder) -> bool {
        let begun = |(name, _): &(&str, &str)| folder.holds(&part_name(name));
        folder.holds(PROGRESS) || self.asked.iter().any(begun)
    }

    /// Refuses a word about progress that speaks of other files than these.
    pub(super) fn has_parts(&self, folder: &Path, progress: &Progress) -> Result<(), FolderError> {
        let names = || progress.parts.iter().map(|part| part.name.as_str());
        if names().eq(self.rows.iter().map(|(name, _)| *name)) {
            return Ok(());
        }
        let error = format!("its parts are {}", names().collect::<Vec<_>>().join(", "));
        Err(FolderError::NotReadable { path: folder.join(PROGRESS), error })
    }

    /// Other work of this kind is in `folder`.
    pub fn other(&self, folder: &Path) -> FolderError {
        let (holds, expected) = self.other;
        FolderError::Other { path: folder.to_owned(), holds: holds.to_owned(), expected: expected.to_owned() }
    }

    /// The work in `folder` is that of another version of the program.
    pub fn other_program(&self, folder: &Path) -> FolderError {
        let holds = format!("a {} of another version of the program", self.what);
        let expected = "the same version of the program".to_owned();
        FolderError::Other { path: folder.to_owned(), holds, expected }
    }
}

/// The slice in `folder` begins with another task than it should.
pub(super) fn other_slice(folder: &Path, found: u64, wanted: u64) -> FolderError {
    let slice = |task| format!("the slice from task {task} on");
    let expected = if wanted == 0 { "the whole from task 0 on".to_owned() } else { slice(wanted) };
    FolderError::Other { path: folder.to_owned(), holds: slice(found), expected }
}
