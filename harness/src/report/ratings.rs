//! The rating list of a tally.

use ergo_engine::rng::Seed;

use super::order::{ByPlaces, by_places};
use super::tally::Tally;
use crate::stats::Interval;
use crate::stats::bootstrap::{Replicates, Settings};
use crate::stats::luce::{ELO_PER_NAT, FitTable, Observation, Prior, WinModel};

/// Draws of the bootstrap. The ends of an interval are the 25th values from both ends, which leaves them a few percent of its
/// width to chance.
const MOST_DRAWS: u64 = 1_000;
/// Where draws are dear, so many are enough for a rough interval.
const LEAST_DRAWS: u64 = 200;
/// About how many multiplications all draws of a list may take: some seconds.
const MOST_WORK: u64 = 8_000_000_000;

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
    /// Whether everybody met everybody, at least by way of others.
    pub connected: bool,
    /// The row of the one whom all others met, if the experiment has one.
    pub anchor: Option<usize>,
    /// The ratings, in nats, as they might have been with other deals; entrants are numbered as in `names`.
    draws: Replicates,
    /// The number of the entrant of every row.
    order: Vec<usize>,
}

/// How far one entrant lies above another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead {
    /// In Elo points.
    pub elo: f64,
    /// Holds the true difference, in 95 of 100 experiments; nothing for a single block.
    pub interval: Option<Interval>,
}

impl Ratings {
    /// How many draws the intervals come from.
    pub fn draws(&self) -> u64 {
        self.draws.draws().len() as u64
    }

    /// How far the entrant of one row lies above that of another.
    pub fn lead(&self, row: usize, other: usize) -> Lead {
        let interval = self.draws.difference(self.order[row], self.order[other]);
        Lead { elo: self.rows[row].elo - self.rows[other].elo, interval: interval.map(in_elo) }
    }

    /// How probable it is that the entrant of one row is better than that of another, by the draws.
    pub fn better(&self, row: usize, other: usize) -> f64 {
        self.draws.probability_better(self.order[row], self.order[other])
    }
}

/// An interval in nats as one in Elo points.
pub fn in_elo(interval: Interval) -> Interval {
    Interval { low: interval.low * ELO_PER_NAT, high: interval.high * ELO_PER_NAT }
}

/// How many draws to take where a step of one takes so many multiplications.
pub fn draws_for(work: u64) -> Settings {
    let settings = Settings::default();
    let draws = (MOST_WORK / (work * settings.steps as u64).max(1)).clamp(LEAST_DRAWS, MOST_DRAWS);
    Settings { draws: draws as u32, ..settings }
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
    /// Its rating by whole rankings.
    pub places: Option<ByPlaces>,
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

/// Rates the entrants of `tally`; nothing where nobody met another. `seed` is that of the draws, `anchor` the one whom all
/// others met.
pub fn rate(tally: &Tally, seed: &Seed, anchor: Option<&str>) -> Option<Ratings> {
    if !tally.has_contest() {
        return None;
    }
    let count = tally.entrants.len();
    let model = WinModel::fit_sums(count, &tally.observations(), Prior::default()).ok()?;
    let draws = model.bootstrap(seed, draws_for(model.work()));
    let (elo, ranks) = (model.elo(), draws.rank_sets(count));
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| elo[*b].total_cmp(&elo[*a]));
    let places = by_places(tally, &seed.derive("places", &[]));
    let rated = |entrant: &usize| Rated {
        name: tally.entrants[*entrant].clone(),
        elo: elo[*entrant],
        interval: draws.parameter(*entrant).map(in_elo),
        ranks: (ranks[*entrant].best, ranks[*entrant].worst),
        share: tally.shares[*entrant] / tally.seated[*entrant] as f64,
        places: places.as_ref().map(|places| places[*entrant]),
        matches: tally.matches[*entrant],
        faults: tally.faults_of(*entrant),
    };
    Some(Ratings {
        arm: tally.arm.clone(),
        seats: tally.seats,
        rows: order.iter().map(rated).collect(),
        fit: fit(tally)?,
        names: tally.entrants.clone(),
        deals_in_block: tally.deals_in_batch(),
        pairs: pairs(tally, &order),
        connected: tally.is_connected(),
        anchor: order.iter().position(|entrant| Some(tally.entrants[*entrant].as_str()) == anchor),
        draws,
        order,
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
