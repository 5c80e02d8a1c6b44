//! A random agent of ERGO for which every distinct outcome of a turn is equally likely.

use std::collections::BTreeMap;

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::turn::{Outcome, each_way};
use ergo_engine::rng::{Rng, Seed, below};

use crate::agent::{Agent, AgentFault, Decision};

/// An agent that plays a random outcome. It decides a whole turn at its first action and then plays the rest.
pub(super) struct RandomOutcomeAgent {
    rng: Rng,
    /// The rest of the turn, last action first.
    plan: Vec<Action>,
}

impl RandomOutcomeAgent {
    /// Creates an agent that uses the random stream of `seed`.
    pub(super) fn new(seed: Seed) -> Self {
        RandomOutcomeAgent { rng: seed.rng(), plan: Vec::new() }
    }
}

impl Agent<Ergo> for RandomOutcomeAgent {
    fn choose(&mut self, decision: &mut Decision<'_, Ergo>) -> Result<Action, AgentFault> {
        if self.plan.is_empty() {
            let seen = decision.observation();
            let mut ways: BTreeMap<Outcome, Vec<Action>> = BTreeMap::new();
            each_way(&seen.move_generator(&decision.rules().0), &mut |actions, outcome| {
                ways.entry(*outcome).or_insert_with(|| actions.to_vec());
            });
            let drawn = below(&mut self.rng, ways.len() as u32) as usize;
            self.plan.extend(ways.into_values().nth(drawn).into_iter().flatten().rev());
        }
        self.plan.pop().ok_or(AgentFault::Illegal)
    }
}
