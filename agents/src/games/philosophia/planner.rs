//! The player that plans: each turn it does what brings the cheapest open conditions nearest, by what it sees alone.

use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::action::Action;
use ergo_engine::philosophia::phase::Node;
use ergo_engine::philosophia::place::Places;
use ergo_engine::philosophia::rules::Rules;
use ergo_engine::philosophia::state::State;
use ergo_engine::rng::{Rng, Seed, below};

use super::turn::Planning;
use super::weights::Weights;
use crate::agent::{Agent, AgentFault, Decision};

/// The agent.
pub struct Planner {
    weights: Weights,
    rng: Rng,
}

impl Planner {
    /// One that goes by `weights` and breaks ties by `seed`.
    pub fn new(weights: Weights, seed: Seed) -> Self {
        Planner { weights, rng: seed.rng() }
    }
}

impl Agent<Philosophia> for Planner {
    fn choose(&mut self, decision: &mut Decision<'_, Philosophia>) -> Result<Action, AgentFault> {
        let (rules, seen) = (&decision.rules().0, decision.observation());
        let who = decision.seat().index();
        let legal = decision.legal();
        Ok(choose((rules, &self.weights), seen.seen(), who, legal, &mut self.rng))
    }
}

/// What the player numbered `who` from 0, who is to move, does: one of `legal`, which is not empty.
pub fn choose(
    (rules, weights): (&Rules, &Weights),
    state: &State,
    who: usize,
    legal: &[Action],
    rng: &mut Rng,
) -> Action {
    if let [only] = legal {
        return *only;
    }
    let planning = Planning::new(rules, state, who, weights);
    match state.node() {
        Node::Move => {
            best(legal, rng, |action| if let Action::Go(place) = action { planning.of_place(place) } else { 0.0 })
        }
        Node::Token => best(legal, rng, |action| planning.of_token(action)),
        Node::Card => best(legal, rng, |action| match action {
            Action::Card(card, target) => planning.of_card(card, target),
            _ => 0.0,
        }),
        Node::Retract => {
            if planning.retracts() {
                legal[legal.len() - 1]
            } else {
                Action::Let
            }
        }
        Node::Return => planning.give_back(legal),
        Node::Act => best(legal, rng, |action| planning.of_action(action)),
        // What costs a rival a turn is never approved.
        Node::Judge => Action::Reject,
        Node::Take => {
            best(legal, rng, |action| if let Action::Take(card) = action { planning.of_oracle(card) } else { 0.0 })
        }
        Node::Bid => Action::Bid(planning.bid(rng)),
        Node::Chronos => {
            if planning.resets() {
                Action::Reset
            } else {
                Action::Leave
            }
        }
        Node::Place | Node::MoiraiPlace => away_from_others(rules, state, legal, rng),
        Node::Lead | Node::Reply => planning.debate(legal),
        Node::Lay => planning.lay(legal),
        Node::Buy => planning.buy(legal),
        Node::Over => legal[0],
    }
}

/// The action with the highest value, of equals any.
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

/// A place where nobody else has a following, and nobody can put his in its place, if there is one.
fn away_from_others(rules: &Rules, state: &State, legal: &[Action], rng: &mut Rng) -> Action {
    let players = &state.players()[..rules.players];
    let taken = players.iter().fold(Places::NONE, |all, player| all.and(player.on_map()[0]));
    best(legal, rng, |action| match action {
        Action::Place(place) if taken.contains(place) => 0.0,
        _ => 1.0,
    })
}
