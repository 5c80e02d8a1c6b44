//! Sealed bids: who gets the disk for how much is judged in worlds that fit, and regret matching finds bids for that matrix.
//!
//! What a bid brings depends on who wins and what he pays alone, so the matrix of all bids of all players is known from one judgement for
//! each winner and price. Bids that lie face down already are unknown, and supposed like those to come.

use ergo_engine::game::Game;
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::action::Action;
use ergo_engine::philosophia::observe::Observation;
use ergo_engine::philosophia::phase::Node;
use ergo_engine::philosophia::state::State;
use ergo_engine::rng::{Rng, unit};
use ergo_engine::seat::{Seat, SeatMap};

use super::judge::Judge;
use crate::search::regret::regret_matching;
use crate::utility::Utilities;

/// The most that is thought of bidding: beyond it no disk is worth what it costs.
const MOST: u16 = 12;

/// How bids are found.
#[derive(Clone, Copy, Debug)]
pub struct Auction {
    /// Worlds in which outcomes are judged, one or more.
    pub worlds: u32,
    /// Rounds of regret matching, one or more.
    pub rounds: u32,
}

/// The payoff matrix of an offering: the value of every outcome to everybody.
struct Matrix {
    by: usize,
    /// For each player what it is worth that he wins, by the price.
    won: Vec<Vec<Utilities>>,
    /// The value if nobody wins.
    nobody: Utilities,
}

/// Who wins with these bids, where `by` offered: the highest; who offered wins ties, and nobody else does. RULES.md P12.
fn winner(bids: &[usize], by: usize) -> Option<usize> {
    let highest = bids.iter().copied().max()?;
    if bids[by] == highest {
        return Some(by);
    }
    let mut at_highest = (0..bids.len()).filter(|&who| bids[who] == highest);
    match (at_highest.next(), at_highest.next()) {
        (only, None) => only,
        _ => None,
    }
}

/// The value of `world`, in which bids are asked for, if these are made.
fn judged(game: &Philosophia, world: &State, bids: &[u16], judge: &mut Judge<'_>) -> Utilities {
    let mut state = world.clone();
    state.set_bids(bids);
    while state.node() == Node::Bid {
        let coins = bids[state.to_move()];
        game.apply(&mut state, Action::Bid(coins));
    }
    judge.worth(game, &mut state)
}

impl Matrix {
    fn of(
        game: &Philosophia,
        seen: &Observation,
        most: &[u16],
        worlds: u32,
        judge: &mut Judge<'_>,
        rng: &mut Rng,
    ) -> Self {
        let players = most.len();
        let (by, _) = seen.seen().bids();
        let none = || SeatMap::from_fn(game.seats(), |_| 0.0);
        let mut matrix =
            Matrix { by, won: most.iter().map(|&most| (0..=most).map(|_| none()).collect()).collect(), nobody: none() };
        let add = |sum: &mut Utilities, worth: Utilities| {
            for (seat, value) in worth.entries() {
                sum[seat] += value / f64::from(worlds);
            }
        };
        for _ in 0..worlds {
            let world = game.determinize(seen, rng);
            for who in 0..players {
                // Who bids nothing wins only as the one who offered.
                for price in u16::from(who != by)..=most[who] {
                    let mut bids = vec![0; players];
                    bids[who] = price;
                    add(&mut matrix.won[who][usize::from(price)], judged(game, &world, &bids, judge));
                }
            }
            let mut tied: Vec<u16> = most.iter().map(|&most| most.min(1)).collect();
            tied[by] = 0;
            if tied.iter().sum::<u16>() > 1 {
                add(&mut matrix.nobody, judged(game, &world, &tied, judge));
            }
        }
        matrix
    }

    fn payoff(&self, bids: &[usize], player: usize) -> f64 {
        match winner(bids, self.by) {
            Some(who) => self.won[who][bids[who]][Seat::new(player)],
            None => self.nobody[Seat::new(player)],
        }
    }
}

impl Auction {
    /// How often the seat of `seen`, which is asked for a bid, is to bid nothing, a coin and so on. Two seats or more.
    pub fn strategy(&self, game: &Philosophia, seen: &Observation, judge: &mut Judge<'_>, rng: &mut Rng) -> Vec<f64> {
        let coins = seen.seen().players()[..game.0.players].iter().map(|player| player.coins().min(MOST));
        let most: Vec<u16> = coins.collect();
        let matrix = Matrix::of(game, seen, &most, self.worlds, judge, rng);
        let choices: Vec<usize> = most.iter().map(|&most| usize::from(most) + 1).collect();
        let payoff = |bids: &[usize], player: usize| matrix.payoff(bids, player);
        regret_matching(&choices, self.rounds, payoff, rng).swap_remove(seen.seat.index())
    }

    /// A bid drawn from that.
    pub fn bid(&self, game: &Philosophia, seen: &Observation, judge: &mut Judge<'_>, rng: &mut Rng) -> Action {
        let strategy = self.strategy(game, seen, judge, rng);
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
    fn who_offers_wins_ties_and_nobody_else() {
        assert_eq!(winner(&[0, 0, 0], 1), Some(1));
        assert_eq!(winner(&[2, 2, 1], 1), Some(1));
        assert_eq!(winner(&[2, 1, 2], 1), None);
        assert_eq!(winner(&[2, 3, 4], 1), Some(2));
    }
}
