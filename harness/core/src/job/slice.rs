//! Concatenates slices of a job.

use std::path::Path;

use super::checkpoint::{Checkpoint, OpenedWork};
use super::claim::{FolderClaim, other_slice};
use super::options::Mode;
use super::progress::Progress;
use crate::storage::folder::{Folder, FolderError};

/// A finished slice of a job.
#[derive(Clone, Copy)]
pub struct Slice<'a> {
    /// The folder of the slice.
    pub folder: &'a Path,
    /// The progress in that folder.
    pub work: &'a Progress,
}

impl Slice<'_> {
    /// Returns the number of the task after its last.
    pub fn end(&self) -> u64 {
        self.work.first + self.work.tasks
    }
}

/// Appends those of `slices` that are missing to the work in `folder`, which is started if there is none. The progress
/// is saved after each slice. Returns the number of tasks so far, or `None` if the work is already finished.
///
/// # Errors
///
/// Returns an error if a slice belongs to other work, does not follow its predecessor, or cannot be read or written.
pub fn extend(
    folder: Folder,
    claim: &FolderClaim<'_>,
    mode: Mode,
    slices: &[Slice<'_>],
) -> Result<Option<u64>, FolderError> {
    let mut checkpoint = match Checkpoint::open(folder, claim, mode)? {
        OpenedWork::Begun(checkpoint) => checkpoint,
        OpenedWork::Finished(_) => return Ok(None),
    };
    for slice in slices {
        if checkpoint.progress().stopped {
            break;
        }
        if slice.end() > checkpoint.next() {
            if slice.work.first != checkpoint.next() {
                let holds = format!("a {} up to task {}", claim.what, checkpoint.next());
                let expected = format!("one up to task {}, where a slice begins", slice.work.first);
                return Err(FolderError::Other { path: checkpoint.folder().path().to_owned(), holds, expected });
            }
            add(&mut checkpoint, claim, slice)?;
            checkpoint.write()?;
        }
    }
    Ok(Some(checkpoint.next()))
}

/// Appends the next slice to the work of `checkpoint`.
fn add(checkpoint: &mut Checkpoint, claim: &FolderClaim<'_>, slice: &Slice<'_>) -> Result<(), FolderError> {
    let Slice { folder, work } = slice;
    if work.asked != claim.digest() {
        return Err(claim.other(folder));
    }
    if work.program != checkpoint.progress().program {
        return Err(claim.other_program(folder));
    }
    if work.first != checkpoint.next() {
        return Err(other_slice(folder, work.first, checkpoint.next()));
    }
    claim.has_parts(folder, work)?;
    checkpoint.play_with(&work.programs, folder)?;
    for (place, (length, (_, head))) in work.parts.iter().zip(claim.rows).enumerate() {
        let skipped = if work.first == 0 { head.len() as u64 } else { 0 };
        checkpoint.parts().copy(place, (folder, length), skipped)?;
    }
    checkpoint.count(work.tasks, work.played);
    checkpoint.add_seconds(work.seconds);
    if work.stopped {
        checkpoint.stop();
    }
    Ok(())
}
