//! Synthetic data with known truth, and the error rates of intervals and tests. `tests/statistics/coverage.rs` runs a small
//! part, `examples/coverage` all.

pub mod ladder;

use ergo_engine::rng::{Rng, Seed, unit};
use ergo_lab::stats::Interval;
use ergo_lab::stats::confidence_sequence::ConfidenceSequence;
use ergo_lab::stats::empirical::Empirical;
use ergo_lab::stats::sequential::{Hypotheses, NORMALISED_ELO_PER_T, Plan, SequentialTest, Verdict};
use rayon::prelude::*;

fn orders(items: &[usize]) -> Vec<Vec<usize>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in items {
        let rest: Vec<usize> = items.iter().copied().filter(|item| item != first).collect();
        all.extend(orders(&rest).into_iter().map(|rest| [&[*first], &rest[..]].concat()));
    }
    all
}

fn best(utilities: &[f64]) -> usize {
    (1..utilities.len()).fold(0, |best, seat| if utilities[seat] > utilities[best] { seat } else { best })
}

/// A distribution of block means.
pub struct Blocks {
    pub name: &'static str,
    pub even: f64,
    pub matches: u32,
    pub values: Vec<f64>,
    /// Frequency of each value per thousand, before the mean is set.
    pub counts: Vec<u32>,
}

/// The tested distributions.
pub fn block_kinds() -> Vec<Blocks> {
    let blocks = |name, even, matches, values: &[f64], counts: &[u32]| Blocks {
        name,
        even,
        matches,
        values: values.to_vec(),
        counts: counts.to_vec(),
    };
    let sixth = |i: u32| f64::from(i) / 6.0;
    vec![
        blocks("one match, {0, 1/2, 1}", 0.5, 1, &[0.0, 0.5, 1.0], &[400, 200, 400]),
        blocks("pair of matches with ties", 0.5, 2, &[0.0, 0.25, 0.5, 0.75, 1.0], &[100, 200, 400, 200, 100]),
        blocks(
            "3 seats, 6 matches",
            1.0 / 3.0,
            6,
            &[0.0, sixth(1), sixth(2), sixth(3), sixth(4), sixth(5), 1.0],
            &[200, 200, 220, 180, 100, 60, 40],
        ),
        blocks("4 seats, skewed", 0.25, 4, &[0.0, 0.125, 0.25, 0.5, 0.75, 1.0], &[380, 60, 250, 180, 90, 40]),
    ]
}

impl Blocks {
    /// Values with cumulative shares of the closest (exponentially tilted) distribution whose t-value is `t`.
    fn with_t(&self, t: f64) -> Vec<(f64, f64)> {
        let mut seen = Empirical::new(&self.values);
        for (value, count) in self.values.iter().zip(&self.counts) {
            (0..*count).for_each(|_| seen.push(*value));
        }
        let t_of = |table: &[(f64, f64)]| {
            let mean: f64 = table.iter().map(|(value, share)| value * share).sum();
            let square: f64 = table.iter().map(|(value, share)| (value - mean) * (value - mean) * share).sum();
            (mean - self.even) / square.sqrt()
        };
        let (mut low, mut high) = (self.even / 2.0, (1.0 + self.even) / 2.0);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if t_of(&seen.with_mean(middle)) < t { low = middle } else { high = middle }
        }
        let mut sum = 0.0;
        let up_to = |(value, share): (f64, f64)| {
            sum += share;
            (value, sum)
        };
        seen.with_mean(high).into_iter().map(up_to).collect()
    }
}

fn draw(table: &[(f64, f64)], rng: &mut Rng) -> f64 {
    let at = unit(rng);
    table[table.partition_point(|(_, up_to)| *up_to <= at).min(table.len() - 1)].0
}

/// Error rates of a sequential test, in per cent of runs, and its mean length in blocks.
#[derive(Debug)]
pub struct Errors {
    /// Accepted H1 although H0 is true.
    pub false_alarms: f64,
    /// Rejected H1 although it is true.
    pub misses: f64,
    /// Reached the cap.
    pub undecided: f64,
    pub blocks_zero: f64,
    pub blocks_one: f64,
}

/// Runs `count` tests under each hypothesis, in normalised Elo, with the default plan except for the interval of looks.
pub fn sequential_errors(kind: &Blocks, elo: [f64; 2], look_every: u64, count: u64, seed: &Seed) -> Errors {
    let [zero, one] = elo;
    let hypotheses = Hypotheses::Normalised { zero, one, even: kind.even, matches: kind.matches };
    let plan = Plan { look_every, cells: kind.values.clone(), ..Plan::new(hypotheses, 50_000) };
    let runs = |elo: f64| -> Vec<(Verdict, u64)> {
        let table = kind.with_t(elo * f64::from(kind.matches).sqrt() / NORMALISED_ELO_PER_T);
        let run = |number: u64| {
            let mut rng = seed.derive(kind.name, &[number, elo.to_bits()]).rng();
            let mut test = SequentialTest::new(plan.clone()).unwrap();
            loop {
                if let Some(verdict) = test.push(draw(&table, &mut rng)).unwrap() {
                    return (verdict, test.status().blocks);
                }
            }
        };
        (0..count).into_par_iter().map(run).collect()
    };
    let (under_zero, under_one) = (runs(zero), runs(one));
    let share = |runs: &[(Verdict, u64)], verdict: Verdict| {
        100.0 * runs.iter().filter(|(found, _)| *found == verdict).count() as f64 / runs.len() as f64
    };
    let length = |runs: &[(Verdict, u64)]| runs.iter().map(|(_, n)| *n as f64).sum::<f64>() / runs.len() as f64;
    Errors {
        false_alarms: share(&under_zero, Verdict::Accepted),
        misses: share(&under_one, Verdict::Rejected),
        undecided: (share(&under_zero, Verdict::Inconclusive) + share(&under_one, Verdict::Inconclusive)) / 2.0,
        blocks_zero: length(&under_zero),
        blocks_one: length(&under_one),
    }
}

/// The share of confidence sequences, in per cent, that exclude the truth at any of `blocks` moments, and the mean width at
/// the end.
pub fn sequence_exclusions(kind: &Blocks, blocks: u64, count: u64, seed: &Seed) -> (f64, f64) {
    let table = kind.with_t(0.1);
    let mut below_it = 0.0;
    let mut mean = 0.0;
    for (value, up_to) in &table {
        mean += value * (up_to - below_it);
        below_it = *up_to;
    }
    let run = |number: u64| {
        let mut rng = seed.derive(kind.name, &[number]).rng();
        let mut sequence = ConfidenceSequence::new(0.05).unwrap();
        // The interval never widens: an excluded value stays excluded.
        (0..blocks).for_each(|_| assert!(sequence.push(draw(&table, &mut rng)).is_ok()));
        let Interval { low, high } = sequence.interval();
        (mean < low || mean > high, high - low)
    };
    let all: Vec<(bool, f64)> = (0..count).into_par_iter().map(run).collect();
    let out = all.iter().filter(|(out, _)| *out).count() as f64;
    (100.0 * out / count as f64, all.iter().map(|(_, width)| width).sum::<f64>() / count as f64)
}
