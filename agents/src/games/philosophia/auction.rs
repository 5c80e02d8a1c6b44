//! Sealed bids: every outcome of an offering is evaluated in sampled worlds, and regret matching finds a mixed
//! strategy for the resulting matrix.
//!
//! The result of an offering depends only on the winner and the price, so one evaluation per winner and price gives
//! the matrix of all bids of all players. Bids that are already face down are unknown and modelled like the others.

use ergo_engine::game::Game;
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::action::Action;
use ergo_engine::philosophia::observe::Observation;
use ergo_engine::philosophia::phase::Node;
use ergo_engine::philosophia::state::State;
use ergo_engine::rng::{Rng, unit};
use ergo_engine::seat::{Seat, SeatMap};

use super::evaluator::PhilosophiaEvaluator;
use crate::search::regret::regret_matching;
use crate::utility::Utilities;

/// Maximum bid considered; no disk is worth more.
const MOST: u16 = 12;

/// The settings of the auction solver.
#[derive(Clone, Copy, Debug)]
pub struct AuctionSolver {
    /// Number of worlds in which outcomes are evaluated; 1 or more.
    pub worlds: u32,
    /// Number of rounds of regret matching; 1 or more.
    pub rounds: u32,
}

/// The payoffs of an offering: the utilities of every outcome.
struct Matrix {
    by: usize,
    /// Utilities if a player wins: `[player][price]`.
    won: Vec<Vec<Utilities>>,
    /// Utilities if no player wins.
    no_winner: Utilities,
}

/// Returns the winner of these bids, where `by` made the offering: the highest bid. The player who made the
/// offering wins ties; other ties have no winner. RULES.md P12.
fn winner(bids: &[usize], by: usize) -> Option<usize> {
    let highest = bids.iter().copied().max()?;
    if bids[by] == highest {
        return Some(by);
    }
    let mut at_highest = (0..bids.len()).filter(|&player_index| bids[player_index] == highest);
    match (at_highest.next(), at_highest.next()) {
        (only, None) => only,
        _ => None,
    }
}

/// Returns the utilities of `world`, in which bids are open, after these bids.
fn evaluate_bids(
    game: &Philosophia,
    world: &State,
    bids: &[u16],
    evaluator: &mut PhilosophiaEvaluator<'_>,
) -> Utilities {
    let mut state = world.clone();
    state.set_bids(bids);
    while state.node() == Node::Bid {
        let coins = bids[state.to_move()];
        game.apply(&mut state, Action::Bid(coins));
    }
    evaluator.evaluate(game, &mut state)
}

impl Matrix {
    fn new(
        game: &Philosophia,
        seen: &Observation,
        most: &[u16],
        worlds: u32,
        evaluator: &mut PhilosophiaEvaluator<'_>,
        rng: &mut Rng,
    ) -> Self {
        let players = most.len();
        let (by, _) = seen.seen().bids();
        let none = || SeatMap::from_fn(game.seats(), |_| 0.0);
        let mut matrix = Matrix {
            by,
            won: most.iter().map(|&most| (0..=most).map(|_| none()).collect()).collect(),
            no_winner: none(),
        };
        let add = |sum: &mut Utilities, worth: Utilities| {
            for (seat, value) in worth.entries() {
                sum[seat] += value / f64::from(worlds);
            }
        };
        for _ in 0..worlds {
            let world = game.determinize(seen, rng);
            for player_index in 0..players {
                // A player who bids nothing can win only an own offering.
                for price in u16::from(player_index != by)..=most[player_index] {
                    let mut bids = vec![0; players];
                    bids[player_index] = price;
                    add(
                        &mut matrix.won[player_index][usize::from(price)],
                        evaluate_bids(game, &world, &bids, evaluator),
                    );
                }
            }
            let mut tied: Vec<u16> = most.iter().map(|&most| most.min(1)).collect();
            tied[by] = 0;
            if tied.iter().sum::<u16>() > 1 {
                add(&mut matrix.no_winner, evaluate_bids(game, &world, &tied, evaluator));
            }
        }
        matrix
    }

    fn payoff(&self, bids: &[usize], player: usize) -> f64 {
        match winner(bids, self.by) {
            Some(player_index) => self.won[player_index][bids[player_index]][Seat::new(player)],
            None => self.no_winner[Seat::new(player)],
        }
    }
}

impl AuctionSolver {
    /// Returns the probability of each bid, from 0 coins up, for the seat of `seen`, which must be asked for a bid.
    /// Needs two seats or more.
    pub fn strategy(
        &self,
        game: &Philosophia,
        seen: &Observation,
        evaluator: &mut PhilosophiaEvaluator<'_>,
        rng: &mut Rng,
    ) -> Vec<f64> {
        let coins = seen.seen().players()[..game.0.players].iter().map(|player| player.coins().min(MOST));
        let most: Vec<u16> = coins.collect();
        let matrix = Matrix::new(game, seen, &most, self.worlds, evaluator, rng);
        let choices: Vec<usize> = most.iter().map(|&most| usize::from(most) + 1).collect();
        let payoff = |bids: &[usize], player: usize| matrix.payoff(bids, player);
        regret_matching(&choices, self.rounds, payoff, rng).swap_remove(seen.seat.index())
    }

    /// Samples a bid from [`AuctionSolver::strategy`].
    pub fn bid(
        &self,
        game: &Philosophia,
        seen: &Observation,
        evaluator: &mut PhilosophiaEvaluator<'_>,
        rng: &mut Rng,
    ) -> Action {
        let strategy = self.strategy(game, seen, evaluator, rng);
        let mut point = unit(rng);
        let drawn = strategy.iter().position(|chance| {
            point -= chance;
            point < 0.0
        });
        Action::Bid(drawn.unwrap_or(0) as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_offering_player_wins_ties() {
        assert_eq!(winner(&[0, 0, 0], 1), Some(1));
        assert_eq!(winner(&[2, 2, 1], 1), Some(1));
        assert_eq!(winner(&[2, 1, 2], 1), None);
        assert_eq!(winner(&[2, 3, 4], 1), Some(2));
    }
}
