//! The agent that knows its exact candidate set. It declares when certain, so its declarations are never wrong, and
//! plays the most informative card.

use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::action::Action;
use ergo_engine::game::Game;
use ergo_engine::rng::{Rng, Seed};

use super::candidate_policy::CandidatePolicy;
use crate::agent::{Agent, AgentFault, Decision};

/// The agent that plays by a [`CandidatePolicy`].
pub struct CandidatesAgent {
    policy: CandidatePolicy,
    rng: Rng,
}

impl CandidatesAgent {
    /// Creates an agent that plays by `policy` and uses the random stream of `seed`.
    pub fn new(policy: CandidatePolicy, seed: Seed) -> Self {
        CandidatesAgent { policy, rng: seed.rng() }
    }
}

impl Agent<Cogito> for CandidatesAgent {
    /// The policy uses only facts that are equal in all worlds that fit the observation, so one sampled world
    /// suffices.
    fn choose(&mut self, decision: &mut Decision<'_, Cogito>) -> Result<Action, AgentFault> {
        let game = decision.rules();
        let world = game.determinize(&decision.observation(), &mut self.rng);
        Ok(self.policy.choose(game, &world, &mut self.rng))
    }
}
