//! The result of a comparison, as its report needs it.

use super::players::Player;
use crate::job::manifest::FileEntry;
use ergo_stats::sequential::Verdict;
use ergo_stats::{Interval, Moments};

/// The state of a sequential test at one interim look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathPoint {
    /// Number of counted blocks.
    pub blocks: u64,
    /// The logarithm of the likelihood ratio.
    pub log_ratio: f64,
    /// H1 is rejected at or below this value.
    pub lower: f64,
    /// H1 is accepted at or above this value.
    pub upper: f64,
    /// The mean block value.
    pub mean: f64,
    /// The confidence sequence: contains the true mean at all looks simultaneously.
    pub always: Interval,
}

/// The unit of B's advantage, with the advantage that corresponds to a difference of 1 between block values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// Win shares.
    Wins(f64),
    /// Margins in points per match.
    Points(f64),
    /// Returns in points per match.
    Returns(f64),
}

impl Scale {
    /// Returns the advantage that corresponds to a difference of 1 between block values.
    pub fn unit(self) -> f64 {
        match self {
            Scale::Wins(unit) | Scale::Points(unit) | Scale::Returns(unit) => unit,
        }
    }

    /// Returns B's advantage if the mean block value is `value`.
    pub fn advantage(self, value: f64) -> f64 {
        (value - 0.5) * self.unit()
    }
}

/// The result of a comparison, as its report needs it.
pub struct ComparisonSummary<'a> {
    /// The names of A and B.
    pub names: [&'a str; 2],
    /// Descriptions of A, B and the others.
    pub players: Vec<Player>,
    /// The name of the other entrants, if A and B do not play each other.
    pub against: Option<&'a str>,
    /// Number of seats at a table.
    pub seats: usize,
    /// Number of matches in a block.
    pub matches: u32,
    /// The master seed of all random streams.
    pub seed: u64,
    /// The unit of the advantage.
    pub scale: Scale,
    /// The advantage of B under H0 and under H1, in normalised Elo.
    pub hypotheses: [f64; 2],
    /// The error probabilities α and β.
    pub errors: [f64; 2],
    /// The largest number of blocks.
    pub cap: u64,
    /// The verdict of the test, if it has ended.
    pub verdict: Option<Verdict>,
    /// The 95 % interval of the mean block value, valid after the test has stopped.
    pub interval: Interval,
    /// The estimate in normalised Elo; `None` if all blocks are equal.
    pub normalised: Option<f64>,
    /// Number of blocks.
    pub blocks: u64,
    /// Number of matches that ended with a fault.
    pub faults: u64,
    /// The moments of block values; 0.5 is even.
    pub value: Moments,
    /// The win shares of B alone among A's, or among the others.
    pub focal: Moments,
    /// The win shares of A alone among B's, or among the others.
    pub reverse: Moments,
    /// The margins of B alone, then of A alone, in points per match.
    pub margins: [Moments; 2],
    /// The variance of their difference on the same deals, divided by that on different deals.
    pub variance_ratio: Option<f64>,
    /// The confidence sequence of the mean block value, valid at every look simultaneously.
    pub always: Interval,
    /// The state of the test at each look.
    pub path: &'a [PathPoint],
    /// The row files.
    pub rows: &'a [FileEntry],
    /// The row files that were changed after the comparison.
    pub changed: Vec<String>,
}
