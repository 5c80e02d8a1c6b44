//! What is written down of a comparison: the experiment with its question, and a row a block. Enough to go on from.

use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write as _;

use super::Question;
use super::contest::Block;
use crate::folder::{EXPERIMENT, Folder, FolderError};
use crate::run::Mode;
use crate::stats::sequential::BadTest;
use crate::verify::VerifyError;

/// The name of the file with the question of a comparison.
pub const QUESTION: &str = "question.json";
/// The name of the file with a row a block.
pub(super) const BLOCKS: &str = "blocks.csv";
const HEADER: &str = "deal,focal,reverse,value,faults,rounds,turns,focal_margin,reverse_margin\n";

/// Why a comparison cannot be recorded or resumed.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The folder.
    #[error("{0}")]
    Folder(#[from] FolderError),
    /// The test.
    #[error("{0}")]
    Test(#[from] BadTest),
    /// Another comparison is in the folder.
    #[error(
        "{0}: another comparison is there, expected an empty folder, the same comparison with --resume, or --fresh"
    )]
    Another(String),
    /// The same comparison is in the folder.
    #[error("{0}: this comparison is there already, expected --resume to go on, or --fresh to start over")]
    Begun(String),
    /// A row that is no block.
    #[error("{0}: row {1} is no block, expected {columns}", columns = HEADER.trim_end())]
    Row(String, usize),
    /// What was to be played again.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// The threads.
    #[error("--threads: {0}, expected fewer threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// The folder of one comparison.
pub struct Record {
    folder: Folder,
}

impl Record {
    /// Opens the record of the comparison that `experiment` and `question` describe, with the blocks it holds already if
    /// it is to be resumed.
    pub fn open(
        folder: Folder,
        experiment: &str,
        question: &Question,
        mode: Mode,
    ) -> Result<(Self, Vec<Block>), RecordError> {
        let name = folder.path().display().to_string();
        let record = Record { folder };
        let asked = asked(question);
        let there = (record.folder.read(EXPERIMENT)?, record.folder.read(QUESTION)?);
        let nothing = there == (None, None);
        let same = there == (Some(experiment.as_bytes().to_vec()), Some(asked.as_bytes().to_vec()));
        if !nothing && mode != Mode::Fresh {
            if !same {
                return Err(RecordError::Another(name));
            }
            if mode != Mode::Resume {
                return Err(RecordError::Begun(name));
            }
            let blocks = record.blocks()?;
            return Ok((record, blocks));
        }
        record.folder.remove(BLOCKS)?;
        record.folder.write_whole(EXPERIMENT, experiment)?;
        record.folder.write_whole(QUESTION, &asked)?;
        record.folder.write_whole(BLOCKS, HEADER)?;
        Ok((record, Vec::new()))
    }

    /// The record in a folder that holds one.
    pub(super) fn at(folder: Folder) -> Self {
        Record { folder }
    }

    /// Gives up all blocks.
    pub fn empty(&self) -> Result<(), RecordError> {
        Ok(self.folder.write_whole(BLOCKS, HEADER)?)
    }

    /// The blocks of whole rows; a row torn by a kill is cut off.
    fn blocks(&self) -> Result<Vec<Block>, RecordError> {
        let path = self.folder.file(BLOCKS);
        let text = self.folder.read(BLOCKS)?.unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        if !whole.starts_with(HEADER) {
            self.folder.write_whole(BLOCKS, HEADER)?;
            return Ok(Vec::new());
        }
        let row = |(i, line): (usize, &str)| {
            let block = read_row(line).filter(|block| block.deal == i as u64 + 1);
            block.ok_or_else(|| RecordError::Row(path.display().to_string(), i + 1))
        };
        let blocks = whole[HEADER.len()..].lines().enumerate().map(row).collect::<Result<Vec<_>, _>>()?;
        if whole.len() < text.len() {
            self.folder.write_whole(BLOCKS, whole)?;
        }
        Ok(blocks)
    }

    /// Drops all rows after the first `count`.
    pub fn keep(&self, count: u64) -> Result<(), RecordError> {
        let text = self.folder.read(BLOCKS)?.unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        // The header is a line, too.
        let kept: String = text.split_inclusive('\n').take(1 + count as usize).collect();
        Ok(self.folder.write_whole(BLOCKS, &kept)?)
    }

    /// Adds blocks to the rows.
    pub fn append(&self, blocks: &[Block]) -> Result<(), RecordError> {
        let mut rows = String::new();
        for block in blocks {
            let Block { deal, focal, reverse, value, faults, rounds, turns, focal_margin, reverse_margin } = block;
            writeln!(
                rows,
                "{deal},{focal},{reverse},{value},{faults},{rounds},{turns},{focal_margin},{reverse_margin}"
            )
            .expect("a String takes every text");
        }
        let path = self.folder.file(BLOCKS);
        let file = OpenOptions::new().append(true).open(&path);
        let written = file.and_then(|mut file| file.write_all(rows.as_bytes()));
        written.map_err(|error| FolderError::io(&path, "cannot be written", error).into())
    }

    /// The folder.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }
}

/// The question as it is written down.
pub(super) fn asked(question: &Question) -> String {
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

/// The blocks recorded at `path`, a `blocks.csv`.
pub(super) fn read(path: &std::path::Path) -> Result<Vec<Block>, RecordError> {
    let text = fs::read_to_string(path).map_err(|error| FolderError::io(path, "cannot be read", error))?;
    let wrong = |row| RecordError::Row(path.display().to_string(), row);
    let rows = text.strip_prefix(HEADER).ok_or_else(|| wrong(0))?;
    rows.lines().enumerate().map(|(i, line)| read_row(line).ok_or_else(|| wrong(i + 1))).collect()
}
