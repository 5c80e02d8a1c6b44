//! The evaluation of a position of Philosophia: the planner finishes the current turn, and the position is then
//! valued by nets, by the estimated turns to the third labyrinth token, or both.

use ergo_engine::game::{Game, Status};
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::action::Action;
use ergo_engine::philosophia::phase::Node;
use ergo_engine::philosophia::state::State;
use ergo_engine::rng::{Rng, Seed};
use ergo_engine::seat::{Seat, SeatMap};

use super::features::Describer;
use super::holdings::PlayerHoldings;
use super::planner::{choose, evaluate_actions};
use super::planner_moves::PlannerMoves;
use super::weights::PlannerWeights;
use crate::net::mlp::{HiddenUnits, Inputs, Mlp};
use crate::search::evaluator::Evaluator;
use crate::utility::Utilities;

/// Number of turns nearer to the end that multiply the odds of winning by e.
const TURNS: f64 = 4.0;
/// Weight of a saved turn in the guess for an action.
const GUESS: f64 = 0.1;

/// The source of position values.
#[derive(Clone, Copy)]
#[allow(missing_docs)]
pub enum ValueSource<'n> {
    Turns,
    Net(&'n Mlp),
    Both(&'n Mlp),
    /// The mean of estimated turns and two nets.
    All(&'n Mlp, &'n Mlp),
}

/// An evaluator of positions, with scratch buffers.
#[derive(Clone)]
pub struct PhilosophiaEvaluator<'n> {
    by: ValueSource<'n>,
    /// If set, only this seat is evaluated from its own observation; the others share the rest equally.
    only: Option<Seat>,
    weights: PlannerWeights,
    rng: Rng,
    describer: Describer,
    inputs: Inputs,
    units: HiddenUnits,
    legal: Vec<Action>,
    state_buffer: Option<State>,
}

/// Plays on from `state` while `goes_on` returns true, with all players as planners with these `weights`. `legal`
/// is a scratch buffer.
pub fn play_on(
    game: &Philosophia,
    state: &mut State,
    weights: &PlannerWeights,
    rng: &mut Rng,
    legal: &mut Vec<Action>,
    goes_on: impl Fn(&State) -> bool,
) {
    while goes_on(state) {
        game.legal_actions(state, legal);
        let action = choose((&game.0, weights), state, state.to_move(), legal, rng);
        game.apply(state, action);
    }
}

/// Returns true if a turn is in progress in `state`. Positions are evaluated between turns and at the end.
pub fn in_turn(state: &State) -> bool {
    !matches!(state.node(), Node::Move | Node::Over)
}

impl<'n> PhilosophiaEvaluator<'n> {
    /// Creates an evaluator; `seed` breaks ties between the planner's actions.
    pub fn new(by: ValueSource<'n>, seed: Seed) -> Self {
        PhilosophiaEvaluator {
            by,
            only: None,
            weights: PlannerWeights::tuned(),
            rng: seed.rng(),
            describer: Describer::default(),
            inputs: Inputs::default(),
            units: HiddenUnits::default(),
            legal: Vec::new(),
            state_buffer: None,
        }
    }

    /// Returns the evaluator with `seat` as the only seat that is evaluated; the others share the rest equally.
    pub fn for_seat(self, seat: Seat) -> Self {
        PhilosophiaEvaluator { only: Some(seat), ..self }
    }

    /// Returns the estimated share of the win of `seat` in `state`, which is between turns.
    fn share(&mut self, game: &Philosophia, state: &State, seat: Seat) -> f64 {
        let seen = game.observe(state, seat);
        let rules = &game.0;
        let mut by_net = |net: &Mlp| {
            self.describer.describe(rules, seen.seen(), seat.index(), &mut self.inputs);
            let margin = f64::from(net.forward(&self.inputs, &mut self.units));
            let players = rules.players as f64;
            ((1.0 + margin * (players - 1.0)) / players).clamp(0.0, 1.0)
        };
        let by_turns = || {
            let nearness = |player: usize| {
                let left = PlayerHoldings::from_state(rules, seen.seen(), player).turns_left(&self.weights);
                libm::exp(-left / TURNS)
            };
            let all: f64 = (0..rules.players).map(nearness).sum();
            nearness(seat.index()) / all
        };
        match self.by {
            ValueSource::Turns => by_turns(),
            ValueSource::Net(net) => by_net(net),
            ValueSource::Both(net) => (by_net(net) + by_turns()) / 2.0,
            ValueSource::All(one, other) => (by_net(one) + by_net(other) + by_turns()) / 3.0,
        }
    }

    /// Plays `state` to the end of the current turn and returns the utility of every seat there.
    pub fn evaluate(&mut self, game: &Philosophia, state: &mut State) -> Utilities {
        play_on(game, state, &self.weights, &mut self.rng, &mut self.legal, in_turn);
        if let Status::Over(outcome) = game.status(state) {
            return outcome.returns;
        }
        let seats = game.seats();
        match self.only {
            Some(only) => {
                let own = self.share(game, state, only);
                let rest = (1.0 - own) / (seats.get() - 1).max(1) as f64;
                SeatMap::from_fn(seats, |seat| if seat == only { own } else { rest })
            }
            None => SeatMap::from_fn(seats, |seat| self.share(game, state, seat)),
        }
    }
}

impl Evaluator<Philosophia, PlannerMoves> for PhilosophiaEvaluator<'_> {
    fn state(&mut self, game: &Philosophia, state: &State) -> Utilities {
        let mut state_buffer = self.state_buffer.take().unwrap_or_else(|| state.clone());
        state_buffer.clone_from(state);
        let worth = self.evaluate(game, &mut state_buffer);
        self.state_buffer = Some(state_buffer);
        worth
    }

    fn moves(&mut self, game: &Philosophia, state: &State, choices: &[Action], values: &mut Vec<f64>) {
        evaluate_actions((&game.0, &self.weights), state, choices, &mut self.rng, values);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        values.iter_mut().for_each(|value| *value = (0.5 + GUESS * (*value - most)).clamp(0.0, 1.0));
    }
}
