//! The player over exact candidate sets: he declares when he is certain, never wrongly while he is, and plays what tells him most.

use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::action::Action;
use ergo_engine::game::Game;
use ergo_engine::rng::{Rng, Seed};

use super::rule::Rule;
use crate::agent::{Agent, AgentFault, Decision};

/// The agent.
pub struct Candidates {
    rule: Rule,
    rng: Rng,
}

impl Candidates {
    /// One that plays by `rule`.
    pub fn new(rule: Rule, seed: Seed) -> Self {
        Candidates { rule, rng: seed.rng() }
    }
}

impl Agent<Cogito> for Candidates {
    /// The rule looks at nothing that a world which fits the observation could have otherwise.
    fn choose(&mut self, decision: &mut Decision<'_, Cogito>) -> Result<Action, AgentFault> {
        let game = decision.rules();
        let world = game.determinize(&decision.observation(), &mut self.rng);
        Ok(self.rule.choose(game, &world, &mut self.rng))
    }
}
