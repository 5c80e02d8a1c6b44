//! Estimates after a sequential test has stopped: corrected ones are as often too high as too low, and their intervals hold
//! the truth as often as they say; those that take no notice of the stopping do not.

use ergo_engine::rng::{Seed, unit};
use ergo_lab::stats::empirical::Empirical;
use ergo_lab::stats::sequential::{Hypotheses, NORMALISED_ELO_PER_T, Plan, SequentialTest};
use ergo_lab::stats::{Moments, mean_interval};
use rayon::prelude::*;

/// Normalised Elo under H1.
const ONE: f64 = 40.0;
const RUNS: u64 = 3_000;

/// Shares of the runs.
#[derive(Debug, Default)]
struct Found {
    naive_high: f64,
    naive_holds: f64,
    corrected_high: f64,
    corrected_holds: f64,
}

/// Tests of pairs of matches with ties, where normalised Elo is `truth`.
fn found(truth: f64, cap: u64) -> Found {
    let seen = {
        let mut seen = Empirical::new(&[]);
        for (value, count) in [(0.0, 8), (0.25, 20), (0.5, 40), (0.75, 22), (1.0, 10)] {
            (0..count).for_each(|_| seen.push(value));
        }
        seen
    };
    // The distribution near that with this t-value of a block: the deviation hardly moves.
    let t = truth / NORMALISED_ELO_PER_T * 2.0_f64.sqrt();
    let table = seen.with_mean(0.5 + t * seen.moments().1);
    let mean: f64 = table.iter().map(|(value, share)| value * share).sum();
    let run = |run: u64| {
        let mut rng = Seed::master(9).derive("stopped", &[truth.to_bits(), run]).rng();
        let hypotheses = Hypotheses::Normalised { zero: 0.0, one: ONE, even: 0.5, matches: 2 };
        let mut test = SequentialTest::new(Plan::new(hypotheses, cap)).unwrap();
        let mut moments = Moments::default();
        while test.verdict().is_none() {
            let mut at = unit(&mut rng);
            let value = table.iter().find(|(_, share)| {
                at -= share;
                at < 0.0
            });
            let value = value.unwrap_or(&table[0]).0;
            moments.push(value);
            test.push(value).unwrap();
        }
        let (naive, corrected) = (mean_interval(&moments).unwrap(), test.corrected().unwrap());
        let holds = |low: f64, high: f64| f64::from(low <= mean && mean <= high);
        [
            f64::from(moments.mean() > mean),
            holds(naive.low, naive.high),
            f64::from(corrected.value > mean),
            holds(corrected.interval.low, corrected.interval.high),
        ]
    };
    let runs: Vec<[f64; 4]> = (0..RUNS).into_par_iter().map(run).collect();
    let share = |of: usize| runs.iter().map(|run| run[of]).sum::<f64>() / RUNS as f64;
    Found { naive_high: share(0), naive_holds: share(1), corrected_high: share(2), corrected_holds: share(3) }
}

#[test]
fn corrected_estimates_hold_where_naive_ones_do_not() {
    let mut all = (0.0, 0.0);
    let truths = [(0.0, 20_000), (ONE / 2.0, 20_000), (ONE, 20_000), (1.5 * ONE, 20_000), (ONE / 2.0, 200)];
    for (truth, cap) in truths {
        let found = found(truth, cap);
        println!("{truth} to {cap} blocks: {found:?}");
        assert!((0.93..0.97).contains(&found.corrected_holds), "{truth}: {found:?}");
        assert!((found.corrected_high - 0.5).abs() < 0.035, "{truth}: {found:?}");
        all.0 += found.corrected_holds / truths.len() as f64;
        all.1 = found.naive_holds.min(if all.1 == 0.0 { 1.0 } else { all.1 });
        // One that takes no notice leans to the side it stopped on.
        if truth == ONE && cap > 200 {
            assert!(found.naive_high > 0.55, "{found:?}");
        }
    }
    assert!((0.94..0.965).contains(&all.0), "{all:?}");
    assert!(all.1 < 0.935, "naive intervals hold everywhere: {all:?}");
}
