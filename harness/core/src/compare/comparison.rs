//! Sequential comparison of two entrants: accumulated totals, the stopping rule, and the loop that plays blocks to a
//! verdict.

use std::ops::ControlFlow;

use rayon::ThreadPool;

use super::contest::{Block, BlockMeasure, Contest};
use super::question::Question;
use crate::job::for_each_task;
use crate::report::PathPoint;
use ergo_stats::confidence_sequence::ConfidenceSequence;
use ergo_stats::sequential::{BadTest, SequentialTest, TestStatus, Verdict};
use ergo_stats::{Interval, Moments};

/// A sequential test together with the totals of all counted blocks.
pub struct Comparison {
    test: SequentialTest,
    sequence: ConfidenceSequence,
    look_every: u64,
    cap: u64,
    /// Totals over all counted blocks.
    totals: Totals,
    path: Vec<PathPoint>,
}

/// Totals over the counted blocks of a comparison.
#[derive(Clone, Copy, Debug, Default)]
pub struct Totals {
    /// Number of blocks.
    pub blocks: u64,
    /// Number of matches that ended with a forfeit.
    pub faults: u64,
    /// Number of rounds.
    pub rounds: u64,
    /// Number of turns in all rounds.
    pub turns: u64,
    /// Moments of the block values.
    pub value: Moments,
    /// Moments of B's win share when B plays alone against A's.
    pub focal: Moments,
    /// Moments of A's win share when A plays alone against B's.
    pub reverse: Moments,
    /// Moments of the paired difference `focal - reverse`.
    pub difference: Moments,
    /// Moments of B's margin when B plays alone against A's, in points per match.
    pub focal_margin: Moments,
    /// Moments of A's margin when A plays alone against B's, in points per match.
    pub reverse_margin: Moments,
    /// Moments of the paired difference `focal_margin - reverse_margin`.
    pub margin_difference: Moments,
}

/// The probability that the confidence sequence ever excludes the true mean.
const ALWAYS: f64 = 0.05;

impl Comparison {
    /// Creates a comparison without blocks; each block has `matches` matches.
    ///
    /// # Errors
    ///
    /// Returns an error if the question has impossible hypotheses or error probabilities.
    pub fn new(question: &Question, matches: u32) -> Result<Self, BadTest> {
        let plan = question.plan(matches);
        let (look_every, cap) = (plan.look_every, plan.cap);
        let sequence = ConfidenceSequence::new(ALWAYS)?;
        let (totals, path) = (Totals::default(), Vec::new());
        Ok(Comparison { test: SequentialTest::new(plan)?, sequence, look_every, cap, totals, path })
    }

    /// Counts the next block of the schedule. Blocks after the verdict are ignored.
    ///
    /// # Errors
    ///
    /// Returns an error if the value of the block is not in 0 to 1.
    pub fn push(&mut self, block: &Block) -> Result<(), BadTest> {
        if self.verdict().is_some() {
            return Ok(());
        }
        self.test.push(block.value)?;
        self.sequence.push(block.value)?;
        let totals = &mut self.totals;
        totals.blocks += 1;
        totals.faults += block.faults;
        totals.rounds += block.rounds;
        totals.turns += block.turns;
        totals.value.push(block.value);
        totals.focal.push(block.focal);
        totals.reverse.push(block.reverse);
        totals.difference.push(block.focal - block.reverse);
        totals.focal_margin.push(block.focal_margin);
        totals.reverse_margin.push(block.reverse_margin);
        totals.margin_difference.push(block.focal_margin - block.reverse_margin);
        if totals.blocks.is_multiple_of(self.look_every) || totals.blocks == self.cap {
            let TestStatus { blocks, log_ratio, lower, upper, mean, .. } = self.test.status();
            self.path.push(PathPoint { blocks, log_ratio, lower, upper, mean, always: self.sequence.interval() });
        }
        Ok(())
    }

    /// Returns the verdict of the test, or `None` while it is running.
    pub fn verdict(&self) -> Option<Verdict> {
        self.test.verdict()
    }

    /// Returns the current state of the sequential test.
    pub fn standing(&self) -> TestStatus {
        self.test.status()
    }

    /// Returns the anytime-valid interval of the mean block value. The interval is widened to contain the observed
    /// mean, which the confidence sequence can exclude in rare cases after early luck.
    pub fn interval(&self) -> Interval {
        let (Interval { low, high }, mean) = (self.sequence.interval(), self.totals.value.mean());
        if self.blocks() == 0 { Interval { low, high } } else { Interval { low: low.min(mean), high: high.max(mean) } }
    }

    /// Returns the 95 % interval of the mean block value. It stays valid after the test has stopped.
    pub fn mean_interval(&self) -> Interval {
        self.test.interval()
    }

    /// Returns the variance of the difference between B and A on the same deal, divided by the variance of that
    /// difference on independent deals. Values below 1 show how much pairing by deal helps. `None` if nothing varies.
    pub fn variance_ratio(&self, by: BlockMeasure) -> Option<f64> {
        let Totals { focal, reverse, difference, focal_margin, reverse_margin, margin_difference, .. } = &self.totals;
        let (focal, reverse, difference) = match by {
            BlockMeasure::Wins => (focal, reverse, difference),
            BlockMeasure::Margin | BlockMeasure::Returns => (focal_margin, reverse_margin, margin_difference),
        };
        let apart = focal.variance()? + reverse.variance()?;
        (apart > 0.0).then_some(difference.variance()? / apart)
    }

    /// Returns the number of counted blocks.
    pub fn blocks(&self) -> u64 {
        self.totals.blocks
    }

    /// Returns the totals over all counted blocks.
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Returns the state of the test at each interim look.
    pub fn path(&self) -> &[PathPoint] {
        &self.path
    }

    /// Returns the estimate in normalised Elo, or `None` if all blocks have the same value.
    pub fn normalised_elo(&self) -> Option<f64> {
        self.test.normalised_elo()
    }
}

/// A callback that receives the new blocks and the comparison after counting them.
pub(super) type OnBlocks<'r, E> = &'r mut (dyn FnMut(&[Block], &Comparison) -> Result<(), E> + Send);

/// Plays blocks until the test of `comparison` reaches a verdict, starting after its last counted block. Calls `record`
/// with each batch of new blocks, in order, and the updated comparison.
///
/// # Errors
///
/// Returns the error of `record`, or the error of a block that cannot be counted.
///
/// # Panics
///
/// Panics if the test has no verdict after its last permitted block.
pub fn play<E: From<BadTest> + Send>(
    contest: &Contest<'_>,
    comparison: &mut Comparison,
    pool: &ThreadPool,
    record: OnBlocks<'_, E>,
) -> Result<Verdict, E> {
    let left = if comparison.verdict().is_some() { 0..0 } else { comparison.blocks()..comparison.cap };
    for_each_task(
        |number| contest.play(number + 1),
        left,
        Some(pool),
        |blocks| {
            let before = comparison.blocks();
            for block in blocks.iter() {
                comparison.push(block)?;
            }
            // Blocks after the verdict are not counted.
            record(&blocks[..(comparison.blocks() - before) as usize], comparison)?;
            Ok::<_, E>(if comparison.verdict().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        },
    )?;
    Ok(comparison.verdict().expect("a test ends with its last block"))
}
