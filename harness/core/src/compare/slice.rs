//! A comparison in slices of blocks, played anywhere and put together up to the verdict.
//!
//! The result of a block follows from its number alone, so slices are played without a look at the test. Whoever puts them
//! together counts the blocks in order and leaves out all that come after the verdict: the bytes are those of one machine.

use std::ops::{ControlFlow, Range};
use std::path::Path;

use rayon::ThreadPoolBuilder;

use super::contest::Block;
use super::folder::{Course, contest, finished, open, record};
use super::question::Question;
use super::record::{BLOCKS, HEADER, RecordError, asked, blocks};
use crate::digest;
use crate::experiment::Experiment;
use crate::folder::{Folder, FolderError};
use crate::job::{Opened, Progress, RunOptions, Slice, each};
use crate::programs::command_files::command_files;

/// SHA-256 of what is asked by `experiment` and `question`, as slices name it.
pub fn asked_digest(experiment: &str, question: &Question) -> String {
    digest::of_text(&format!("{experiment}{}", asked(question)))
}

/// Plays the blocks with these numbers, counted from 0, into the folder at `path`, all of them, whatever the verdict.
pub fn run_slice(
    experiment: &Experiment,
    question: &Question,
    path: &Path,
    slice: Range<u64>,
    options: &RunOptions,
) -> Result<(), RecordError> {
    let Opened::Begun(mut ledger) = open(experiment, question, path, slice.start, options.mode)? else {
        return Ok(());
    };
    ledger.play_with(&command_files(experiment.programs()), path)?;
    let contest = contest(experiment, question, path);
    let pool = ThreadPoolBuilder::new().num_threads(options.threads).build()?;
    each(
        |number| contest.play(number + 1),
        ledger.next()..slice.end,
        Some(&pool),
        |blocks| {
            contest.fit()?;
            record(&mut ledger, blocks, contest.matches())?;
            Ok::<_, RecordError>(ControlFlow::Continue(()))
        },
    )?;
    Ok(ledger.write()?)
}

/// The result of slices put together.
pub enum Added {
    /// The verdict: the comparison is finished, with this answer.
    Answered(String),
    /// So many blocks are there, and no verdict yet.
    Open(u64),
}

/// Adds `slices`, which lie one after the other, to the comparison in the folder at `path`, begun if there is none, as far as it
/// does not hold them; up to the verdict, with which it is finished.
pub fn add_slices(
    experiment: &Experiment,
    question: &Question,
    path: &Path,
    slices: &[Slice<'_>],
    options: &RunOptions,
) -> Result<Added, RecordError> {
    let mut course = match open(experiment, question, path, 0, options.mode)? {
        Opened::Finished(folder) => return Ok(Added::Answered(finished(&folder)?.answer)),
        Opened::Begun(ledger) => Course::begun(experiment, question, path, *ledger)?,
    };
    for slice in slices.iter() {
        if course.comparison.verdict().is_some() {
            break;
        }
        if slice.end() <= course.ledger.next() {
            continue;
        }
        if slice.work.first != course.ledger.next() {
            let holds = format!("a comparison up to block {}", course.ledger.next());
            let expected = format!("one up to block {}, where a slice begins", slice.work.first);
            return Err(FolderError::Other { path: path.to_owned(), holds, expected }.into());
        }
        course.ledger.play_with(&slice.work.programs, slice.folder)?;
        course.add(&blocks_of(slice)?)?;
        course.ledger.add_seconds(slice.work.seconds);
        course.ledger.write()?;
    }
    if course.comparison.verdict().is_none() {
        course.ledger.write()?;
        return Ok(Added::Open(course.ledger.next()));
    }
    Ok(Added::Answered(course.conclude(options)?.answer))
}

/// The blocks of a slice, which must be those that were written down.
fn blocks_of(slice: &Slice<'_>) -> Result<Vec<Block>, RecordError> {
    let Progress { first, tasks, parts, .. } = slice.work;
    let folder = Folder::open(slice.folder)?;
    let path = folder.part(BLOCKS);
    let wrong = |error: &str| FolderError::NotReadable { path: path.clone(), error: error.to_owned() };
    let bytes = folder.read_part(BLOCKS)?.ok_or_else(|| wrong("missing"))?;
    let [part] = parts.as_slice() else { return Err(wrong("other parts than those of a comparison").into()) };
    if part.name != BLOCKS || part.bytes != bytes.len() as u64 || part.sha256 != digest::of_bytes(&bytes) {
        return Err(wrong("other bytes than were written").into());
    }
    let text = String::from_utf8(bytes).map_err(|_| wrong("not UTF-8"))?;
    let headed = if *first == 0 { text } else { format!("{HEADER}{text}") };
    let blocks = blocks(&path, &headed)?;
    if blocks.len() as u64 != *tasks {
        return Err(wrong("another number of blocks than were written").into());
    }
    Ok(blocks)
}
