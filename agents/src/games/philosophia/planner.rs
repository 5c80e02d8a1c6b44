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

/// The choice of the player numbered `who` from 0, who is to move: one of `legal`, which is not empty. Of a world that was made up it uses
/// nothing that he does not see, so it plays on there as well.
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
    if let Some(action) = at_once(&planning, legal, rng) {
        return action;
    }
    let taken = taken(rules, state);
    best(legal, rng, |action| worth(&planning, taken, action))
}

/// Puts into `values` (cleared first) what each of `legal` is worth to who is to move, in turns saved. Where the planner does not weigh
/// actions one by one, what it would do is worth a turn, everything else nothing.
pub fn weigh(
    (rules, weights): (&Rules, &Weights),
    state: &State,
    legal: &[Action],
    rng: &mut Rng,
    values: &mut Vec<f64>,
) {
    let planning = Planning::new(rules, state, state.to_move(), weights);
    values.clear();
    match at_once(&planning, legal, rng) {
        Some(chosen) => values.extend(legal.iter().map(|action| if *action == chosen { 1.0 } else { 0.0 })),
        None => {
            let taken = taken(rules, state);
            values.extend(legal.iter().map(|action| worth(&planning, taken, *action)));
        }
    }
}

/// The choice where actions are not weighed one by one; nothing where they are.
fn at_once(planning: &Planning<'_>, legal: &[Action], rng: &mut Rng) -> Option<Action> {
    Some(match planning.state.node() {
        Node::Retract if planning.retracts() => legal[legal.len() - 1],
        Node::Retract => Action::Let,
        Node::Return => planning.give_back(legal),
        // What costs a rival a turn is never approved.
        Node::Judge => Action::Reject,
        Node::Bid => Action::Bid(planning.bid(rng)),
        Node::Chronos if planning.resets() => Action::Reset,
        Node::Chronos => Action::Leave,
        Node::Lead | Node::Reply => planning.debate(legal),
        Node::Lay => planning.lay(legal),
        Node::Buy => planning.buy(legal),
        Node::Over => legal[0],
        Node::Move | Node::Token | Node::Card | Node::Act | Node::Take | Node::Place | Node::MoiraiPlace => {
            return None;
        }
    })
}

/// The value of `action` where actions are weighed one by one; `taken` are places with followings.
fn worth(planning: &Planning<'_>, taken: Places, action: Action) -> f64 {
    match (planning.state.node(), action) {
        (Node::Move, Action::Go(place)) => planning.of_place(place),
        (Node::Token, action) => planning.of_token(action),
        (Node::Card, Action::Card(card, target)) => planning.of_card(card, target),
        (Node::Act, action) => planning.of_action(action),
        (Node::Take, Action::Take(card)) => planning.of_oracle(card),
        // Away from others: nobody can put his following in the place of one that stands alone.
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
