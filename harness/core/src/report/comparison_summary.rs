//! A comparison of two, with all that is said of it.

use super::players::Player;
use crate::job::manifest::FileEntry;
use ergo_stats::sequential::Verdict;
use ergo_stats::{Interval, Moments};

/// Where a sequential test stood at one look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathPoint {
    /// Blocks counted.
    pub blocks: u64,
    /// The logarithm of the likelihood ratio.
    pub log_ratio: f64,
    /// H1 is rejected at or below this.
    pub lower: f64,
    /// H1 is accepted at or above this.
    pub upper: f64,
    /// The mean of the blocks.
    pub mean: f64,
    /// Holds the true mean at all looks together.
    pub always: Interval,
}

/// The unit of B's advantage, and what an advantage of a block's value over one half, were it 1, comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// Shares of the wins.
    Wins(f64),
    /// Margins, in points a match.
    Points(f64),
    /// Returns, in points a match.
    Returns(f64),
}

impl Scale {
    /// The advantage of a value of 1 over one of 0.
    pub fn unit(self) -> f64 {
        match self {
            Scale::Wins(unit) | Scale::Points(unit) | Scale::Returns(unit) => unit,
        }
    }

    /// B's advantage where blocks have this value.
    pub fn advantage(self, value: f64) -> f64 {
        (value - 0.5) * self.unit()
    }
}

/// The result of a comparison, as its report needs it.
pub struct ComparisonSummary<'a> {
    /// A, and B, which might be better.
    pub names: [&'a str; 2],
    /// A, B and the others.
    pub players: Vec<Player>,
    /// The others that both sit among, if they do not sit among each other.
    pub against: Option<&'a str>,
    /// How many sit at a table.
    pub seats: usize,
    /// Matches in a block.
    pub matches: u32,
    /// The number all seeds derive from.
    pub seed: u64,
    /// The unit of the advantage.
    pub scale: Scale,
    /// The most of B's advantage under H0 and the least under H1, in normalised Elo.
    pub hypotheses: [f64; 2],
    /// The probabilities of both errors, α and β.
    pub errors: [f64; 2],
    /// Blocks after which it stays open.
    pub cap: u64,
    /// How the test ended, if it has.
    pub verdict: Option<Verdict>,
    /// The 95 % interval of the mean of the values, which holds after the test has stopped.
    pub interval: Interval,
    /// The estimate in normalised Elo; nothing where all blocks are alike.
    pub normalised: Option<f64>,
    /// Blocks played.
    pub blocks: u64,
    /// Matches that ended by a fault.
    pub faults: u64,
    /// The values of the blocks: one half is even.
    pub value: Moments,
    /// The win shares of B alone among A's, or among the others.
    pub focal: Moments,
    /// The win shares of A alone among B's, or among the others.
    pub reverse: Moments,
    /// The margins of B alone, then of A alone, in points a match.
    pub margins: [Moments; 2],
    /// The variance of their difference on the same deals by that on different ones.
    pub variance_ratio: Option<f64>,
    /// Holds the true mean of the values at every look together: a confidence sequence.
    pub always: Interval,
    /// Where the test stood at each look.
    pub path: &'a [PathPoint],
    /// The files of rows.
    pub rows: &'a [FileEntry],
    /// Those of them that were changed after the comparison.
    pub changed: Vec<String>,
}
