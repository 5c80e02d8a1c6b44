//! The rating list of a tally.

use ergo_engine::rng::Seed;

use super::tally::Tally;
use crate::stats::Interval;
use crate::stats::bootstrap::Settings;
use crate::stats::luce::{ELO_PER_NAT, FitTable, Observation, Prior, WinModel};

/// Draws of the bootstrap. The ends of an interval are the 25th values from both ends, which leaves them a few percent of its
/// width to chance.
pub const DRAWS: u32 = 1_000;

/// The entrants of one arm at tables of one size, best first.
pub struct Ratings {
    /// The arm.
    pub arm: String,
    /// The number of seats.
    pub seats: usize,
    /// The entrants.
    pub rows: Vec<Rated>,
    /// Predicted against observed, by seating; entrants are numbered as in `names`.
    pub fit: FitTable,
    /// The entrants in the order they came.
    pub names: Vec<String>,
    /// Deals in a block of the bootstrap.
    pub deals_in_block: u64,
    /// How the entrants fared against each other, in the order of `rows`.
    pub pairs: Vec<Vec<Option<Pair>>>,
}

/// One entrant.
pub struct Rated {
    /// Its name.
    pub name: String,
    /// Its rating; 0 is the mean of the field.
    pub elo: f64,
    /// Holds its true rating, in 95 of 100 experiments; nothing for a single block.
    pub interval: Option<Interval>,
    /// The best and the worst rank it may have, by intervals of all differences together.
    pub ranks: (usize, usize),
    /// Its wins by the seats it sat in.
    pub share: f64,
    /// Matches it played in.
    pub matches: u64,
    /// Matches in which it did not answer.
    pub faults: u64,
}

/// One entrant against another.
pub struct Pair {
    /// Of what both won where they met, a seat of the one against a seat of the other, the part of the one; nothing if
    /// neither won.
    pub share: Option<f64>,
    /// Matches in which they met.
    pub matches: u64,
}

/// Rates the entrants of `tally`; nothing where nobody met another. `seed` is that of the draws.
pub fn rate(tally: &Tally, seed: &Seed) -> Option<Ratings> {
    if !tally.has_contest() {
        return None;
    }
    let count = tally.entrants.len();
    let model = WinModel::fit_sums(count, &tally.observations(), Prior::default()).ok()?;
    let draws = model.bootstrap(seed, Settings { draws: DRAWS, ..Settings::default() });
    let (elo, ranks) = (model.elo(), draws.rank_sets(count));
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| elo[*b].total_cmp(&elo[*a]));
    let in_elo = |interval: Interval| Interval { low: interval.low * ELO_PER_NAT, high: interval.high * ELO_PER_NAT };
    let rated = |entrant: &usize| Rated {
        name: tally.entrants[*entrant].clone(),
        elo: elo[*entrant],
        interval: draws.parameter(*entrant).map(in_elo),
        ranks: (ranks[*entrant].best, ranks[*entrant].worst),
        share: tally.shares[*entrant] / tally.seated[*entrant] as f64,
        matches: tally.matches[*entrant],
        faults: tally.faults[*entrant],
    };
    Some(Ratings {
        arm: tally.arm.clone(),
        seats: tally.seats,
        rows: order.iter().map(rated).collect(),
        fit: fit(tally)?,
        names: tally.entrants.clone(),
        deals_in_block: tally.deals_in_batch(),
        pairs: pairs(tally, &order),
    })
}

/// The fit by seatings alone: the same as that by blocks, and quick to look through.
fn fit(tally: &Tally) -> Option<FitTable> {
    let observe = |seating: &super::tally::Seating| Observation {
        block: 0,
        lineup: seating.lineup.clone(),
        shares: seating.shares.clone(),
    };
    let sums: Vec<Observation> = tally.seatings.iter().map(observe).collect();
    WinModel::fit_sums(tally.entrants.len(), &sums, Prior::default()).ok().map(|model| model.fit_table())
}

fn pairs(tally: &Tally, order: &[usize]) -> Vec<Vec<Option<Pair>>> {
    let count = tally.entrants.len();
    let mut won = vec![vec![0.0; count]; count];
    let mut met = vec![vec![0; count]; count];
    for seating in &tally.seatings {
        for one in 0..count {
            let seats = seating.lineup.iter().filter(|entrant| **entrant == one).count();
            if seats == 0 {
                continue;
            }
            let shares = seating.lineup.iter().zip(&seating.shares).filter(|(entrant, _)| **entrant == one);
            let share = shares.map(|(_, share)| share).sum::<f64>() / seats as f64;
            for other in (0..count).filter(|other| *other != one && seating.lineup.contains(other)) {
                won[one][other] += share;
                met[one][other] += seating.matches;
            }
        }
    }
    let pair = |one: usize, other: usize| {
        let both = won[one][other] + won[other][one];
        let share = (both > 0.0).then(|| won[one][other] / both);
        (met[one][other] > 0).then_some(Pair { share, matches: met[one][other] })
    };
    order.iter().map(|one| order.iter().map(|other| pair(*one, *other)).collect()).collect()
}
