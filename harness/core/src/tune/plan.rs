//! The plan of a tuning run, its results and errors.

use ergo_agents::agent::AgentFault;
use ergo_agents::spec::AgentSpec;
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

use super::parameter::Parameter;
use crate::storage::folder::FolderError;
use ergo_stats::Moments;

/// An error of a tuning run.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum TuneError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error("deal {deal}: {name} at seat {seat} failed to answer ({fault}), expected agents without faults")]
    Fault { deal: u64, seat: Seat, name: String, fault: AgentFault },
    #[error("{0}: row {1} does not belong to this search, expected the file as it was written, or --fresh")]
    Row(String, usize),
}

/// The plan of a tuning run.
#[derive(Clone, Debug)]
pub struct TunePlan {
    /// The agent with its initial settings.
    pub agent: AgentSpec,
    /// The settings to tune.
    pub parameters: Vec<Parameter>,
    /// Number of generations.
    pub generations: u64,
    /// Number of candidates per generation.
    pub population: usize,
    /// Number of deals on which each candidate of a generation is evaluated.
    pub deals: u64,
    /// Number of held-out deals on which the answer is checked.
    pub held_out: u64,
    /// The seed of all random streams of the search.
    pub seed: Seed,
}

/// An evaluated generation.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluatedGeneration {
    /// The settings of every candidate, followed by those of the centre and those of the start.
    pub numbers: Vec<Vec<f64>>,
    /// The value of each of them.
    pub values: Vec<f64>,
    /// The distance of the candidates from the centre, in first steps.
    pub step: f64,
}

impl EvaluatedGeneration {
    /// Returns the value of the centre.
    pub fn centre(&self) -> f64 {
        self.values[self.values.len() - 2]
    }

    /// Returns the value of the start on the same deals.
    pub fn start(&self) -> f64 {
        self.values[self.values.len() - 1]
    }
}

/// The result on one held-out deal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeldOutDeal {
    /// Number of the deal.
    pub deal: u64,
    /// The value of the answer.
    pub tuned: f64,
    /// The value of the start.
    pub start: f64,
}

/// The results of the answer and the start on held-out deals; a block is a deal.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeldOutCheck {
    /// The values of the answer against the panel.
    pub tuned: Moments,
    /// The values of the start against the panel.
    pub start: Moments,
    /// The paired difference, answer minus start.
    pub gain: Moments,
}

impl HeldOutCheck {
    /// Counts a deal.
    pub(super) fn push(&mut self, block: &HeldOutDeal) {
        self.tuned.push(block.tuned);
        self.start.push(block.start);
        self.gain.push(block.tuned - block.start);
    }
}
