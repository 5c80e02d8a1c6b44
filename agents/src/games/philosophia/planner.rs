//! The planner: each turn it does what brings the cheapest open conditions nearest, using only what it sees.

use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::action::Action;
use ergo_engine::philosophia::phase::Node;
use ergo_engine::philosophia::place::Places;
use ergo_engine::philosophia::rules::Rules;
use ergo_engine::philosophia::state::State;
use ergo_engine::rng::{Rng, Seed, below};

use super::turn::TurnPlanner;
use super::weights::PlannerWeights;
use crate::agent::{Agent, AgentFault, Decision};

/// An agent that plays by plan.
pub struct PlannerAgent {
    weights: PlannerWeights,
    rng: Rng,
}

impl PlannerAgent {
    /// Creates a planner with these weights; `seed` breaks ties.
    pub fn new(weights: PlannerWeights, seed: Seed) -> Self {
        PlannerAgent { weights, rng: seed.rng() }
    }
}

impl Agent<Philosophia> for PlannerAgent {
    fn choose(&mut self, decision: &mut Decision<'_, Philosophia>) -> Result<Action, AgentFault> {
        let (rules, seen) = (&decision.rules().0, decision.observation());
        let player_index = decision.seat().index();
        let legal = decision.legal();
        Ok(choose((rules, &self.weights), seen.seen(), player_index, legal, &mut self.rng))
    }
}

/// Returns the choice of player `player_index` (from 0), who is to move, among `legal`, which must not be empty. It uses
/// nothing that the player does not see, so it also works in determinized worlds.
pub fn choose(
    (rules, weights): (&Rules, &PlannerWeights),
    state: &State,
    player_index: usize,
    legal: &[Action],
    rng: &mut Rng,
) -> Action {
    if let [only] = legal {
        return *only;
    }
    let planner = TurnPlanner::new(rules, state, player_index, weights);
    if let Some(action) = at_once(&planner, legal, rng) {
        return action;
    }
    let taken = taken(rules, state);
    best(legal, rng, |action| worth(&planner, taken, action))
}

/// Replaces `values` with the value of each of `legal` to the player to move, in turns saved. In decisions where
/// the planner does not value actions individually, its choice is worth 1 and every other action 0.
pub fn evaluate_actions(
    (rules, weights): (&Rules, &PlannerWeights),
    state: &State,
    legal: &[Action],
    rng: &mut Rng,
    values: &mut Vec<f64>,
) {
    let planner = TurnPlanner::new(rules, state, state.to_move(), weights);
    values.clear();
    match at_once(&planner, legal, rng) {
        Some(chosen) => values.extend(legal.iter().map(|action| if *action == chosen { 1.0 } else { 0.0 })),
        None => {
            let taken = taken(rules, state);
            values.extend(legal.iter().map(|action| worth(&planner, taken, *action)));
        }
    }
}

/// Returns the choice in decisions where actions are not valued individually, else `None`.
fn at_once(planner: &TurnPlanner<'_>, legal: &[Action], rng: &mut Rng) -> Option<Action> {
    Some(match planner.state.node() {
        Node::Retract if planner.should_retract() => legal[legal.len() - 1],
        Node::Retract => Action::Let,
        Node::Return => planner.give_back(legal),
        // Never approve a rival's summary: a refusal costs the rival an action.
        Node::Judge => Action::Reject,
        Node::Bid => Action::Bid(planner.bid(rng)),
        Node::Chronos if planner.should_reset() => Action::Reset,
        Node::Chronos => Action::Leave,
        Node::Lead | Node::Reply => planner.debate(legal),
        Node::Lay => planner.lay(legal),
        Node::Buy => planner.buy(legal),
        Node::Over => legal[0],
        Node::Move | Node::Token | Node::Card | Node::Act | Node::Take | Node::Place | Node::MoiraiPlace => {
            return None;
        }
    })
}

/// Returns the value of `action` in decisions where actions are valued individually; `taken` are the places with
/// followings.
fn worth(planner: &TurnPlanner<'_>, taken: Places, action: Action) -> f64 {
    match (planner.state.node(), action) {
        (Node::Move, Action::Go(place)) => planner.place_value(place),
        (Node::Token, action) => planner.token_value(action),
        (Node::Card, Action::Card(card, target)) => planner.card_value(card, target),
        (Node::Act, action) => planner.action_value(action),
        (Node::Take, Action::Take(card)) => planner.oracle_value(card),
        // Away from others, so that no rival can replace a following that stands alone.
        (Node::Place | Node::MoiraiPlace, Action::Place(place)) if !taken.contains(place) => 1.0,
        _ => 0.0,
    }
}

fn taken(rules: &Rules, state: &State) -> Places {
    state.players()[..rules.players].iter().fold(Places::NONE, |all, player| all.and(player.on_map()[0]))
}

fn best(legal: &[Action], rng: &mut Rng, value: impl Fn(Action) -> f64) -> Action {
    let (mut best, mut most, mut equals) = (legal[0], f64::NEG_INFINITY, 0);
    for &action in legal {
        let value = value(action);
        if value > most {
            (best, most, equals) = (action, value, 1);
        } else if value == most {
            equals += 1;
            if below(rng, equals) == 0 {
                best = action;
            }
        }
    }
    best
}
