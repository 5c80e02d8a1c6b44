//! A net's evaluation of ERGO as an evaluator for searches.

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::state::State;
use ergo_engine::game::Game;
use ergo_engine::seat::SeatMap;

use super::heuristic_evaluator::HeuristicEvaluator;
use super::match_play::nets::MatchPlay;
use super::value_net::{CacheSize, NetScratch, TurnValuer, ValueModel, each_value, state_value};
use crate::games::ergo::turn_moves::{Turn, TurnMoves, best_way};
use crate::net::mlp::Mlp;
use crate::search::evaluator::Evaluator;
use crate::utility::{Utilities, Utility};

/// An evaluator that uses a net. The net's output is a margin for every objective except the match, for which a net
/// of results is added. Each seat is evaluated from its own observation.
#[derive(Clone, Debug)]
pub(super) struct NetEvaluator<'n> {
    net: &'n Mlp,
    /// The values of results, if the objective is to win the match and an equity table exists.
    match_play: Option<MatchPlay>,
    utility: Utility,
    scratch: NetScratch,
}

impl<'n> NetEvaluator<'n> {
    /// Creates the evaluator with `net`, on the scale of `utility`.
    pub(super) fn new(net: &'n Mlp, utility: Utility) -> Self {
        NetEvaluator { net, match_play: None, utility, scratch: NetScratch::with_cache(CacheSize::Long) }
    }

    /// Returns the evaluator with utilities that are shares of the match.
    pub(super) fn with_match_play(self, match_play: MatchPlay) -> Self {
        NetEvaluator { match_play: Some(match_play), ..self }
    }

    /// Returns the value model for the seat of `seen`, the conversion of its values to utilities, and the scratch
    /// buffers.
    fn value_model(
        &mut self,
        game: &Ergo,
        seen: &Observation,
    ) -> (ValueModel<'_>, impl Fn(f64) -> f64, &mut NetScratch) {
        let span = self.utility.point_range();
        let (model, stakes) = match &mut self.match_play {
            Some(match_play) => {
                let (model, stakes) = match_play.value_model(&game.0, seen);
                (model, Some(stakes))
            }
            None => (ValueModel::from(self.net), None),
        };
        let utility =
            move |worth| stakes.map_or_else(|| span.margin_to_utility(worth), |stakes| stakes.match_share(worth));
        (model, utility, &mut self.scratch)
    }
}

impl Evaluator<Ergo, TurnMoves> for NetEvaluator<'_> {
    fn state(&mut self, game: &Ergo, state: &State) -> Utilities {
        SeatMap::from_fn(game.seats(), |seat| {
            let seen = game.observe(state, seat);
            let (model, utility, scratch) = self.value_model(game, &seen);
            utility(state_value(model, &game.0, &seen, scratch))
        })
    }

    fn moves(&mut self, game: &Ergo, state: &State, turns: &[Turn], values: &mut Vec<f64>) {
        let seen = game.observe(state, state.to_move());
        let (model, utility, scratch) = self.value_model(game, &seen);
        let mut view = TurnValuer::new(model, &game.0, &seen, scratch);
        values.clear();
        values.extend(turns.iter().map(|turn| utility(view.value(turn.actions(), &turn.outcome(seen.hand)))));
    }

    fn best(&mut self, game: &Ergo, state: &State) -> Option<(Turn, u64)> {
        let seen = game.observe(state, state.to_move());
        let (model, _, scratch) = self.value_model(game, &seen);
        best_way(seen.hand, |mut visit| each_value(model, &game.0, &seen, scratch, &mut visit))
    }
}

/// The evaluator of a search of ERGO.
#[derive(Clone, Debug)]
pub(super) enum ErgoEvaluator<'n> {
    /// The hand-written evaluation.
    Hand(HeuristicEvaluator),
    Net(NetEvaluator<'n>),
}

impl Evaluator<Ergo, TurnMoves> for ErgoEvaluator<'_> {
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

    fn best(&mut self, game: &Ergo, state: &State) -> Option<(Turn, u64)> {
        match self {
            ErgoEvaluator::Hand(evaluator) => evaluator.best(game, state),
            ErgoEvaluator::Net(evaluator) => evaluator.best(game, state),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ergo::match_play::result_nets::{equity_table, result_net};
    use crate::games::ergo::match_play::stakes::SeatStakes;
    use crate::games::ergo::shipped::shipped_net;
    use crate::games::ergo::tuned;
    use crate::search::moves::Moves;
    use crate::utility::{Aim, PointRange};
    use ergo_engine::ergo::rules::Rules;
    use ergo_engine::game::Status;
    use ergo_engine::laws::random_match;
    use ergo_engine::rng::Seed;
    use ergo_engine::seat::Seat;

    /// At the start of a round, the utilities of match play are close to the shares of the equity table and sum to
    /// about 1.
    #[test]
    fn match_play_utilities_are_near_table_shares() {
        let game = Ergo(Rules::printed(3));
        let table = equity_table(&game.0).unwrap();
        let utility = Utility::new(Aim::Win, PointRange::from_info(&game.info()));
        let (points, results) = (shipped_net(game.0.seats, 1), result_net(game.0.seats));
        let net = NetEvaluator::new(points, utility.clone());
        let net = ErgoEvaluator::Net(net.with_match_play(MatchPlay::new(table, points, results).unwrap()));
        let hand =
            HeuristicEvaluator::new(tuned::tuned_weights(game.0.seats), utility).with_stakes(SeatStakes::new(table));
        let states = (0..8).flat_map(|seed| random_match(&game, Seed::master(seed), 3_000));
        let begun: Vec<State> = states.filter(|state| state.turn() == 1 && !state.is_over()).collect();
        let far = begun.iter().filter(|state| (0..3).any(|seat| state.score(Seat::new(seat)) > 35)).count();
        assert!(far > 8, "{far}");
        for (mut evaluator, apart) in [(net, 0.15), (ErgoEvaluator::Hand(hand), 0.3)] {
            for state in &begun {
                let shares = table.win_chances(&game.scores(state), state.starter());
                let utilities = evaluator.state(&game, state);
                for (seat, utility) in utilities.entries() {
                    assert!((utility - shares[seat]).abs() < apart, "{utility} and {shares:?}");
                }
                assert!((utilities.iter().sum::<f64>() - 1.0).abs() < 2.0 * apart, "{utilities:?}");
            }
        }
    }

    /// `best` returns the best of the listed moves, for both evaluations.
    #[test]
    fn best_equals_the_best_listed_move() {
        for seats in 2..=4 {
            let game = Ergo(Rules::printed(seats));
            let utility = Utility::new(Aim::Margin, PointRange::from_info(&game.info()));
            let hand = HeuristicEvaluator::new(tuned::tuned_weights(game.0.seats), utility.clone());
            let net = NetEvaluator::new(shipped_net(game.0.seats, 1), utility);
            let (mut turns, mut values, mut tried) = (Vec::new(), Vec::new(), 0);
            for mut evaluator in [ErgoEvaluator::Hand(hand), ErgoEvaluator::Net(net)] {
                for state in random_match(&game, Seed::master(9), 300) {
                    let Status::ToMove(_) = game.status(&state) else { continue };
                    TurnMoves.list(&game, &state, &mut Default::default(), &mut turns);
                    evaluator.moves(&game, &state, &turns, &mut values);
                    let (best, judged) = evaluator.best(&game, &state).unwrap();
                    let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                    let place = turns.iter().position(|turn| *turn == best).expect("one of the list");
                    assert_eq!(values[place], highest);
                    assert!(judged >= turns.len() as u64);
                    tried += 1;
                }
            }
            assert!(tried > 100);
        }
    }
}
