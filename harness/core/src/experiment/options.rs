//! Words of `[schedule]`: in which seatings deals are played, and what happens when an agent fails to answer.

use serde::{Deserialize, Serialize};

/// In which seatings each deal is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Rotations {
    /// Once for every seat: an order round the table drawn for the deal, everybody moving on by one. Each order as often as
    /// any other over the deals.
    #[default]
    Balanced,
    /// In all n! seatings.
    All,
    /// Once for every seat: the order round the table as it is written, everybody moving on by one.
    Cyclic,
    /// Once, as the table is written.
    None,
}

/// The rule for an agent that fails to answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultRule {
    /// It loses that match, and the run goes on; but a program from outside that loses all of its first matches so ends it.
    #[default]
    Forfeit,
    /// It loses that match, and the run goes on however often.
    Count,
    /// The run stops after that match.
    Stop,
}
