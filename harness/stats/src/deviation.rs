//! Deviation ratings (Marris et al. 2025): a rating for tables of any size, also where entrants go round in circles, that a
//! copy of an entrant does not change.
//!
//! Tables are drawn from some distribution; an entrant's gain is what a player would win by ignoring it and always fielding
//! that entrant. The distribution is chosen so that the largest gain is as small as can be, then the next largest, and so on:
//! the gains that remain are the ratings. They are unique, and 0 at most where nobody has a reason to deviate.

use super::simplex::minimise;
use super::tables::{others, tables};

/// The ratings, in the unit of the payoff; higher is better. `payoff(own, others)` is what `own` gets at a table with
/// `others`, a sorted list of `seats` − 1. One linear programme for each entrant at most, over all tables (330 with 8
/// entrants in 4 seats).
pub fn deviation_ratings(entrants: usize, seats: usize, payoff: impl Fn(usize, &[usize]) -> f64) -> Vec<f64> {
    if entrants == 0 || seats == 0 {
        return vec![0.0; entrants];
    }
    let tables = tables(entrants, seats);
    let mut gains = vec![vec![0.0; tables.len()]; entrants];
    for (at, table) in tables.iter().enumerate() {
        for (seat, own) in table.iter().enumerate() {
            let others = others(table, seat);
            let now = payoff(*own, &others);
            for (entrant, gains) in gains.iter_mut().enumerate() {
                gains[at] += (payoff(entrant, &others) - now) / seats as f64;
            }
        }
    }
    // Moved above 0, so that the programme needs no variable below it.
    let (least, most) = gains.iter().flatten().fold((0.0_f64, 0.0_f64), |(a, b), gain| (a.min(*gain), b.max(*gain)));
    let unit = (most - least).max(f64::MIN_POSITIVE);
    let moved = |gain: &f64| (gain - least) / unit + 1.0;
    let gains: Vec<Vec<f64>> = gains.iter().map(|row| row.iter().map(moved).collect()).collect();
    settle(&gains).into_iter().map(|rating| (rating - 1.0) * unit + least).collect()
}

/// The gains of all rows when the largest is made as small as can be, then the next, and so on.
fn settle(gains: &[Vec<f64>]) -> Vec<f64> {
    let states = gains.first().map_or(0, Vec::len);
    let mut settled: Vec<Option<f64>> = vec![None; gains.len()];
    while settled.contains(&None) {
        // Variables: the share of every table, and the largest gain not settled yet. Shares sum to 1 at least; as all gains
        // are above 0, more would never pay.
        let mut costs = vec![0.0; states];
        costs.push(1.0);
        let mut rows: Vec<Vec<f64>> = Vec::new();
        let mut bounds = Vec::new();
        for (row, settled) in gains.iter().zip(&settled) {
            rows.push([&row[..], &[if settled.is_some() { 0.0 } else { -1.0 }]].concat());
            bounds.push(settled.map_or(0.0, |gain| gain + 1e-9));
        }
        rows.push([&vec![-1.0; states][..], &[0.0]].concat());
        bounds.push(-1.0);
        let open: Vec<usize> = (0..gains.len()).filter(|row| settled[*row].is_none()).collect();
        let Some(solution) = minimise(&costs, &rows, &bounds) else {
            // Rounding closed the last gap: what is open cannot lie above what was settled last.
            let last = settled.iter().flatten().copied().fold(f64::INFINITY, f64::min);
            open.iter().for_each(|row| settled[*row] = Some(if last.is_finite() { last } else { 0.0 }));
            break;
        };
        // A row with a price holds the largest gain up in every solution.
        let priced = |row: &&usize| solution.prices[**row] > 1e-7;
        let held: Vec<usize> = open.iter().filter(priced).copied().collect();
        for row in if held.is_empty() { &open } else { &held } {
            settled[*row] = Some(solution.cost);
        }
    }
    settled.into_iter().map(|rating| rating.unwrap_or(0.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: &[f64], expected: &[f64]) {
        assert!(found.len() == expected.len(), "{found:?} {expected:?}");
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?} {expected:?}");
    }

    /// Rock, paper, scissors with unequal stakes, and a fourth who loses to all.
    fn circle(own: usize, other: usize) -> f64 {
        const STAKES: [[f64; 4]; 4] =
            [[0.0, -1.0, 2.0, 1.0], [1.0, 0.0, -3.0, 1.0], [-2.0, 3.0, 0.0, 1.0], [-1.0, -1.0, -1.0, 0.0]];
        STAKES[own][other]
    }

    #[test]
    fn a_circle_is_level_and_who_loses_to_all_below() {
        let ratings = deviation_ratings(4, 2, |own, others| circle(own, others[0]));
        near(&ratings, &[0.0, 0.0, 0.0, -1.0]);
    }

    #[test]
    fn the_strongest_is_at_nothing_and_others_lose_by_deviating() {
        let strength = [0.0, 1.0, 3.0];
        let payoff = |own: usize, others: &[usize]| {
            strength[own] - others.iter().map(|other| strength[*other]).sum::<f64>() / others.len() as f64
        };
        for seats in 2..=4 {
            near(&deviation_ratings(3, seats, payoff), &[-3.0, -2.0, 0.0]);
        }
    }

    #[test]
    fn a_copy_changes_nobody() {
        // Entrant 4 is entrant 2 again.
        let original = |entrant: usize| if entrant == 4 { 2 } else { entrant };
        let two = |own: usize, others: &[usize]| circle(original(own), original(others[0]));
        let three = |own: usize, others: &[usize]| {
            // Not zero-sum: those who meet paper (1) twice are paid extra.
            let papers = others.iter().filter(|other| **other == 1).count() as f64;
            others.iter().map(|other| circle(original(own), original(*other))).sum::<f64>() + 0.3 * papers * papers
                - 0.2 * original(own) as f64
        };
        for seats in [2, 3] {
            let payoff = |own: usize, others: &[usize]| if seats == 2 { two(own, others) } else { three(own, others) };
            let (before, after) = (deviation_ratings(4, seats, payoff), deviation_ratings(5, seats, payoff));
            near(&after[..4], &before);
            near(&after[4..], &before[2..3]);
        }
    }

    #[test]
    fn a_copy_changes_nobody_in_games_of_all_kinds() {
        for game in 0..40 {
            let (entrants, seats) = (3 + game as usize % 3, 2 + game as usize % 2);
            let original = |entrant: usize| if entrant == entrants { game as usize % entrants } else { entrant };
            // Payoffs from a hash of who plays; every third game has only -1, 0 and 1, as if many ties.
            let payoff = |own: usize, others: &[usize]| {
                let mut others: Vec<u64> = others.iter().map(|other| original(*other) as u64).collect();
                others.sort_unstable();
                let numbers = [&[game, original(own) as u64], &others[..]].concat();
                let value = ergo_core::rng::unit(&mut ergo_core::rng::Seed::master(1).derive("game", &numbers).rng());
                if game % 3 == 0 { (value * 3.0).floor() - 1.0 } else { value }
            };
            let before = deviation_ratings(entrants, seats, payoff);
            let after = deviation_ratings(entrants + 1, seats, payoff);
            near(&after[..entrants], &before);
            near(&after[entrants..], &before[original(entrants)..=original(entrants)]);
            assert!(before.iter().all(|rating| *rating < 1e-6), "{before:?}");
        }
    }

    #[test]
    fn small_and_equal_pools() {
        assert!(deviation_ratings(0, 2, |_, _| 0.0).is_empty());
        near(&deviation_ratings(1, 4, |_, _| 0.3), &[0.0]);
        near(&deviation_ratings(3, 4, |_, _| 0.25), &[0.0; 3]);
    }
}
