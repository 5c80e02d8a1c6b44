//! The agent around the alpha-beta search of Ergo 1977.

use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::action::Action;
use ergo_engine::game::PerfectInformation;
use ergo_engine::rng::{Rng, Seed};

use super::greedy::{draw_best, explanation};
use super::search::{AlphaBetaSearch, AlphaBetaSettings};
use super::search_position::SearchPosition;
use super::windows::WindowWeights;
use crate::agent::{Agent, AgentFault, Decision, Explanation};

/// An agent that plays the best move of an alpha-beta search.
pub struct AlphaBetaAgent {
    search: AlphaBetaSearch,
    weights: WindowWeights,
    rng: Rng,
    found: Vec<(Action, i32)>,
}

impl AlphaBetaAgent {
    /// Creates an agent that chooses randomly among equal moves, with the random stream of `seed`.
    pub fn new(settings: AlphaBetaSettings, weights: WindowWeights, seed: Seed) -> Self {
        AlphaBetaAgent { search: AlphaBetaSearch::new(settings), weights, rng: seed.rng(), found: Vec::new() }
    }
}

impl Agent<ErgoInvicta> for AlphaBetaAgent {
    fn choose(&mut self, decision: &mut Decision<'_, ErgoInvicta>) -> Result<Action, AgentFault> {
        let roots = decision.legal().to_vec();
        self.found.clear();
        if roots.len() < 2 {
            return roots.first().copied().ok_or(AgentFault::Illegal);
        }
        let game = decision.rules();
        let state = game.state_of(&decision.observation());
        let values = self.search.search(&mut SearchPosition::new(game, &state, self.weights), &roots);
        self.found.extend(roots.into_iter().zip(values));
        draw_best(&self.found, &mut self.rng)
    }

    fn explain(&self) -> Option<Explanation> {
        let spent = self.search.cost();
        let (iterations, evaluations) =
            if self.found.is_empty() { (0, 0) } else { (spent.iterations, spent.evaluations) };
        let scale = |value: i32| 0.5 + 0.5 * libm::tanh(f64::from(value) / 300.0);
        Some(explanation(&self.found, scale, iterations, evaluations))
    }
}
