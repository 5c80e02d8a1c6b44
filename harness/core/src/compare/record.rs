//! The record of a comparison: the experiment with its question, and a row a block. Enough to go on from.

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
/// The name of the file with a row a block.
pub(crate) const BLOCKS: &str = "blocks.csv";
/// Its first line.
pub(super) const HEADER: &str = "deal,focal,reverse,value,faults,rounds,turns,focal_margin,reverse_margin\n";

/// Why a comparison cannot be recorded or resumed.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The folder.
    #[error("{0}")]
    Folder(#[from] FolderError),
    /// The test.
    #[error("{0}")]
    Test(#[from] BadTest),
    /// A row that is no block.
    #[error("{0}: row {1} is no block, expected {columns}", columns = HEADER.trim_end())]
    Row(String, usize),
    /// Rows that are not those of the run.
    #[error(transparent)]
    Recorded(#[from] ResultsError),
    /// The replay of the comparison.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// Programs outside.
    #[error("{0}; what was played before is kept: --resume goes on")]
    Programs(#[from] StartError),
    /// A program that never answered.
    #[error(transparent)]
    NeverAnswered(#[from] NeverAnswered),
    /// The threads.
    #[error("--threads: {0}, expected fewer threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Blocks as rows.
pub(super) fn rows(blocks: &[Block]) -> String {
    let mut rows = String::new();
    for block in blocks {
        let Block { deal, focal, reverse, value, faults, rounds, turns, focal_margin, reverse_margin } = block;
        writeln!(rows, "{deal},{focal},{reverse},{value},{faults},{rounds},{turns},{focal_margin},{reverse_margin}")
            .expect("a String takes every text");
    }
    rows
}

/// The question as it is written down.
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

/// The blocks of a `blocks.csv`, which lies at `path` and says `text`.
pub(super) fn blocks(path: &Path, text: &str) -> Result<Vec<Block>, RecordError> {
    let wrong = |row| RecordError::Row(path.display().to_string(), row);
    let rows = text.strip_prefix(HEADER).ok_or_else(|| wrong(0))?;
    rows.lines().enumerate().map(|(i, line)| read_row(line).ok_or_else(|| wrong(i + 1))).collect()
}

/// The question of the comparison that was played.
pub(super) fn question_of(recorded: &ResultsDir) -> Result<Question, ResultsError> {
    Ok(question(recorded.path.join(QUESTION), recorded.text(QUESTION)?.as_bytes())?)
}

/// The question that the file at `path` says in `text`.
fn question(path: PathBuf, text: &[u8]) -> Result<Question, FolderError> {
    let wrong = |error: String| FolderError::NotReadable { path: path.clone(), error };
    let question = serde_json::from_slice(text).map_err(|error| wrong(error.to_string()))?;
    // The number of matches is not known here, and changes nothing of what is wrong.
    Comparison::new(&question, 1).map_err(|error| wrong(error.to_string()))?;
    Ok(question)
}

/// The blocks recorded at `path`, a `blocks.csv`.
pub(super) fn read(path: &Path) -> Result<Vec<Block>, RecordError> {
    let text = regular::read(path).map_err(|error| FolderError::io(path, "cannot be read", error))?;
    let text = String::from_utf8_lossy(&text);
    blocks(path, &text)
}
