//! Is B better than A? Played block by block until the answer is clear, or the cap comes.
//!
//! A block is one deal. With two seats it is the match in both seatings. With more it is B alone among A's in every seat, and
//! A alone among B's in every seat: B may do well among A's and A among B's, in a game that is no contest of two. If both
//! sit among the same others, a block is the match of B and that of A in every seat.
//!
//! The value of a block lies from 0 to 1, one half where neither is better. By wins it is one half and half of B's share less
//! A's, of two seats B's share. By margin it is the same of margins, with the largest that a match allows for 1.
//!
//! The test looks at blocks in the order of their deals, whatever the order in which they were played, so that its verdict
//! and length depend on the seed only. Blocks after the verdict do not count.

mod contest;
pub mod folder;
pub mod pilot;
pub mod record;

use ergo_agents::roster::Roster;
use ergo_engine::options::Configurable;
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

pub use contest::{Block, By, Contest};

use crate::report::{Point, Scale};
use crate::stats::confidence_sequence::ConfidenceSequence;
use crate::stats::sequential::{BadTest, Hypotheses, Plan, SequentialTest, Standing, Verdict};
use crate::stats::stopped::Estimate;
use crate::stats::{Interval, Moments};

/// What is asked, and how sure the answer must be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// One agent, as its user wrote it.
    pub a: String,
    /// The one that might be better.
    pub b: String,
    /// The others that both sit among, if they do not sit among each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// What the values of blocks are made of.
    #[serde(default, skip_serializing_if = "By::is_wins")]
    pub by: By,
    /// The most of B's advantage under H0, in normalised Elo.
    pub zero: f64,
    /// The least of it under H1.
    pub one: f64,
    /// Probability of calling B better under H0, at most.
    pub alpha: f64,
    /// Probability of calling B not better under H1, at most.
    pub beta: f64,
    /// Blocks after which there is no verdict.
    pub cap: u64,
}

impl Question {
    /// The sequential test of blocks of `matches` matches.
    pub fn plan(&self, matches: u32) -> Plan {
        let hypotheses = Hypotheses::Normalised { zero: self.zero, one: self.one, even: 0.5, matches };
        Plan { alpha: self.alpha, beta: self.beta, ..Plan::new(hypotheses, self.cap) }
    }

    /// From the value of a block to B's advantage: over one half where A and B sit among each other, over A where both sit
    /// among the same others.
    pub fn scale(&self, largest_margin: f64) -> Scale {
        let sides = if self.against.is_some() { 2.0 } else { 1.0 };
        match self.by {
            By::Wins => Scale::Wins(sides),
            By::Margin => Scale::Points(sides * 2.0 * largest_margin),
        }
    }
}

/// A test with all it has counted.
pub struct Comparison {
    test: SequentialTest,
    sequence: ConfidenceSequence,
    look_every: u64,
    cap: u64,
    /// All blocks counted, one after the other.
    totals: Totals,
    path: Vec<Point>,
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
            let Standing { blocks, log_ratio, lower, upper, mean, .. } = self.test.standing();
            self.path.push(Point { blocks, log_ratio, lower, upper, mean, always: self.sequence.interval() });
        }
        Ok(())
    }

    /// How the test ended, once it has.
    pub fn verdict(&self) -> Option<Verdict> {
        self.test.verdict()
    }

    /// Where the test stands.
    pub fn standing(&self) -> Standing {
        self.test.standing()
    }

    /// Where the mean of the blocks lies, at any time it is asked.
    pub fn interval(&self) -> Interval {
        self.sequence.interval()
    }

    /// The mean of the blocks freed of the bias that stopping gave it, and its 95 % interval. Nothing before the verdict, or
    /// where all blocks are alike.
    pub fn corrected(&self) -> Option<Estimate> {
        self.test.corrected()
    }

    /// The variance of a block's difference between B and A by that of a difference between B on one deal and A on another:
    /// what it is worth that both play the same deals. Nothing where nothing varies.
    pub fn variance_ratio(&self, by: By) -> Option<f64> {
        let Totals { focal, reverse, difference, focal_margin, reverse_margin, margin_difference, .. } = &self.totals;
        let (focal, reverse, difference) = match by {
            By::Wins => (focal, reverse, difference),
            By::Margin => (focal_margin, reverse_margin, margin_difference),
        };
        let apart = focal.variance()? + reverse.variance()?;
        (apart > 0.0).then_some(difference.variance()? / apart)
    }

    /// Blocks counted.
    pub fn blocks(&self) -> u64 {
        self.totals.blocks
    }

    /// What all of them come to.
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Where the test stood at each look.
    pub fn path(&self) -> &[Point] {
        &self.path
    }

    /// The estimate in normalised Elo; nothing where all blocks are alike.
    pub fn normalised_elo(&self) -> Option<f64> {
        self.test.normalised_elo()
    }

    /// How many blocks there are to the next look, or to the cap.
    fn to_next_look(&self) -> u64 {
        (self.look_every - self.blocks() % self.look_every).min(self.cap - self.blocks())
    }
}

/// Plays on from where `comparison` stands to its verdict. Every lot of new blocks is shown to `record`, in order, with the
/// comparison as it stands after them.
pub fn play<G: Configurable + Roster, E: From<BadTest>>(
    contest: &Contest<'_, G>,
    comparison: &mut Comparison,
    pool: &ThreadPool,
    mut record: impl FnMut(&[Block], &Comparison) -> Result<(), E>,
) -> Result<Verdict, E> {
    loop {
        if let Some(verdict) = comparison.verdict() {
            return Ok(verdict);
        }
        let first = comparison.blocks();
        let deals = first + 1..first + 1 + comparison.to_next_look();
        let blocks: Vec<Block> = pool.install(|| deals.into_par_iter().map(|deal| contest.play(deal)).collect());
        for block in &blocks {
            comparison.push(block)?;
        }
        record(&blocks, comparison)?;
    }
}
