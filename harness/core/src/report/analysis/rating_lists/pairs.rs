//! Everybody against everybody, which no model of ratings stands behind.

use std::collections::BTreeMap;

use ergo_stats::luce::Observation;
use ergo_stats::{Interval, Range, Ratio};

use crate::report::tally::Tally;

/// One entrant against another.
pub struct Pair {
    /// Of what both won where they met, a seat of the one against a seat of the other, the part of the one; nothing if
    /// neither won.
    pub share: Option<f64>,
    /// The 95 % interval of the share, over blocks of deals; nothing for a single block.
    pub interval: Option<Interval>,
    /// Matches in which they met.
    pub matches: u64,
}

/// Every entrant of `order` against every other; nothing where two never met.
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

/// Of what both won, the part of the one, block by block.
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

/// Everyone at a table with every other, both ways, each two once.
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
