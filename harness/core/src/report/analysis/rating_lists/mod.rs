//! The rating list of a tally.

mod order;
mod pairs;
pub(crate) mod payoffs;
pub mod standings;

use std::collections::BTreeMap;

use ergo_engine::rng::Seed;

use ergo_stats::choice::Penalty;
use ergo_stats::leads::{BetterProbability, Leads};
use ergo_stats::luce::{ELO_PER_NAT, FitTable, Observation, WinModel, in_elo};
use ergo_stats::{Interval, Range, Ratio};

use crate::report::tally::Tally;
use order::{PlaceRating, by_places};
pub use pairs::Pair;
use pairs::pairs;

/// χ² over its degrees of freedom from which on a list does not explain who beats whom.
const MISFIT: f64 = 2.0;
/// The probability that an interval for one question leaves out on each side.
const TAIL: f64 = 0.025;
/// A probability of this much more than a bound is still above it as written.
const SLIGHTLY: f64 = 1e-6;
/// The end of an interval, in nats, that is just not 0.
const LEAST: f64 = 1e-4;

/// The entrants of one arm at tables of one size, best first.
pub struct RatingList {
    /// The arm.
    pub arm: String,
    /// The number of seats.
    pub seats: usize,
    /// The entrants.
    pub rows: Vec<RatedEntrant>,
    /// Predicted against observed, by seating; entrants are numbered as in `names`.
    pub fit: FitTable,
    /// The entrants in the order they came.
    pub names: Vec<String>,
    /// Deals in a block.
    pub deals_in_block: u64,
    /// How the entrants fared against each other, in the order of `rows`.
    pub pairs: Vec<Vec<Option<Pair>>>,
    /// Whether everybody met everybody, at least by way of others.
    pub connected: bool,
    /// The row of the one whom all others met, if the experiment has one.
    pub anchor: Option<usize>,
    /// The names of those of whose ratings 0 is the mean; none if that is everybody.
    pub zero: Vec<String>,
    /// The effect of every seat, in nats; they sum to 0.
    seat_effects: Vec<f64>,
    leads: Leads,
    /// Of two who met each other only: the lead of the first over the other, in nats.
    two: Option<Interval>,
    /// The probability that each side of the interval of a lead leaves out for all leads to hold together.
    tail: f64,
    /// The number of the entrant of every row.
    order: Vec<usize>,
}

/// How far one entrant lies above another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead {
    /// In Elo points.
    pub elo: f64,
    /// Holds the true difference; nothing for a single block, infinite where one side never won.
    pub interval: Option<Interval>,
}

impl RatingList {
    /// How far the entrant of one row lies above that of another. All leads of a list hold together in 95 of 100 experiments.
    pub fn lead(&self, row: usize, other: usize) -> Lead {
        self.lead_with_tail(row, other, self.tail)
    }

    /// The same for one question asked beforehand.
    pub fn single_lead(&self, row: usize, other: usize) -> Lead {
        self.lead_with_tail(row, other, TAIL)
    }

    fn lead_with_tail(&self, row: usize, other: usize, tail: f64) -> Lead {
        let (one, other_one) = (self.order[row], self.order[other]);
        let interval = match self.two {
            Some(two) if row != other => Some(if one == 0 { two } else { mirrored(two) }),
            _ => self.leads.lead_with_tail(one, other_one, tail),
        };
        Lead { elo: self.rows[row].elo - self.rows[other].elo, interval: interval.map(in_elo) }
    }

    /// How probable it is that the entrant of one row is better than that of another, by the law of the interval for one
    /// question; nothing where nothing is known.
    pub fn better(&self, row: usize, other: usize) -> Option<BetterProbability> {
        let mut better = self.leads.better(self.order[row], self.order[other])?;
        if self.two.is_some() {
            // The interval decides.
            let lead = self.single_lead(row, other);
            let (low, high) = match lead.interval {
                Some(Interval { low, .. }) if low > 0.0 => (1.0 - TAIL + SLIGHTLY, 1.0),
                Some(Interval { high, .. }) if high < 0.0 => (0.0, TAIL - SLIGHTLY),
                _ => (TAIL, 1.0 - TAIL),
            };
            better.probability = better.probability.clamp(low, high);
        }
        Some(better)
    }

    /// The covariance of the ratings of two rows, in squares of Elo points; nothing for a single block.
    pub fn covariance(&self, row: usize, other: usize) -> Option<f64> {
        let covariance = self.leads.covariance(self.order[row], self.order[other])?;
        Some(covariance * ELO_PER_NAT * ELO_PER_NAT)
    }

    /// The Elo points between two of whom one wins three of four of the matches that either wins, each pair of seats as often as any
    /// other: more than 191 where seats matter, as a good seat then does what a lead would have done.
    pub fn three_quarters_lead(&self) -> f64 {
        let chance = |nats: f64| 1.0 / (1.0 + libm::exp(-nats));
        let pairs = || {
            self.seat_effects.iter().enumerate().flat_map(|(i, one)| {
                self.seat_effects.iter().enumerate().filter(move |(j, _)| *j != i).map(move |(_, other)| one - other)
            })
        };
        let share =
            |lead: f64| pairs().map(|apart| chance(lead + apart)).sum::<f64>() / (pairs().count().max(1)) as f64;
        let (mut low, mut high) = (0.0, 50.0);
        for _ in 0..100 {
            let middle = (low + high) / 2.0;
            if share(middle) < 0.75 { low = middle } else { high = middle }
        }
        high * ELO_PER_NAT
    }

    /// χ² over its degrees of freedom, if that is so large that no single number for each explains who beats whom.
    pub fn misfit(&self) -> Option<f64> {
        self.fit.ratio().filter(|ratio| *ratio > MISFIT)
    }
}

fn mirrored(interval: Interval) -> Interval {
    Interval { low: -interval.high, high: -interval.low }
}

/// One entrant.
pub struct RatedEntrant {
    /// Its name.
    pub name: String,
    /// Its rating.
    pub elo: f64,
    /// Holds its true rating, in 95 of 100 experiments; nothing for a single block, infinite at an open end.
    pub interval: Option<Interval>,
    /// The best and the worst rank it may have, by intervals of all differences together.
    pub ranks: (usize, usize),
    /// Its wins by the seats it sat in.
    pub share: f64,
    /// Its rating by whole rankings.
    pub places: Option<PlaceRating>,
    /// Matches it played in.
    pub matches: u64,
    /// Matches in which it did not answer.
    pub faults: u64,
}

/// Rates the entrants of `tally`; nothing where nobody met another. `seed` is that of the draws for all leads together,
/// `anchor` the one whom all others met.
pub(crate) fn rate(tally: &Tally, seed: &Seed, anchor: Option<&str>) -> Option<RatingList> {
    if !tally.has_contest() {
        return None;
    }
    let count = tally.entrants.len();
    let model = WinModel::fit_sums(count, &tally.observations(), Penalty::Jeffreys).ok()?;
    let by_name = |one: usize| tally.entrants.iter().filter(|name| **name < tally.entrants[one]).count();
    let leads = model.leads(tally.deals_in_batch(), by_name);
    let tail = leads.simultaneous_tail(seed);
    let elo: Vec<f64> = leads.ratings().iter().map(|rating| rating * ELO_PER_NAT).collect();
    let two = of_two(tally, &model, &leads);
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| elo[*b].total_cmp(&elo[*a]));
    let mut zero: Vec<String> = leads.reference_group().iter().map(|one| tally.entrants[*one].clone()).collect();
    zero.sort();
    if zero.len() == count {
        zero.clear();
    }
    let ranks = match two {
        Some(two) => ranks_of_two(two),
        None => leads.rank_sets(tail).iter().map(|set| (set.best, set.worst)).collect(),
    };
    let places = by_places(tally, by_name);
    let rated = |entrant: &usize| RatedEntrant {
        name: tally.entrants[*entrant].clone(),
        elo: elo[*entrant],
        interval: match two {
            Some(two) if zero.is_empty() => {
                let own = if *entrant == 0 { two } else { mirrored(two) };
                Some(in_elo(Interval { low: own.low / 2.0, high: own.high / 2.0 }))
            }
            _ => leads.rating(*entrant).map(in_elo),
        },
        ranks: ranks[*entrant],
        share: tally.shares[*entrant] / tally.seated[*entrant] as f64,
        places: places.as_ref().map(|places| places[*entrant]),
        matches: tally.matches[*entrant],
        faults: tally.faults_of(*entrant),
    };
    Some(RatingList {
        arm: tally.arm.clone(),
        seats: tally.seats,
        rows: order.iter().map(rated).collect(),
        fit: model.fit_table(),
        names: tally.entrants.clone(),
        deals_in_block: tally.deals_in_batch(),
        pairs: pairs(tally, &order),
        connected: tally.is_connected(),
        anchor: order.iter().position(|entrant| Some(tally.entrants[*entrant].as_str()) == anchor),
        zero,
        seat_effects: model.seat_effects(tally.seats).map_or_else(Vec::new, <[f64]>::to_vec),
        leads,
        two,
        tail,
        order,
    })
}

/// The lead of the first of two entrants at tables of two. It is clear exactly where the interval of its share is, so that a share and
/// a rating never contradict each other.
fn of_two(tally: &Tally, model: &WinModel, leads: &Leads) -> Option<Interval> {
    if tally.entrants.len() != 2 || tally.seats != 2 {
        return None;
    }
    let mut blocks: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for Observation { block, lineup, shares } in tally.observations() {
        let (won, all) = blocks.entry(block).or_default();
        *won += lineup.iter().zip(&shares).filter(|(one, _)| **one == 0).map(|(_, share)| share).sum::<f64>();
        *all += shares.iter().sum::<f64>();
    }
    let mut share = Ratio::default();
    blocks.values().for_each(|(won, all)| share.push(*won, *all));
    let interval = share.interval(Range::Share)?;
    let seats = model.seat_effects(2)?;
    let seated =
        |first: usize| tally.seatings.iter().filter(|s| s.lineup[0] == first).map(|s| s.matches).sum::<u64>() as f64;
    let first = seated(0) / (seated(0) + seated(1));
    let chance = |nats: f64| 1.0 / (1.0 + libm::exp(-nats));
    // The share of one who is as good as the other.
    let level = first * chance(seats[0] - seats[1]) + (1.0 - first) * chance(seats[1] - seats[0]);
    let Interval { low, high } = leads.lead(0, 1)?;
    Some(Interval {
        low: if interval.low > level { low.max(LEAST) } else { low.min(-LEAST) },
        high: if interval.high < level { high.min(-LEAST) } else { high.max(LEAST) },
    })
}

fn ranks_of_two(lead: Interval) -> Vec<(usize, usize)> {
    match lead {
        Interval { low, .. } if low > 0.0 => vec![(1, 1), (2, 2)],
        Interval { high, .. } if high < 0.0 => vec![(2, 2), (1, 1)],
        _ => vec![(1, 2), (1, 2)],
    }
}
