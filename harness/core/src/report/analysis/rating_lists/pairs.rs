//! The results of all pairs of entrants, without a rating model.

use std::collections::BTreeMap;

use ergo_stats::luce::Observation;
use ergo_stats::{Interval, Range, Ratio};

use crate::report::tally::Tally;

/// The results of one entrant against another.
pub struct Pair {
    /// The share of the first entrant in the wins of both, per pair of seats; `None` if neither won.
    pub share: Option<f64>,
    /// The 95 % interval of the share, clustered by block; `None` for a single block.
    pub interval: Option<Interval>,
    /// Number of matches in which they met.
    pub matches: u64,
}

/// Returns the results of every entrant of `order` against every other; `None` for pairs that never met.
pub(super) fn pairs(tally: &Tally, order: &[usize]) -> Vec<Vec<Option<Pair>>> {
    let count = tally.entrants.len();
    let mut met = vec![vec![0; count]; count];
    for seating in &tally.seatings {
        for (one, other) in meetings(&seating.lineup) {
            met[one][other] += seating.matches;
        }
    }
    let shares = shares(tally);
    let pair = |one: usize, other: usize| {
        let ratio = shares.get(&(one, other)).filter(|ratio| ratio.deals() > 0);
        let share = ratio.map(Ratio::value);
        let interval = ratio.and_then(|ratio| ratio.interval(Range::Share));
        (met[one][other] > 0).then_some(Pair { share, interval, matches: met[one][other] })
    };
    order.iter().map(|one| order.iter().map(|other| pair(*one, *other)).collect()).collect()
}

/// Returns the shares of wins by pair, as ratios over blocks.
fn shares(tally: &Tally) -> BTreeMap<(usize, usize), Ratio> {
    let mut shares: BTreeMap<(usize, usize), Ratio> = BTreeMap::new();
    let observations = tally.observations();
    for block in observations.chunk_by(|one, next| one.block == next.block) {
        let mut won: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        for Observation { lineup, shares, .. } in block {
            let of = |who: usize| {
                let own = || lineup.iter().zip(shares).filter(move |(entrant, _)| **entrant == who);
                own().map(|(_, share)| share).sum::<f64>() / own().count() as f64
            };
            meetings(lineup).for_each(|(one, other)| *won.entry((one, other)).or_default() += of(one));
        }
        for (&(one, other), &own) in &won {
            shares.entry((one, other)).or_default().push(own, own + won[&(other, one)]);
        }
    }
    shares
}

/// Returns all ordered pairs of different entrants at a table, each once.
fn meetings(lineup: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    let mut distinct = lineup.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let others = distinct.clone();
    distinct.into_iter().flat_map(move |one| {
        let others: Vec<usize> = others.iter().copied().filter(|other| *other != one).collect();
        others.into_iter().map(move |other| (one, other))
    })
}
