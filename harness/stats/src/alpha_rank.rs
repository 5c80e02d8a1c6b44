//! α-Rank (Omidshafiei et al. 2019): how much of the time a population that keeps imitating success would field each entrant.
//! For symmetric games of any number of players, also where entrants go round in circles.

use std::collections::BTreeMap;

use super::tables::{joined, others, tables};
use ergo_core::maps::map_of;

/// Individuals of a population.
const POPULATION: f64 = 50.0;
/// The least probability that a mutant takes over: keeps every entrant within reach of every other.
const LEAST: f64 = 1e-30;
/// The largest α tried.
const LARGEST: f64 = 1e4;

/// The share of time of each entrant at ranking intensity `alpha`, above 0; they sum to 1. `payoff(own, others)` is what
/// `own` gets at a table with `others`, a sorted list of `seats` − 1.
///
/// Every seat has a population of its own; now and then a single mutant appears in one of them and dies out or takes over.
/// Seats being alike, tables are counted without order; with 8 entrants in 4 seats there are 330.
pub fn alpha_rank(entrants: usize, seats: usize, payoff: impl Fn(usize, &[usize]) -> f64, alpha: f64) -> Vec<f64> {
    if entrants <= 1 || seats == 0 {
        return vec![1.0; entrants];
    }
    let states = tables(entrants, seats);
    let number: BTreeMap<&Vec<usize>, usize> = map_of(states.iter().zip(0..));
    let mut moves = vec![vec![0.0; states.len()]; states.len()];
    for (from, table) in states.iter().enumerate() {
        for (seat, own) in table.iter().enumerate() {
            let others = others(table, seat);
            for mutant in (0..entrants).filter(|mutant| mutant != own) {
                let gain = payoff(mutant, &others) - payoff(*own, &others);
                moves[from][number[&joined(&others, mutant)]] += takes_over(alpha * gain);
            }
        }
    }
    let mut shares = vec![0.0; entrants];
    for (table, share) in states.iter().zip(stationary(moves)) {
        table.iter().for_each(|entrant| shares[*entrant] += share / seats as f64);
    }
    shares
}

/// The shares at the α from which on, doubling it, neither the order of entrants nor any share (by more than 0.001) changes,
/// and that α; at most 10,000.
pub fn alpha_rank_sweep(entrants: usize, seats: usize, payoff: impl Fn(usize, &[usize]) -> f64) -> (f64, Vec<f64>) {
    let mut alpha = 0.1;
    let mut shares = alpha_rank(entrants, seats, &payoff, alpha);
    loop {
        let next = alpha_rank(entrants, seats, &payoff, 2.0 * alpha);
        let still = shares.iter().zip(&next).all(|(one, other)| (one - other).abs() < 1e-3);
        // Without any effect of α yet, all shares are still about equal.
        if alpha > 10.0 && still && order(&shares) == order(&next) || alpha > LARGEST {
            return (alpha, shares);
        }
        (alpha, shares) = (2.0 * alpha, next);
    }
}

/// Entrants from the largest share to the smallest; shares that differ by rounding only are equal.
fn order(shares: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..shares.len()).collect();
    order.sort_by_key(|entrant| std::cmp::Reverse((shares[*entrant] * 1e6) as i64));
    order
}

/// The probability that a mutant whose gain, times α, is `gain` takes over.
fn takes_over(gain: f64) -> f64 {
    let size = gain.abs();
    if size < 1e-12 {
        return 1.0 / POPULATION;
    }
    let rising = libm::expm1(-size) / libm::expm1(-POPULATION * size);
    let chance = if gain > 0.0 { rising } else { rising * libm::exp(-(POPULATION - 1.0) * size) };
    chance.max(LEAST)
}

/// The stationary distribution of a chain, from its moves to other states (Grassmann, Taksar and Heyman 1985: nothing is
/// subtracted, so nothing is lost however rare the moves).
fn stationary(mut moves: Vec<Vec<f64>>) -> Vec<f64> {
    let n = moves.len();
    for last in (1..n).rev() {
        let leaving: f64 = moves[last][..last].iter().sum();
        let row = moves[last][..last].to_vec();
        for (i, from) in moves[..last].iter_mut().enumerate() {
            from[last] /= leaving;
            let by = from[last];
            if by > 0.0 {
                for (j, to) in from[..last].iter_mut().enumerate() {
                    *to += if i == j { 0.0 } else { by * row[j] };
                }
            }
        }
    }
    let mut shares = vec![1.0; n];
    for k in 1..n {
        shares[k] = (0..k).map(|i| shares[i] * moves[i][k]).sum();
    }
    let sum: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rock_paper_scissors_is_even_and_the_best_takes_all() {
        let circle = |own: usize, others: &[usize]| [0.0, -1.0, 1.0][(3 + others[0] - own) % 3];
        let (_, shares) = alpha_rank_sweep(3, 2, circle);
        assert!(shares.iter().all(|share| (share - 1.0 / 3.0).abs() < 1e-6), "{shares:?}");
        let strength =
            |own: usize, others: &[usize]| others.iter().map(|other| own as f64 - *other as f64).sum::<f64>();
        for seats in 2..=4 {
            let (_, shares) = alpha_rank_sweep(4, seats, strength);
            assert!(shares[3] > 0.99 && (shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{seats}: {shares:?}");
        }
    }

    #[test]
    fn two_states_by_hand() {
        // One leaves at 0.02, the other at 0.01.
        let shares = stationary(vec![vec![0.0, 0.02], vec![0.01, 0.0]]);
        assert!((shares[0] - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(takes_over(0.0), 0.02);
        assert!((takes_over(1e-9) - 0.02).abs() < 1e-9 && (takes_over(-1e-9) - 0.02).abs() < 1e-9);
    }

    #[test]
    fn small_and_equal_pools() {
        assert!(alpha_rank(0, 2, |_, _| 0.0, 1.0).is_empty());
        assert_eq!(alpha_rank(1, 4, |_, _| 0.0, 1.0), [1.0]);
        let (_, shares) = alpha_rank_sweep(3, 3, |_, _| 0.25);
        assert!(shares.iter().all(|share| (share - 1.0 / 3.0).abs() < 1e-9));
    }
}
