//! A finished comparison used as a pilot for planning the next one.

use super::contest::{Block, BlockMeasure, Contest};
use super::question::Question;
use super::record::{BLOCKS, RecordError, question_of, read};
use crate::experiment::Experiment;
use crate::job::programs::Programs;
use crate::run::results_dir::ResultsDir;

/// The blocks of a finished comparison, used for planning the next one.
pub struct Pilot {
    /// The question of the comparison.
    pub question: Question,
    /// Number of seats at a table.
    pub seats: usize,
    /// Number of matches in a block.
    pub matches: u32,
    /// Margin in points that corresponds to a block value of 1.
    pub largest_margin: f64,
    /// The blocks in the order of their deals.
    pub blocks: Vec<Block>,
}

impl Pilot {
    /// Reads the comparison in the folder `recorded`, which `experiment` describes.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder is not a comparison or was changed after the run.
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

    /// Returns the values of the blocks by the measure `by`, which may differ from the one of the comparison.
    pub fn values(&self, by: BlockMeasure) -> Vec<f64> {
        self.blocks.iter().map(|block| block.value_by(by, self.largest_margin)).collect()
    }
}
