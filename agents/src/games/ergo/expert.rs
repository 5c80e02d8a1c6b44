//! Values of turns from a search with a net, as training targets for the next net: expert iteration (Anthony, Tian
//! and Barber 2017).

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::game::Game;
use ergo_engine::rng::Seed;

use super::net_evaluator::{ErgoEvaluator, NetEvaluator};
use super::turn_moves::{Turn, TurnMoves};
use crate::agent::{Agent, AgentFault, Decision};
use crate::net::mlp::Mlp;
use crate::search::agent::{MoveEstimate, SearchAgent};
use crate::search::budget::Budget;
use crate::search::flat::Flat;
use crate::search::playout::{Playout, PlayoutPolicy};
use crate::utility::{Aim, PointRange, Utility};

/// Number of turns that are searched, the net's favourites.
const CANDIDATES: usize = 8;
/// Number of turns of a playout. Two turns played best (see "Measured strength" in agents/README.md).
const AHEAD: u32 = 2;

type Search<'n> = Flat<Ergo, TurnMoves, ErgoEvaluator<'n>>;

/// Returns a flat search with `net` for points of margin, and its evaluator. It plays `playouts` playouts of
/// `turns` turns (`None`: to the end of the round), in which every seat plays the best turn according to the net.
pub(super) fn lookahead_search<'n>(
    game: &Ergo,
    net: &'n Mlp,
    playouts: u64,
    turns: Option<u32>,
) -> (ErgoEvaluator<'n>, Search<'n>) {
    let utility = Utility::new(Aim::Margin, PointRange::from_info(&game.info()));
    let evaluator = ErgoEvaluator::Net(NetEvaluator::new(net, utility.clone()));
    let playout = Playout { policy: PlayoutPolicy::Best, cut: turns };
    let budget = Budget::iterations(playouts);
    let search = Flat::new(TurnMoves, evaluator.clone(), utility, budget, (CANDIDATES, 0.0), playout);
    (evaluator, search)
}

/// A player that searches with a net and reports the value of each turn it searched.
pub struct Expert<'n> {
    agent: SearchAgent<Ergo, TurnMoves, ErgoEvaluator<'n>, Search<'n>>,
    span: PointRange,
}

/// The estimated value of one turn.
#[derive(Clone, Copy, Debug)]
pub struct TurnEstimate<'a> {
    /// The turn that was searched.
    pub turn: &'a Turn,
    /// Its value to the seat that plays it, in points of margin.
    pub margin: f64,
    /// Number of playouts that the value is the mean of; 1 or more.
    pub playouts: u64,
}

impl<'n> Expert<'n> {
    /// Creates an expert with `net`, `playouts` per turn and the random stream of `seed`. It can play several
    /// seats, one turn after another.
    pub fn new(game: &Ergo, net: &'n Mlp, playouts: u64, seed: Seed) -> Self {
        let (evaluator, search) = lookahead_search(game, net, playouts, Some(AHEAD));
        Expert {
            agent: SearchAgent::new(TurnMoves, evaluator, search, seed),
            span: PointRange::from_info(&game.info()),
        }
    }

    /// Returns the next action of the turn that is best according to the search. The turn is decided at its first
    /// action.
    ///
    /// # Errors
    ///
    /// Returns the fault of the underlying agent; see [`Agent::choose`].
    pub fn choose(&mut self, decision: &mut Decision<'_, Ergo>) -> Result<Action, AgentFault> {
        self.agent.choose(decision)
    }

    /// Returns the estimate of each turn that was searched. The iterator is empty if the last action continued a
    /// turn, or if there was only one turn.
    pub fn estimates(&self) -> impl Iterator<Item = TurnEstimate<'_>> {
        let finding = |(turn, MoveEstimate { value, visits })| TurnEstimate {
            turn,
            margin: self.span.utility_to_margin(value),
            playouts: visits,
        };
        self.agent.estimates().map(finding)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ergo::shipped::shipped_net;
    use ergo_engine::ergo::rules::Rules;
    use ergo_engine::game::Status;
    use ergo_engine::options::{Settings, Value};
    use ergo_engine::seat::SeatCount;

    /// The expert plays the best of the turns that it searched most, makes no estimates while a turn continues, and
    /// values turns that end the round at what the round pays.
    #[test]
    fn expert_plays_the_best_estimate() {
        let (mut turns, mut last) = (0, 0);
        for seats in 2..=4 {
            let one_round = Settings([("max_rounds".to_owned(), Value::Int(1))].into());
            let game = Ergo(Rules::new(SeatCount::new(seats), &one_round).unwrap());
            let net = shipped_net(game.0.seats, 1);
            let mut expert = Expert::new(&game, net, 24, Seed::master(3));
            let (mut state, mut scratch) = (game.deal(&mut Seed::master(4).rng()), Vec::new());
            let mut begun = 0;
            while let Status::ToMove(mover) = game.status(&state) {
                let action = expert.choose(&mut Decision::new(&game, &state, mover, &mut scratch)).unwrap();
                let found: Vec<TurnEstimate<'_>> = expert.estimates().collect();
                if begun == state.turn() {
                    assert!(found.is_empty());
                } else if !found.is_empty() {
                    begun = state.turn();
                    let most = found.iter().map(|finding| finding.playouts).max().unwrap();
                    assert!((2..=CANDIDATES).contains(&found.len()) && most > 2);
                    let finalists = found.iter().filter(|finding| finding.playouts == most);
                    let highest = finalists.clone().map(|finding| finding.margin).fold(f64::NEG_INFINITY, f64::max);
                    let played = |finding: &&TurnEstimate<'_>| finding.turn.actions()[0] == action;
                    let best = finalists.filter(played).find(|finding| finding.margin == highest).unwrap();
                    turns += 1;
                    let mut after = state.clone();
                    best.turn.actions().iter().for_each(|&action| game.apply(&mut after, action));
                    if let Status::Over(_) = game.status(&after) {
                        let scores = game.scores(&after);
                        let others = scores.entries().filter(|(seat, _)| *seat != mover).map(|(_, points)| points);
                        let others = f64::from(others.sum::<i32>()) / (seats - 1) as f64;
                        assert!((best.margin - (f64::from(scores[mover]) - others)).abs() < 1e-9);
                        last += 1;
                    }
                }
                game.apply(&mut state, action);
            }
        }
        assert!(turns > 20 && last > 0, "{turns}, {last}");
    }
}
