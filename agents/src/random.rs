//! The random agent: every legal action is equally likely.

use ergo_engine::game::Game;
use ergo_engine::rng::{Rng, Seed};

use crate::agent::{Agent, AgentFault, Decision, Policy};

/// An agent that chooses uniformly among the legal actions, independently at each decision.
pub struct RandomAgent {
    rng: Rng,
}

impl RandomAgent {
    /// Creates an agent that uses the random stream of `seed`.
    pub fn new(seed: Seed) -> Self {
        RandomAgent { rng: seed.rng() }
    }
}

impl<G: Game> Agent<G> for RandomAgent {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, AgentFault> {
        Ok(decision.sample(&mut self.rng))
    }

    fn policy(&mut self, decision: &mut Decision<'_, G>) -> Option<Policy> {
        let count = decision.legal().len();
        Some(Policy { chances: vec![1.0 / count as f64; count], varies: false })
    }
}
