//! How a search is made, what it finds, and why nothing may come of it.

use ergo_agents::agent::AgentFault;
use ergo_agents::spec::AgentSpec;
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

use super::parameter::Parameter;
use crate::storage::folder::FolderError;
use ergo_stats::Moments;

/// Why nothing came of a search.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum TuneError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error("deal {deal}: {name} at seat {seat} failed to answer ({fault}), expected agents without faults")]
    Fault { deal: u64, seat: Seat, name: String, fault: AgentFault },
    #[error("{0}: row {1} is not what this search has there, expected the file as it was written, or --fresh")]
    Row(String, usize),
}

/// How a search is made.
#[derive(Clone, Debug)]
pub struct TunePlan {
    /// The agent as it is.
    pub agent: AgentSpec,
    /// The settings that are searched over.
    pub parameters: Vec<Parameter>,
    /// How many generations.
    pub generations: u64,
    /// Candidates in each.
    pub population: usize,
    /// Deals on which each candidate of a generation is valued.
    pub deals: u64,
    /// Deals on which the answer is checked.
    pub held_out: u64,
    /// The seed of all chance in the search.
    pub seed: Seed,
}

/// One generation, valued.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluatedGeneration {
    /// The settings of every candidate; then those of the centre they were drawn about, then those of the start.
    pub numbers: Vec<Vec<f64>>,
    /// The value of each.
    pub values: Vec<f64>,
    /// How far the candidates were drawn from the centre, in first steps.
    pub step: f64,
}

impl EvaluatedGeneration {
    /// The value of the centre.
    pub fn centre(&self) -> f64 {
        self.values[self.values.len() - 2]
    }

    /// The value of the start on the same deals.
    pub fn start(&self) -> f64 {
        self.values[self.values.len() - 1]
    }
}

/// One deal that the search did not see.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeldOutDeal {
    /// Its number.
    pub deal: u64,
    /// The value of the answer on it.
    pub tuned: f64,
    /// The value of the start on it.
    pub start: f64,
}

/// The values of the answer and the start on deals that the search did not see: a block is a deal.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeldOutCheck {
    /// The answer against the panel.
    pub tuned: Moments,
    /// The start against the panel.
    pub start: Moments,
    /// The one less the other, in the same seats of the same deals.
    pub gain: Moments,
}

impl HeldOutCheck {
    /// Counts one more deal.
    pub(super) fn push(&mut self, block: &HeldOutDeal) {
        self.tuned.push(block.tuned);
        self.start.push(block.start);
        self.gain.push(block.tuned - block.start);
    }
}
