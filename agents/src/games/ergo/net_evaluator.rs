//! A learned net's judgement of ERGO, as a search asks for it.

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::state::State;
use ergo_engine::game::Game;
use ergo_engine::seat::SeatMap;

use super::heuristic_evaluator::HandWritten;
use super::value_net::{Room, TurnView, value};
use crate::games::ergo::turns::{Turn, Turns};
use crate::net::mlp::Mlp;
use crate::search::judge::Judge;
use crate::utility::{Utility, Worth};

/// Judges by a net, whose output is a margin, whatever is aimed at. Each seat is judged by what it knows in the state at hand.
#[derive(Clone, Debug)]
pub struct NetJudge {
    net: &'static Mlp,
    utility: Utility,
    room: Room,
}

impl NetJudge {
    /// The judgement of `net`, on the scale of `utility`.
    pub fn new(net: &'static Mlp, utility: Utility) -> Self {
        NetJudge { net, utility, room: Room::default() }
    }
}

impl Judge<Ergo, Turns> for NetJudge {
    fn state(&mut self, game: &Ergo, state: &State) -> Worth {
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

/// Whose judgement a search of ERGO hangs on.
#[derive(Clone, Debug)]
pub enum ErgoJudge {
    /// Greedy's.
    Hand(HandWritten),
    /// A net's.
    Net(NetJudge),
}

impl Judge<Ergo, Turns> for ErgoJudge {
    fn state(&mut self, game: &Ergo, state: &State) -> Worth {
        match self {
            ErgoJudge::Hand(judge) => judge.state(game, state),
            ErgoJudge::Net(judge) => judge.state(game, state),
        }
    }

    fn moves(&mut self, game: &Ergo, state: &State, turns: &[Turn], values: &mut Vec<f64>) {
        match self {
            ErgoJudge::Hand(judge) => judge.moves(game, state, turns, values),
            ErgoJudge::Net(judge) => judge.moves(game, state, turns, values),
        }
    }
}
