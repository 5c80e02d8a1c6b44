//! The question of a comparison.

use serde::{Deserialize, Serialize};

use super::contest::BlockMeasure;
use crate::report::Scale;
use ergo_stats::sequential::{Hypotheses, Plan};

/// The question, and how sure the answer must be.
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
    /// The values of blocks: wins, margin or returns.
    #[serde(default, skip_serializing_if = "BlockMeasure::is_wins")]
    pub by: BlockMeasure,
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
    pub fn scale(&self, largest_margin: f64, seats: usize) -> Scale {
        let sides = if self.against.is_some() { 2.0 } else { 1.0 };
        match self.by {
            BlockMeasure::Wins => Scale::Wins(sides),
            BlockMeasure::Margin => Scale::Points(sides * 2.0 * largest_margin),
            BlockMeasure::Returns => {
                Scale::Returns(sides * 2.0 * largest_margin * (seats - 1).max(1) as f64 / seats as f64)
            }
        }
    }
}
