//! The hand-written evaluation of ERGO, as a search asks for it.

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::state::State;
use ergo_engine::ergo::truth::{TruthTable, Verdict, judge};
use ergo_engine::ergo::turn::Scratch;
use ergo_engine::game::Game;
use ergo_engine::seat::SeatMap;

use super::greedy::each_value;
use super::heuristic::{Sight, View, Weights};
use crate::games::ergo::turns::{Turn, Turns, best_way};
use crate::search::evaluator::Evaluator;
use crate::utility::{Aim, Utilities, Utility};

/// Judges as greedy does, by margins; states by own points where these are aimed at.
#[derive(Clone, Debug)]
pub struct HandWritten {
    weights: Weights,
    utility: Utility,
    scratch: Scratch,
}

impl HandWritten {
    /// The evaluation by `weights`, in the terms of `utility`.
    pub fn new(weights: Weights, utility: Utility) -> Self {
        HandWritten { weights, utility, scratch: Scratch::default() }
    }
}

impl Evaluator<Ergo, Turns> for HandWritten {
    fn state(&mut self, game: &Ergo, state: &State) -> Utilities {
        let (verdict, span) = (judge(state.proof(), game.0.reading), self.utility.span());
        SeatMap::from_fn(game.seats(), |seat| {
            let sight = Sight::of_state(state, seat);
            let view = View::of(&self.weights, &game.0, &sight);
            match self.utility.aim() {
                Aim::Points => span.of_points(view.own_points(&sight, verdict)),
                Aim::Margin | Aim::Win | Aim::Return => span.of_margin(view.waiting(&sight, verdict)),
            }
        })
    }

    fn moves(&mut self, game: &Ergo, state: &State, turns: &[Turn], values: &mut Vec<f64>) {
        let sight = Sight::of_state(state, state.to_move());
        let (view, span) = (View::of(&self.weights, &game.0, &sight), self.utility.span());
        let mut judged = (Proof::default(), Verdict(TruthTable::TRUE));
        values.clear();
        values.extend(turns.iter().map(|turn| {
            if judged.0 != *turn.proof() {
                judged = (*turn.proof(), judge(turn.proof(), game.0.reading));
            }
            span.of_margin(view.value(&turn.outcome(sight.hand), judged.1))
        }));
    }

    fn best(&mut self, game: &Ergo, state: &State) -> Option<(Turn, u64)> {
        let seen = game.observe(state, state.to_move());
        best_way(seen.hand, |mut visit| each_value(&self.weights, &game.0, &seen, &mut self.scratch, &mut visit))
    }
}
