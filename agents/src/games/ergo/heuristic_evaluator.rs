//! The hand-written evaluation of ERGO, as a search asks for it.

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::state::State;
use ergo_engine::ergo::truth::{TruthTable, Verdict, judge};
use ergo_engine::game::Game;
use ergo_engine::seat::{Seat, SeatMap};

use super::heuristic::{Sight, View, Weights};
use super::match_play::stakes::{SeatStakes, Standing};
use crate::games::ergo::turns::{Turn, Turns, best_way};
use crate::games::ergo::ways::{Room, each_value};
use crate::search::evaluator::Evaluator;
use crate::utility::{Aim, Utilities, Utility};

/// Judges as greedy does, by margins; states by own points where these are aimed at.
#[derive(Clone, Debug)]
pub struct HandWritten {
    weights: Weights,
    utility: Utility,
    /// Where the match is aimed at, and a table says what scores are worth.
    stakes: Option<SeatStakes>,
    room: Room,
}

impl HandWritten {
    /// The evaluation by `weights`, in the terms of `utility`.
    pub fn new(weights: Weights, utility: Utility) -> Self {
        HandWritten { weights, utility, stakes: None, room: Room::default() }
    }

    /// The same, on the scale of shares of the match.
    pub fn for_the_match(self, stakes: SeatStakes) -> Self {
        HandWritten { stakes: Some(stakes), ..self }
    }

    /// What makes utilities of margins for `seat` in `state`.
    fn scale(&mut self, game: &Ergo, state: &State, seat: Seat) -> impl Fn(f64) -> f64 {
        let span = self.utility.span();
        let stakes = self.stakes.as_mut().map(|all| all.at(&game.0, Standing::of_state(&game.0, state, seat)));
        move |margin| stakes.map_or_else(|| span.of_margin(margin), |stakes| stakes.share(margin))
    }
}

impl Evaluator<Ergo, Turns> for HandWritten {
    fn state(&mut self, game: &Ergo, state: &State) -> Utilities {
        let verdict = judge(state.proof(), game.0.reading);
        SeatMap::from_fn(game.seats(), |seat| {
            let sight = Sight::of_state(state, seat);
            let view = View::of(&self.weights, &game.0, &sight);
            if self.utility.aim() == Aim::Points {
                return self.utility.span().of_points(view.own_points(&sight, verdict));
            }
            let waiting = view.waiting(&sight, verdict);
            self.scale(game, state, seat)(waiting)
        })
    }

    fn moves(&mut self, game: &Ergo, state: &State, turns: &[Turn], values: &mut Vec<f64>) {
        let sight = Sight::of_state(state, state.to_move());
        let weights = self.weights.clone();
        let (view, scale) = (View::of(&weights, &game.0, &sight), self.scale(game, state, state.to_move()));
        let mut judged = (Proof::default(), Verdict(TruthTable::TRUE));
        values.clear();
        values.extend(turns.iter().map(|turn| {
            if judged.0 != *turn.proof() {
                judged = (*turn.proof(), judge(turn.proof(), game.0.reading));
            }
            scale(view.value(&turn.outcome(sight.hand), judged.1))
        }));
    }

    fn best(&mut self, game: &Ergo, state: &State) -> Option<(Turn, u64)> {
        let seen = game.observe(state, state.to_move());
        best_way(seen.hand, |mut visit| each_value(&self.weights, &game.0, &seen, &mut self.room, &mut visit))
    }
}
