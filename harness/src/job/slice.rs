//! Slices of a job, put one after the other.

use std::path::Path;

use super::claim::{Claim, other_slice};
use super::ledger::{Ledger, Opened};
use super::options::Mode;
use super::progress::Progress;
use crate::folder::{Folder, FolderError, PROGRESS};

/// Makes of the slices in the folders at `slices`, in this order and each whole, what work in `folder` would have left that was
/// interrupted after the last of them: whoever goes on with it finishes the job. A slice in which the job ended is the last.
pub fn join(folder: Folder, claim: &Claim<'_>, slices: &[&Path]) -> Result<(), FolderError> {
    let mut ledger = match Ledger::open(folder, claim, Mode::Begin)? {
        Opened::Begun(ledger) => ledger,
        Opened::Finished(folder) => {
            return Err(FolderError::There { path: folder.path().to_owned(), what: claim.what });
        }
    };
    for path in slices {
        let source = Folder::open(path)?;
        let none = || FolderError::NotReadable { path: source.file(PROGRESS), error: "missing".to_owned() };
        let slice = Progress::read(&source)?.ok_or_else(none)?;
        if slice.asked != claim.digest() {
            return Err(claim.other(&source));
        }
        if slice.program != ledger.progress().program {
            return Err(claim.other_program(&source));
        }
        if slice.first != ledger.next() {
            return Err(other_slice(&source, slice.first, ledger.next()));
        }
        claim.has_parts(&source, &slice)?;
        for (place, (length, (name, head))) in slice.parts.iter().zip(claim.rows).enumerate() {
            let skipped = if slice.first == 0 { head.len() as u64 } else { 0 };
            ledger.parts().copy(place, (&source.part(name), length), skipped)?;
        }
        ledger.count(slice.tasks, slice.played);
        ledger.add_seconds(slice.seconds);
        if slice.stopped {
            ledger.stop();
            break;
        }
    }
    ledger.write()
}
