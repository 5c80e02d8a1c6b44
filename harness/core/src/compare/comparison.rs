//! The sequential test of a comparison, with all that it has counted, and how it is played to its verdict.

use std::ops::ControlFlow;

use rayon::ThreadPool;

use super::contest::{Block, BlockMeasure, Contest};
use super::question::Question;
use crate::job::for_each_task;
use crate::report::PathPoint;
use ergo_stats::confidence_sequence::ConfidenceSequence;
use ergo_stats::sequential::{BadTest, SequentialTest, TestStatus, Verdict};
use ergo_stats::{Interval, Moments};

/// A test with all it has counted.
pub struct Comparison {
    test: SequentialTest,
    sequence: ConfidenceSequence,
    look_every: u64,
    cap: u64,
    /// All blocks counted, one after the other.
    totals: Totals,
    path: Vec<PathPoint>,
}

/// Sums over blocks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Totals {
    /// Blocks.
    pub blocks: u64,
    /// Matches that ended by a fault.
    pub faults: u64,
    /// Rounds.
    pub rounds: u64,
    /// Turns of those rounds.
    pub turns: u64,
    /// Values of the blocks.
    pub value: Moments,
    /// Shares of B alone among A's.
    pub focal: Moments,
    /// Shares of A alone among B's.
    pub reverse: Moments,
    /// The difference of the two.
    pub difference: Moments,
    /// Margins of B alone, in points a match.
    pub focal_margin: Moments,
    /// Margins of A alone, in points a match.
    pub reverse_margin: Moments,
    /// The difference of the two.
    pub margin_difference: Moments,
}

/// The probability that the confidence sequence ever leaves out the truth.
const ALWAYS: f64 = 0.05;

impl Comparison {
    /// A comparison that has seen nothing, in blocks of `matches` matches.
    pub fn new(question: &Question, matches: u32) -> Result<Self, BadTest> {
        let plan = question.plan(matches);
        let (look_every, cap) = (plan.look_every, plan.cap);
        let sequence = ConfidenceSequence::new(ALWAYS)?;
        let (totals, path) = (Totals::default(), Vec::new());
        Ok(Comparison { test: SequentialTest::new(plan)?, sequence, look_every, cap, totals, path })
    }

    /// Counts the next block of the schedule; after the verdict none.
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

    /// How the test ended, once it has.
    pub fn verdict(&self) -> Option<Verdict> {
        self.test.verdict()
    }

    /// Where the test stands.
    pub fn standing(&self) -> TestStatus {
        self.test.status()
    }

    /// The anytime-valid interval of the mean of the blocks. It is extended to the mean as seen, which the confidence sequence
    /// excludes in rare cases after early luck.
    pub fn interval(&self) -> Interval {
        let (Interval { low, high }, mean) = (self.sequence.interval(), self.totals.value.mean());
        if self.blocks() == 0 { Interval { low, high } } else { Interval { low: low.min(mean), high: high.max(mean) } }
    }

    /// The 95 % interval of the mean of the blocks as seen, which holds after the test has stopped.
    pub fn mean_interval(&self) -> Interval {
        self.test.interval()
    }

    /// The variance of a block's difference between B and A by that of a difference between B on one deal and A on another:
    /// what it is worth that both play the same deals. Nothing where nothing varies.
    pub fn variance_ratio(&self, by: BlockMeasure) -> Option<f64> {
        let Totals { focal, reverse, difference, focal_margin, reverse_margin, margin_difference, .. } = &self.totals;
        let (focal, reverse, difference) = match by {
            BlockMeasure::Wins => (focal, reverse, difference),
            BlockMeasure::Margin | BlockMeasure::Returns => (focal_margin, reverse_margin, margin_difference),
        };
        let apart = focal.variance()? + reverse.variance()?;
        (apart > 0.0).then_some(difference.variance()? / apart)
    }

    /// Blocks counted.
    pub fn blocks(&self) -> u64 {
        self.totals.blocks
    }

    /// The comparison that all of them come to.
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Where the test stood at each look.
    pub fn path(&self) -> &[PathPoint] {
        &self.path
    }

    /// The estimate in normalised Elo; nothing where all blocks are alike.
    pub fn normalised_elo(&self) -> Option<f64> {
        self.test.normalised_elo()
    }
}

/// Who is shown new blocks, and the comparison as it stands after them.
pub(super) type OnBlocks<'r, E> = &'r mut (dyn FnMut(&[Block], &Comparison) -> Result<(), E> + Send);

/// Plays on from where `comparison` stands to its verdict. Every lot of new blocks is shown to `record`, in order, with the
/// comparison as it stands after them.
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
