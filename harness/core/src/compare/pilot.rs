//! A comparison that was played, as a pilot for planning the next.

use super::contest::{Block, BlockMeasure, Contest};
use super::question::Question;
use super::record::{BLOCKS, RecordError, question_of, read};
use crate::experiment::Experiment;
use crate::job::programs::Programs;
use crate::run::results_dir::ResultsDir;

/// A comparison that was played, as a pilot of the next.
pub struct Pilot {
    /// Its question.
    pub question: Question,
    /// How many sit at a table.
    pub seats: usize,
    /// Matches in a block.
    pub matches: u32,
    /// Points that a value of 1 stands for by margin.
    pub largest_margin: f64,
    /// Its blocks, in order.
    pub blocks: Vec<Block>,
}

impl Pilot {
    /// The pilot that is `recorded`, of the comparison that `experiment` describes.
    pub fn read(experiment: &Experiment, recorded: &ResultsDir) -> Result<Self, RecordError> {
        recorded.rows(&[BLOCKS], false)?;
        let contest = Contest::new(experiment, Programs::new(None));
        Ok(Pilot {
            question: question_of(recorded)?,
            seats: contest.seats().get(),
            matches: contest.matches(),
            largest_margin: contest.largest_margin(),
            blocks: read(&recorded.path.join(BLOCKS))?,
        })
    }

    /// The values of its blocks by a yardstick, which need not be the one it was played for.
    pub fn values(&self, by: BlockMeasure) -> Vec<f64> {
        self.blocks.iter().map(|block| block.value_by(by, self.largest_margin)).collect()
    }
}
