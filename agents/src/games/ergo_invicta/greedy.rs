//! Looks one action ahead: makes five if it can, leaves none to the other if it can, and else takes the best windows.

use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::action::Action;
use ergo_engine::game::PerfectInformation;
use ergo_engine::rng::{Rng, Seed, below};

use super::search::WIN;
use super::walk::{After, Walk};
use super::windows::Weights;
use crate::agent::{Agent, AgentFault, Candidate, Decision, Explanation};

/// Plays so.
pub struct GreedyAgent {
    weights: Weights,
    rng: Rng,
    found: Vec<(Action, i32)>,
}

impl GreedyAgent {
    /// An agent that draws among equals from the stream of `seed`.
    pub fn new(weights: Weights, seed: Seed) -> Self {
        GreedyAgent { weights, rng: seed.rng(), found: Vec::new() }
    }
}

impl Agent<ErgoInvicta> for GreedyAgent {
    fn choose(&mut self, decision: &mut Decision<'_, ErgoInvicta>) -> Result<Action, AgentFault> {
        let game = decision.rules();
        let state = game.state_of(&decision.observation());
        let mut walk = Walk::of(game, &state, self.weights);
        let side = walk.position().to_move.index();
        self.found.clear();
        for &action in decision.legal() {
            let value = match walk.play(action) {
                After::Five | After::Stuck => WIN,
                After::Drawn | After::Repeated => 0,
                After::GoesOn if walk.can_win(1 - side) => -WIN - walk.score(),
                After::GoesOn => -walk.score(),
            };
            walk.take_back();
            self.found.push((action, value));
        }
        let highest = self.found.iter().map(|(_, value)| *value).max().ok_or(AgentFault::Illegal)?;
        let best: Vec<Action> =
            self.found.iter().filter(|(_, value)| *value == highest).map(|(action, _)| *action).collect();
        Ok(best[below(&mut self.rng, best.len() as u32) as usize])
    }

    fn explain(&self) -> Option<Explanation> {
        let mut found = self.found.clone();
        found.sort_by_key(|(action, value)| (std::cmp::Reverse(*value), *action));
        let candidate = |&(action, value): &(Action, i32)| Candidate {
            text: action.to_string(),
            value: Some(value.into()),
            visits: 1,
        };
        let evaluations = found.len() as u64;
        Some(Explanation { candidates: found.iter().map(candidate).collect(), iterations: 0, evaluations })
    }
}
