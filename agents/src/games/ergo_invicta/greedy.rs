//! An agent that looks one action ahead: it makes five if possible, else avoids positions in which the opponent
//! can, else takes the position with the best evaluation.

use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::action::Action;
use ergo_engine::game::PerfectInformation;
use ergo_engine::rng::{Rng, Seed, below};

use super::position_evaluator::PositionEvaluator;
use super::search::WIN;
use super::search_position::{ActionResult, SearchPosition};
use super::windows::WindowWeights;
use crate::agent::{Agent, AgentFault, Candidate, Decision, Explanation};
use crate::net::mlp::Mlp;

/// An agent that looks one action ahead.
pub struct InvictaGreedyAgent<'n> {
    evaluator: PositionEvaluator<'n>,
    weights: WindowWeights,
    rng: Rng,
    found: Vec<(Action, i32)>,
}

impl<'n> InvictaGreedyAgent<'n> {
    /// Creates an agent that evaluates with `net`, or with windows of these weights if `net` is `None`. It chooses
    /// randomly among equal actions, with the random stream of `seed`.
    pub fn new(net: Option<&'n Mlp>, weights: WindowWeights, seed: Seed) -> Self {
        InvictaGreedyAgent { evaluator: PositionEvaluator::new(net), weights, rng: seed.rng(), found: Vec::new() }
    }
}

/// Replaces `found` with each of `actions` and its value to the side to move, one action ahead. Values are on the
/// scale of [`WIN`].
pub fn evaluate_actions(
    walk: &mut SearchPosition<'_>,
    actions: &[Action],
    evaluator: &mut PositionEvaluator<'_>,
    found: &mut Vec<(Action, i32)>,
) {
    let side = walk.position().to_move.index();
    found.clear();
    for &action in actions {
        let value = match walk.play(action) {
            ActionResult::Five | ActionResult::Stuck => WIN,
            ActionResult::Drawn | ActionResult::Repeated => 0,
            ActionResult::GoesOn if walk.can_win(1 - side) => -WIN - evaluator.score(walk),
            ActionResult::GoesOn => -evaluator.score(walk),
        };
        walk.take_back();
        found.push((action, value));
    }
}

impl Agent<ErgoInvicta> for InvictaGreedyAgent<'_> {
    fn choose(&mut self, decision: &mut Decision<'_, ErgoInvicta>) -> Result<Action, AgentFault> {
        let game = decision.rules();
        let state = game.state_of(&decision.observation());
        let mut walk = SearchPosition::new(game, &state, self.weights);
        evaluate_actions(&mut walk, decision.legal(), &mut self.evaluator, &mut self.found);
        draw_best(&self.found, &mut self.rng)
    }

    fn explain(&self) -> Option<Explanation> {
        Some(explanation(&self.found, f64::from, 0, self.found.len() as u64))
    }
}

/// Returns a random one of the actions with the highest value.
pub(super) fn draw_best(found: &[(Action, i32)], rng: &mut Rng) -> Result<Action, AgentFault> {
    let highest = found.iter().map(|(_, value)| *value).max().ok_or(AgentFault::Illegal)?;
    let best: Vec<Action> = found.iter().filter(|(_, value)| *value == highest).map(|(action, _)| *action).collect();
    Ok(best[below(rng, best.len() as u32) as usize])
}

/// Returns the explanation of a choice among `found`, with values converted by `scale`.
pub(super) fn explanation(
    found: &[(Action, i32)],
    scale: impl Fn(i32) -> f64,
    iterations: u64,
    evaluations: u64,
) -> Explanation {
    let mut found = found.to_vec();
    found.sort_by_key(|(action, value)| (std::cmp::Reverse(*value), *action));
    let candidate =
        |(action, value): (Action, i32)| Candidate { text: action.to_string(), value: Some(scale(value)), visits: 1 };
    Explanation { candidates: found.into_iter().map(candidate).collect(), iterations, evaluations }
}
