//! The rating list of the entrants of one arm at tables of one size.

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

/// A larger χ² per degree of freedom means that the list does not explain the results of pairs.
const MISFIT: f64 = 2.0;
/// The probability outside a 95 % interval on each side.
const TAIL: f64 = 0.025;
/// The smallest difference from a bound that is visible in the output.
const SLIGHTLY: f64 = 1e-6;
/// The end of an interval, in nats, that is just not 0.
const LEAST: f64 = 1e-4;

/// The rating list of one arm at tables of one size, best first.
pub struct RatingList {
    /// The arm.
    pub arm: String,
    /// The number of seats.
    pub seats: usize,
    /// The rated entrants, best first.
    pub rows: Vec<RatedEntrant>,
    /// Predicted and observed results by seating; entrants are indices into `names`.
    pub fit: FitTable,
    /// The entrants in order of appearance.
    pub names: Vec<String>,
    /// Number of deals per block.
    pub deals_in_block: u64,
    /// The results of each entrant against each other, in the order of `rows`.
    pub pairs: Vec<Vec<Option<Pair>>>,
    /// True if all entrants met, directly or through others.
    pub connected: bool,
    /// The index in `rows` of the entrant that all others met, if the experiment has one.
    pub anchor: Option<usize>,
    /// The names of the entrants whose mean rating is 0; empty if these are all entrants.
    pub zero: Vec<String>,
    /// The effect of every seat in nats; they sum to 0.
    seat_effects: Vec<f64>,
    leads: Leads,
    /// If there are two entrants: the lead of the first over the other, in nats.
    two: Option<Interval>,
    /// The probability outside each side of an interval, such that all leads hold simultaneously.
    tail: f64,
    /// The index of the entrant of every row.
    order: Vec<usize>,
}

/// The rating difference between two entrants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead {
    /// The difference in Elo points.
    pub elo: f64,
    /// The interval; `None` for a single block, infinite if one side never won.
    pub interval: Option<Interval>,
}

impl RatingList {
    /// Returns the lead of one row over another. The intervals of all leads of a list hold simultaneously with 95 %
    /// confidence.
    pub fn lead(&self, row: usize, other: usize) -> Lead {
        self.lead_with_tail(row, other, self.tail)
    }

    /// Returns the lead with the interval for a single comparison chosen in advance.
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

    /// Returns the probability that the entrant of one row is better than that of another, consistent with
    /// [`single_lead`](Self::single_lead); `None` without information.
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

    /// Returns the covariance of the ratings of two rows, in squared Elo points; `None` for a single block.
    pub fn covariance(&self, row: usize, other: usize) -> Option<f64> {
        let covariance = self.leads.covariance(self.order[row], self.order[other])?;
        Some(covariance * ELO_PER_NAT * ELO_PER_NAT)
    }

    /// Returns the lead in Elo points at which one of two entrants wins three of four decided matches, averaged over
    /// pairs of seats. It is more than 191 if seats matter, because a good seat can replace part of the lead.
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

    /// Returns χ² per degree of freedom if it is so large that a single rating per entrant does not explain the results
    /// of pairs.
    pub fn misfit(&self) -> Option<f64> {
        self.fit.ratio().filter(|ratio| *ratio > MISFIT)
    }
}

fn mirrored(interval: Interval) -> Interval {
    Interval { low: -interval.high, high: -interval.low }
}

/// One entrant of a rating list.
pub struct RatedEntrant {
    /// The name of the entrant.
    pub name: String,
    /// The rating in Elo points.
    pub elo: f64,
    /// The 95 % interval of the rating; `None` for a single block, infinite at an open end.
    pub interval: Option<Interval>,
    /// The best and the worst rank that is consistent with simultaneous intervals of all differences.
    pub ranks: (usize, usize),
    /// The win share per seat.
    pub share: f64,
    /// The rating from whole rankings.
    pub places: Option<PlaceRating>,
    /// Number of matches.
    pub matches: u64,
    /// Number of its faults.
    pub faults: u64,
}

/// Rates the entrants of `tally`; `None` if no entrants met. `seed` is used for simultaneous intervals, `anchor` is the
/// entrant that all others met.
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

/// Returns the lead of the first of two entrants at tables of two. It is significant exactly if the interval of its win
/// share is, so that share and rating never contradict each other.
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
    // The win share of equal entrants.
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
