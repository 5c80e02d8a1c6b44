//! Intransitivity of a pool of entrants: whether a single rating per bot is misleading, and the strongest cycle.

use ergo_engine::rng::Seed;

use super::{Analysis, PlotFile, RunData, decimal, ends};
use crate::report::tally::Tally;
use crate::rows::read::RowsError;
use ergo_stats::cycles::{Curl, Wins, bootstrap, estimate_curl, may_be_best, pair_evidence, win_matrix};
use ergo_stats::luce;

/// A smaller share is shown as 0.
const LEAST_SHARE: f64 = 0.0005;
/// The largest pool that is searched for cycles.
const MOST_ENTRANTS: usize = 40;
/// Number of bootstrap draws for large and for small pools.
const DRAWS: (u64, u64) = (200, 1_000);
/// The approximate limit of multiplications for the draws.
const DRAWS_WORK: u64 = 2_600_000_000;
/// A pool is intransitive if its share of curl is significantly larger.
const CLEAR: f64 = 0.05;

/// The intransitivity of one arm at tables of one size.
struct Intransitivity {
    /// The arm.
    arm: String,
    /// The number of seats.
    seats: usize,
    /// The entrants in order of appearance: those that may be best if there are three or more, else all.
    names: Vec<String>,
    /// The curl; `None` if there are too few results to close a cycle.
    curl: Option<Curl>,
    /// The odds of each entrant of the strongest cycle against the next.
    odds: [f64; 3],
}

impl Intransitivity {
    /// Returns a sentence about the cycle if ratings alone are misleading, that is, if the noise of the deals does not
    /// explain their misfit.
    fn sentence(&self) -> Option<String> {
        let curl = self.curl.as_ref().filter(|curl| curl.is_supported())?;
        let is_clear = curl.interval.is_some_and(|interval| interval.low > CLEAR);
        let cycle = curl.cycle.filter(|_| is_clear && self.odds.iter().all(|odds| *odds > 1.0))?;
        let [one, two, three] = cycle.entrants.map(|entrant| &self.names[entrant]);
        Some(format!(
            "One rating for each bot misleads with {} players: {one} beats {two}, {two} beats {three}, and {three} beats {one}.",
            self.seats
        ))
    }
}

/// Estimates the intransitivity of `tally`; `None` for fewer than three entrants or for very large pools.
fn intransitivity(tally: &Tally, seed: &Seed) -> Option<Intransitivity> {
    let count = tally.entrants.len();
    if !(3..=MOST_ENTRANTS).contains(&count) || !tally.has_contest() {
        return None;
    }
    let all = wins(tally);
    let drawn = |wins: &[Wins], count: usize| {
        let work = (wins.len() + count * count * count) as u64;
        let draws = (DRAWS_WORK / work).clamp(DRAWS.0, DRAWS.1) as u32;
        (bootstrap(wins, count, seed, draws), pair_evidence(&win_matrix(wins, count), count))
    };
    let (draws, known) = drawn(&all, count);
    let best = may_be_best(&draws, &known, count);
    let is_part = (3..count).contains(&best.len());
    let (draws, known) = if is_part { drawn(&among(&all, &best), best.len()) } else { (draws, known) };
    let names: Vec<String> = match is_part {
        true => best.iter().map(|&one| tally.entrants[one].clone()).collect(),
        false => tally.entrants.clone(),
    };
    let count = names.len();
    let curl = estimate_curl(&draws, &known, count);
    let odds = |[a, b, c]: [usize; 3]| {
        [(a, b), (b, c), (c, a)].map(|(one, other)| libm::exp(draws.estimate()[one * count + other]))
    };
    let odds = curl.as_ref().and_then(|curl| curl.cycle).map_or([1.0; 3], |cycle| odds(cycle.entrants));
    let arm = tally.arm.clone();
    Some(Intransitivity { arm, seats: tally.seats, names, curl, odds })
}

/// Returns the wins of each entrant over each other, per pair of seats and batch.
fn wins(tally: &Tally) -> Vec<Wins> {
    let mut all = Vec::new();
    for luce::Observation { block, lineup, shares } in tally.observations() {
        let of = |who: usize| {
            let seats = || lineup.iter().zip(&shares).filter(move |(entrant, _)| **entrant == who);
            seats().map(|(_, share)| share).sum::<f64>() / seats().count() as f64
        };
        let mut distinct = lineup.clone();
        distinct.sort_unstable();
        distinct.dedup();
        for one in &distinct {
            let count = of(*one);
            let others = distinct.iter().filter(|other| *other != one && count > 0.0);
            all.extend(others.map(|other| Wins { block, one: *one, other: *other, count }));
        }
    }
    all
}

/// Returns the wins among the entrants `some` (sorted), renumbered by their positions.
fn among(wins: &[Wins], some: &[usize]) -> Vec<Wins> {
    let place = |who: usize| some.binary_search(&who).ok();
    let kept = |wins: &Wins| Some(Wins { one: place(wins.one)?, other: place(wins.other)?, ..*wins });
    wins.iter().filter_map(kept).collect()
}

/// Searches for cycles, by arm and number of seats.
#[derive(Default)]
pub(super) struct Pools(Vec<Intransitivity>);

impl Analysis for Pools {
    fn estimate(&mut self, data: &mut RunData<'_>) -> Result<(), RowsError> {
        let seed = data.seed.derive("circles", &[]);
        let look = |(i, tally)| intransitivity(tally, &seed.derive("list", &[i]));
        self.0 = (0..).zip(data.tallies).filter_map(look).collect();
        Ok(())
    }

    fn files(&self, data: &RunData<'_>) -> Vec<PlotFile> {
        if data.is_of_design() || self.0.is_empty() {
            return Vec::new();
        }
        let rows: Vec<Vec<String>> =
            self.0.iter().filter_map(|pool| Some(csv_row(pool, pool.curl.as_ref()?))).collect();
        let heads = ["arm", "seats", "share", "low", "high", "p", "one", "two", "three", "frequency"];
        vec![PlotFile::new("plots/circles.csv", &heads, &rows)]
    }

    fn warning(&self, data: &RunData<'_>) -> Option<String> {
        let sentences: Vec<String> = self.0.iter().filter_map(Intransitivity::sentence).collect();
        (!data.is_of_design() && !sentences.is_empty()).then(|| sentences.join(" "))
    }
}

/// Returns the p-value, unless the share rounds to 0.
fn p(curl: &Curl) -> Option<f64> {
    (curl.share >= LEAST_SHARE).then_some(curl.p)
}

fn csv_row(intransitivity: &Intransitivity, curl: &Curl) -> Vec<String> {
    let mut row = vec![intransitivity.arm.clone(), intransitivity.seats.to_string(), decimal(curl.share)];
    row.extend(ends(curl.interval));
    row.push(p(curl).map(decimal).unwrap_or_default());
    match curl.cycle {
        Some(cycle) => row.extend(cycle.entrants.map(|entrant| intransitivity.names[entrant].clone())),
        None => row.extend([const { String::new() }; 3]),
    }
    row.push(decimal(curl.frequency));
    row
}
