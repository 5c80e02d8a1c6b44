//! A learned net's evaluation of ERGO, as a search asks for it.

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::state::State;
use ergo_engine::game::Game;
use ergo_engine::seat::SeatMap;

use super::heuristic_evaluator::HandWritten;
use super::value_net::{Room, TurnView, value};
use crate::games::ergo::turns::{Turn, Turns};
use crate::net::mlp::Mlp;
use crate::search::evaluator::Evaluator;
use crate::utility::{Utilities, Utility};

/// Judges by a net, whose output is a margin, whatever is aimed at. Each seat is judged by what it knows in the state at hand.
#[derive(Clone, Debug)]
pub(super) struct NetEvaluator {
    net: &'static Mlp,
    utility: Utility,
    room: Room,
}

impl NetEvaluator {
    /// The evaluation of `net`, on the scale of `utility`.
    pub(super) fn new(net: &'static Mlp, utility: Utility) -> Self {
        NetEvaluator { net, utility, room: Room::default() }
    }
}

impl Evaluator<Ergo, Turns> for NetEvaluator {
    fn state(&mut self, game: &Ergo, state: &State) -> Utilities {
        SeatMap::from_fn(game.seats(), |seat| {
            let margin = value(self.net, &game.0, &game.observe(state, seat), &mut self.room);
            self.utility.span().of_margin(margin)
        })
    }

    fn moves(&mut self, game: &Ergo, state: &State, turns: &[Turn], values: &mut Vec<f64>) {
        let seen = game.observe(state, state.to_move());
        let mut view = TurnView::new(self.net, &game.0, &seen, &mut self.room);
        values.clear();
        values.extend(turns.iter().map(|turn| {
            let margin = view.value(turn.actions(), &turn.outcome(seen.hand));
            self.utility.span().of_margin(margin)
        }));
    }
}

/// Whose evaluation a search of ERGO hangs on.
#[derive(Clone, Debug)]
pub(super) enum ErgoEvaluator {
    /// Greedy's.
    Hand(HandWritten),
    /// A net's.
    Net(NetEvaluator),
}

impl Evaluator<Ergo, Turns> for ErgoEvaluator {
    fn state(&mut self, game: &Ergo, state: &State) -> Utilities {
        match self {
            ErgoEvaluator::Hand(evaluator) => evaluator.state(game, state),
            ErgoEvaluator::Net(evaluator) => evaluator.state(game, state),
        }
    }

    fn moves(&mut self, game: &Ergo, state: &State, turns: &[Turn], values: &mut Vec<f64>) {
        match self {
            ErgoEvaluator::Hand(evaluator) => evaluator.moves(game, state, turns, values),
            ErgoEvaluator::Net(evaluator) => evaluator.moves(game, state, turns, values),
        }
    }
}
