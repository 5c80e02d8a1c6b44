//! The hand-written evaluation of ERGO as an evaluator for searches.

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::state::State;
use ergo_engine::ergo::truth::{TruthTable, Verdict, judge};
use ergo_engine::game::Game;
use ergo_engine::seat::{Seat, SeatMap};

use super::heuristic::{HeuristicWeights, TableView, TurnEvaluator};
use super::match_play::stakes::{MatchStanding, SeatStakes};
use crate::games::ergo::turn_moves::{Turn, TurnMoves, best_way};
use crate::games::ergo::ways::{HeuristicScratch, each_value};
use crate::search::evaluator::Evaluator;
use crate::utility::{Aim, Utilities, Utility};

/// An evaluator that values states and turns as the greedy agent does, by margins; states by own points if these
/// are the objective.
#[derive(Clone, Debug)]
pub struct HeuristicEvaluator {
    weights: HeuristicWeights,
    utility: Utility,
    /// The stakes of the match, if the objective is to win the match and an equity table exists.
    stakes: Option<SeatStakes>,
    scratch: HeuristicScratch,
}

impl HeuristicEvaluator {
    /// Creates the evaluator with these weights, for the objective of `utility`.
    pub fn new(weights: HeuristicWeights, utility: Utility) -> Self {
        HeuristicEvaluator { weights, utility, stakes: None, scratch: HeuristicScratch::default() }
    }

    /// Returns the evaluator with utilities that are shares of the match.
    pub fn with_stakes(self, stakes: SeatStakes) -> Self {
        HeuristicEvaluator { stakes: Some(stakes), ..self }
    }

    /// Returns the function that converts margins of `seat` in `state` to utilities.
    fn scale(&mut self, game: &Ergo, state: &State, seat: Seat) -> impl Fn(f64) -> f64 {
        let span = self.utility.point_range();
        let stakes =
            self.stakes.as_mut().map(|all| all.stakes_for(&game.0, MatchStanding::from_state(&game.0, state, seat)));
        move |margin| stakes.map_or_else(|| span.margin_to_utility(margin), |stakes| stakes.match_share(margin))
    }
}

impl Evaluator<Ergo, TurnMoves> for HeuristicEvaluator {
    fn state(&mut self, game: &Ergo, state: &State) -> Utilities {
        let verdict = judge(state.proof(), game.0.reading);
        SeatMap::from_fn(game.seats(), |seat| {
            let sight = TableView::from_state(state, seat);
            let view = TurnEvaluator::from_table(&self.weights, &game.0, &sight);
            if self.utility.aim() == Aim::Points {
                return self.utility.point_range().points_to_utility(view.own_points(&sight, verdict));
            }
            let waiting = view.value_waiting_with(&sight, verdict);
            self.scale(game, state, seat)(waiting)
        })
    }

    fn moves(&mut self, game: &Ergo, state: &State, turns: &[Turn], values: &mut Vec<f64>) {
        let sight = TableView::from_state(state, state.to_move());
        let weights = self.weights.clone();
        let (view, scale) =
            (TurnEvaluator::from_table(&weights, &game.0, &sight), self.scale(game, state, state.to_move()));
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
        best_way(seen.hand, |mut visit| each_value(&self.weights, &game.0, &seen, &mut self.scratch, &mut visit))
    }
}
