//! The player over exact candidate sets: he declares when he is certain, never wrongly while he is, and plays what tells him most.

use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::action::Action;
use ergo_engine::game::Game;
use ergo_engine::rng::{Rng, Seed};

use super::candidate_policy::CandidatePolicy;
use crate::agent::{Agent, AgentFault, Decision};

/// The agent.
pub struct CandidatesAgent {
    rule: CandidatePolicy,
    rng: Rng,
}

impl CandidatesAgent {
    /// One that plays by `rule`.
    pub fn new(rule: CandidatePolicy, seed: Seed) -> Self {
        CandidatesAgent { rule, rng: seed.rng() }
    }
}

impl Agent<Cogito> for CandidatesAgent {
    /// The rule looks at nothing that a world which fits the observation could have otherwise.
    fn choose(&mut self, decision: &mut Decision<'_, Cogito>) -> Result<Action, AgentFault> {
        let game = decision.rules();
        let world = game.determinize(&decision.observation(), &mut self.rng);
        Ok(self.rule.choose(game, &world, &mut self.rng))
    }
}
