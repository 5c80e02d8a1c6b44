//! Tests whether a pool is intransitive.

use ergo_engine::rng::Seed;

use crate::report::tally::Tally;
use ergo_stats::cycles::{Curl, Wins, bootstrap, curl, known, matrix, may_be_best};
use ergo_stats::luce;

/// The largest pool that is looked through.
const MOST_ENTRANTS: usize = 40;
/// Draws of the bootstrap, and where draws are dear.
const DRAWS: (u64, u64) = (200, 1_000);
/// About how many multiplications they may take.
const DRAWS_WORK: u64 = 2_600_000_000;
/// A pool whose share of curl is clearly larger is not transitive.
pub(super) const CLEAR: f64 = 0.05;

/// The intransitivity of one arm at tables of one size.
pub(crate) struct Intransitivity {
    /// The arm.
    pub arm: String,
    /// The number of seats.
    pub seats: usize,
    /// The entrants in the order they came: those who may be best, if they are three or more, else all.
    pub names: Vec<String>,
    /// How many others there are, each of whom all of those clearly beat.
    pub left_out: usize,
    /// The curl; nothing where too few met to close a cycle.
    pub curl: Option<Curl>,
    /// Of the strongest cycle: the odds of each against the next.
    pub odds: [f64; 3],
}

impl Intransitivity {
    /// Whether the noise of the deals does not explain what ratings leave.
    pub(super) fn is_supported(&self) -> bool {
        self.curl.as_ref().is_some_and(Curl::is_supported)
    }

    /// Whether ratings alone mislead.
    pub(super) fn are_clear(&self) -> bool {
        let low = |curl: &Curl| curl.interval.map_or(0.0, |interval| interval.low);
        self.is_supported() && self.curl.as_ref().is_some_and(|curl| low(curl) > CLEAR)
    }
}

/// Looks for intransitivity in `tally`; nothing for fewer than three entrants or for very many.
pub(super) fn intransitivity(tally: &Tally, seed: &Seed) -> Option<Intransitivity> {
    let count = tally.entrants.len();
    if !(3..=MOST_ENTRANTS).contains(&count) || !tally.has_contest() {
        return None;
    }
    let all = wins(tally);
    let drawn = |wins: &[Wins], count: usize| {
        let work = (wins.len() + count * count * count) as u64;
        let draws = (DRAWS_WORK / work).clamp(DRAWS.0, DRAWS.1) as u32;
        (bootstrap(wins, count, seed, draws), known(&matrix(wins, count), count))
    };
    let (draws, known) = drawn(&all, count);
    let best = may_be_best(&draws, &known, count);
    let is_part = (3..count).contains(&best.len());
    let (draws, known) = if is_part { drawn(&among(&all, &best), best.len()) } else { (draws, known) };
    let names: Vec<String> = match is_part {
        true => best.iter().map(|&one| tally.entrants[one].clone()).collect(),
        false => tally.entrants.clone(),
    };
    let (left_out, count) = (count - names.len(), names.len());
    let curl = curl(&draws, &known, count);
    let odds = |[a, b, c]: [usize; 3]| {
        [(a, b), (b, c), (c, a)].map(|(one, other)| libm::exp(draws.estimate()[one * count + other]))
    };
    let odds = curl.as_ref().and_then(|curl| curl.cycle).map_or([1.0; 3], |cycle| odds(cycle.entrants));
    let arm = tally.arm.clone();
    Some(Intransitivity { arm, seats: tally.seats, names, left_out, curl, odds })
}

/// Wins over each other, a seat of the one against a seat of the other, batch by batch.
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

/// Those of `wins` that were won by one of `some`, in order, over another, numbered by their places there.
fn among(wins: &[Wins], some: &[usize]) -> Vec<Wins> {
    let place = |who: usize| some.binary_search(&who).ok();
    let kept = |wins: &Wins| Some(Wins { one: place(wins.one)?, other: place(wins.other)?, ..*wins });
    wins.iter().filter_map(kept).collect()
}
