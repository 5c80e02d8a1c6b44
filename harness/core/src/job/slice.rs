//! Slices of a job, put one after the other.

use std::path::Path;

use super::checkpoint::{Checkpoint, OpenedWork};
use super::claim::{FolderClaim, other_slice};
use super::options::Mode;
use super::progress::Progress;
use crate::storage::folder::{Folder, FolderError};

/// A slice of a job that is whole: where its parts lie, and what they are.
#[derive(Clone, Copy)]
pub struct Slice<'a> {
    /// The folder.
    pub folder: &'a Path,
    /// The work done in it.
    pub work: &'a Progress,
}

impl Slice<'_> {
    /// The number of the task after its last.
    pub fn end(&self) -> u64 {
        self.work.first + self.work.tasks
    }
}

/// Adds to the work in `folder`, which is begun if there is none, those of `slices` that it does not hold yet. How far it has come
/// is written down after each of them, so a kill costs one. Gives how many tasks the work holds then; nothing where it is finished.
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

/// Adds the next slice to the work of `checkpoint`.
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
