//! The question of a comparison.

use ergo_agents::spec::{display_name, split_agents};
use serde::{Deserialize, Serialize};

use super::contest::BlockMeasure;
use crate::report::Scale;
use ergo_stats::sequential::{Hypotheses, Plan};

/// The question of a comparison and the error probabilities of its test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The baseline agent A, as the user wrote it.
    pub a: String,
    /// The candidate agent B, as the user wrote it.
    pub b: String,
    /// The agent in the other seats; `None` if A and B play each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// The measure that gives blocks their values.
    #[serde(default, skip_serializing_if = "BlockMeasure::is_wins")]
    pub by: BlockMeasure,
    /// The advantage of B under H0, in normalised Elo.
    pub zero: f64,
    /// The advantage of B under H1, in normalised Elo.
    pub one: f64,
    /// The largest probability of accepting H1 if H0 is true.
    pub alpha: f64,
    /// The largest probability of accepting H0 if H1 is true.
    pub beta: f64,
    /// The number of blocks after which the test stops without a verdict.
    pub cap: u64,
}

impl Question {
    /// Returns the names of A and B for readers.
    pub fn names(&self) -> [&str; 2] {
        [&self.a, &self.b].map(|text| display_name(text))
    }

    /// Returns the names of the other entrants for readers, if A and B do not play each other.
    pub fn panel_names(&self) -> Option<String> {
        let others = split_agents(self.against.as_deref()?).unwrap_or_default();
        Some(others.iter().map(|text| display_name(text)).collect::<Vec<_>>().join(","))
    }

    /// Returns the plan of the sequential test for blocks of `matches` matches.
    pub fn plan(&self, matches: u32) -> Plan {
        let hypotheses = Hypotheses::Normalised { zero: self.zero, one: self.one, even: 0.5, matches };
        Plan { alpha: self.alpha, beta: self.beta, ..Plan::new(hypotheses, self.cap) }
    }

    /// Returns the scale that converts a block value to B's advantage: over 0.5 if A and B play each other, over A if
    /// both play among the same other entrants.
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
