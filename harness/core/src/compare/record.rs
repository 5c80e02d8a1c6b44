//! The stored form of a comparison: the experiment, the question, and one row per block. It is sufficient to resume the
//! comparison.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::comparison::Comparison;
use super::contest::Block;
use super::question::Question;
use crate::job::programs::StartError;
use crate::run::first_matches::NeverAnswered;
use crate::run::results_dir::{ResultsDir, ResultsError};
use crate::run::verify::VerifyError;
use crate::storage::folder::{FolderError, regular};
use ergo_stats::sequential::BadTest;

/// The name of the file with the question of a comparison.
pub const QUESTION: &str = "question.json";
/// The name of the file with one row per block.
pub const BLOCKS: &str = "blocks.csv";
/// The header of `blocks.csv`.
pub(super) const HEADER: &str = "deal,focal,reverse,value,faults,rounds,turns,focal_margin,reverse_margin\n";

/// An error while recording, resuming or verifying a comparison.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The folder cannot be used.
    #[error("{0}")]
    Folder(#[from] FolderError),
    /// The sequential test is invalid.
    #[error("{0}")]
    Test(#[from] BadTest),
    /// A row is not a block: file and row number.
    #[error("{0}: row {1} is not a block, expected {columns}", columns = HEADER.trim_end())]
    Row(String, usize),
    /// The results folder is incomplete or was changed.
    #[error(transparent)]
    Recorded(#[from] ResultsError),
    /// The comparison cannot be repeated.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// An external program cannot be started.
    #[error("{0}; finished matches are kept: use --resume to continue")]
    Programs(#[from] StartError),
    /// An external program never answered.
    #[error(transparent)]
    NeverAnswered(#[from] NeverAnswered),
    /// The worker threads cannot be started.
    #[error("--threads: {0}, expected fewer threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Formats blocks as CSV rows.
pub(super) fn rows(blocks: &[Block]) -> String {
    let mut rows = String::new();
    for block in blocks {
        let Block { deal, focal, reverse, value, faults, rounds, turns, focal_margin, reverse_margin } = block;
        writeln!(rows, "{deal},{focal},{reverse},{value},{faults},{rounds},{turns},{focal_margin},{reverse_margin}")
            .expect("a String takes every text");
    }
    rows
}

/// Formats the question as JSON.
pub(super) fn question_text(question: &Question) -> String {
    format!("{}\n", serde_json::to_string(question).expect("texts and numbers are JSON"))
}

fn read_row(line: &str) -> Option<Block> {
    let mut fields = line.split(',');
    let deal = fields.next()?.parse().ok()?;
    let mut share = || fields.next()?.parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share));
    let (focal, reverse, value) = (share()?, share()?, share()?);
    let mut count = || fields.next()?.parse().ok();
    let (faults, rounds, turns) = (count()?, count()?, count()?);
    let mut points = || fields.next()?.parse::<f64>().ok().filter(|points| points.is_finite());
    let (focal_margin, reverse_margin) = (points()?, points()?);
    let block = Block { deal, focal, reverse, value, faults, rounds, turns, focal_margin, reverse_margin };
    fields.next().is_none().then_some(block)
}

/// Parses the blocks in `text`, the content of the `blocks.csv` at `path`.
pub(super) fn blocks(path: &Path, text: &str) -> Result<Vec<Block>, RecordError> {
    let wrong = |row| RecordError::Row(path.display().to_string(), row);
    let rows = text.strip_prefix(HEADER).ok_or_else(|| wrong(0))?;
    rows.lines().enumerate().map(|(i, line)| read_row(line).ok_or_else(|| wrong(i + 1))).collect()
}

/// Reads the question of a recorded comparison.
pub(super) fn question_of(recorded: &ResultsDir) -> Result<Question, ResultsError> {
    Ok(question(recorded.path.join(QUESTION), recorded.text(QUESTION)?.as_bytes())?)
}

/// Parses the question in `text`, the content of the file at `path`.
fn question(path: PathBuf, text: &[u8]) -> Result<Question, FolderError> {
    let wrong = |error: String| FolderError::NotReadable { path: path.clone(), error };
    let question = serde_json::from_slice(text).map_err(|error| wrong(error.to_string()))?;
    // The number of matches is unknown here and does not affect the checks.
    Comparison::new(&question, 1).map_err(|error| wrong(error.to_string()))?;
    Ok(question)
}

/// Reads the blocks in the `blocks.csv` at `path`.
pub(super) fn read(path: &Path) -> Result<Vec<Block>, RecordError> {
    let text = regular::read(path).map_err(|error| FolderError::io(path, "cannot be read", error))?;
    let text = String::from_utf8_lossy(&text);
    blocks(path, &text)
}
