//! Sample sizes and power, by formulas and from the blocks of a pilot run.

use ergo_core::rng::{Rng, Seed, below, unit};
use rayon::prelude::*;
use statrs::distribution::{ContinuousCDF, Normal};
use statrs::function::gamma::gamma_lr;

use super::empirical::Empirical;
use super::paired::t_test;
use super::sequential::{BadTest, Plan, SequentialTest, Verdict};

/// Error rates of a fixed-size test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// The two-sided probability of a false alarm, above 0 and below 1.
    pub alpha: f64,
    /// The probability of detecting the effect, above 0 and below 1.
    pub power: f64,
}

impl Default for Rates {
    /// α = 5 %, power 80 %.
    fn default() -> Self {
        Rates { alpha: 0.05, power: 0.8 }
    }
}

impl Rates {
    fn quantiles(self) -> (f64, f64) {
        let normal = Normal::standard();
        let quantile = |share: f64| normal.inverse_cdf(share.clamp(1e-12, 1.0 - 1e-12));
        (quantile(1.0 - self.alpha / 2.0), quantile(self.power))
    }
}

/// Returns the number of blocks that detect a difference of the mean from 0 (or a known number), if block means have
/// standard deviation `deviation`. At least 2; `None` if the difference is 0.
pub fn blocks_for_mean(difference: f64, deviation: f64, rates: Rates) -> Option<u64> {
    let (outer, inner) = rates.quantiles();
    let root = (outer + inner) * deviation / difference;
    whole(root * root)
}

/// Returns the number of independent matches that distinguish a win share `truth` from `reference`, both from 0 to 1.
/// At least 2; `None` if they are equal.
pub fn matches_for_share(reference: f64, truth: f64, rates: Rates) -> Option<u64> {
    let (outer, inner) = rates.quantiles();
    let spread = |share: f64| (share * (1.0 - share)).sqrt();
    let root = (outer * spread(reference) + inner * spread(truth)) / (truth - reference);
    whole(root * root)
}

/// Returns the number of independent matches after which a χ²-test detects that one of `seats` seats wins `excess` more
/// often than 1/n and the others equally less. `None` for fewer than two seats or no excess.
pub fn matches_for_seats(seats: u32, excess: f64, rates: Rates) -> Option<u64> {
    if seats < 2 {
        return None;
    }
    let (n, square) = (f64::from(seats), excess * excess);
    let effect = (square + square / (n - 1.0)) * n;
    whole(noncentrality(n - 1.0, rates) / effect)
}

/// Returns the expected length, in blocks, of Wald's sequential test of a mean 0 against `difference`, if the true mean
/// is `truth` and block means have standard deviation `deviation`. `alpha` and `beta` are its error rates; it looks
/// after every block and has no cap. `None` if the difference is 0.
pub fn expected_blocks(difference: f64, truth: f64, deviation: f64, alpha: f64, beta: f64) -> Option<f64> {
    let (upper, lower) = (((1.0 - beta) / alpha).ln(), (beta / (1.0 - alpha)).ln());
    let step = (difference / deviation) * (difference / deviation);
    let drift = step * (truth / difference - 0.5);
    let tilt = 1.0 - 2.0 * truth / difference;
    let blocks = if tilt.abs() < 1e-6 {
        -upper * lower / step
    } else {
        let power = |bound: f64| libm::exp((tilt * bound).clamp(-700.0, 700.0));
        let accepted = (1.0 - power(lower)) / (power(upper) - power(lower));
        (accepted * upper + (1.0 - accepted) * lower) / drift
    };
    blocks.is_finite().then_some(blocks)
}

/// Returns the power of the t-test with `blocks` blocks whose mean is `difference`: the share of `trials` samples of
/// shifted pilot blocks that reject. 0 without pilot blocks.
pub fn bootstrap_power(pilot: &[f64], difference: f64, blocks: u64, alpha: f64, trials: u32, seed: &Seed) -> f64 {
    if pilot.is_empty() || trials == 0 {
        return 0.0;
    }
    let shift = difference - pilot.iter().sum::<f64>() / pilot.len() as f64;
    let seed = seed.derive("power", &[]);
    let found = |trial: u32| {
        let mut rng = seed.stream(u64::from(trial));
        let run: Vec<f64> = (0..blocks).map(|_| pilot[below(&mut rng, pilot.len() as u32) as usize] + shift).collect();
        u32::from(t_test(&run).p < alpha)
    };
    f64::from((0..trials).into_par_iter().map(found).sum::<u32>()) / f64::from(trials)
}

/// Returns the number of blocks, to within about 2 %, at which [`bootstrap_power`] reaches the requested power. `None`
/// if the difference is 0, or for fewer than two pilot blocks.
pub fn bootstrap_blocks(pilot: &[f64], difference: f64, rates: Rates, trials: u32, seed: &Seed) -> Option<u64> {
    let mut moments = super::moments::Moments::default();
    pilot.iter().for_each(|value| moments.push(*value));
    let deviation = moments.standard_error()? * (pilot.len() as f64).sqrt();
    let guess = blocks_for_mean(difference, deviation, rates)?;
    let enough = |blocks: u64| bootstrap_power(pilot, difference, blocks, rates.alpha, trials, seed) >= rates.power;
    let (mut low, mut high) = (1, guess);
    while !enough(high) && high < guess.saturating_mul(64) {
        (low, high) = (high, high.saturating_mul(2));
    }
    while high - low > 1 + high / 50 {
        let middle = low + (high - low) / 2;
        if enough(middle) { high = middle } else { low = middle }
    }
    Some(high)
}

/// The average course of a simulated sequential test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestSimulation {
    /// Mean number of blocks up to the verdict.
    pub blocks: f64,
    /// Share of accepted runs.
    pub accepted: f64,
    /// Share of rejected runs.
    pub rejected: f64,
    /// Share of runs that reached the cap.
    pub inconclusive: f64,
}

/// Simulates a sequential test on pilot blocks, reweighted so that their mean is `truth`, strictly between 0 and 1.
///
/// # Errors
///
/// If the plan is invalid, or a pilot block or `truth` is not from 0 to 1.
pub fn simulate_test(
    pilot: &[f64],
    truth: f64,
    plan: &Plan,
    runs: u32,
    seed: &Seed,
) -> Result<TestSimulation, BadTest> {
    SequentialTest::new(plan.clone())?;
    if let Some(mean) = pilot.iter().chain([&truth]).find(|mean| !(0.0..=1.0).contains(*mean)) {
        return Err(BadTest::Mean(*mean));
    }
    let mut seen = Empirical::new(&plan.cells);
    pilot.iter().for_each(|mean| seen.push(*mean));
    let mut total = 0.0;
    let table: Vec<(f64, f64)> = seen
        .with_mean(truth)
        .into_iter()
        .map(|(value, share)| {
            total += share;
            (value, total)
        })
        .collect();
    let seed = seed.derive("course", &[]);
    let course = |run: u32| {
        let mut rng = seed.stream(u64::from(run));
        let mut test = SequentialTest::new(plan.clone())?;
        loop {
            if let Some(verdict) = test.push(draw(&table, total, &mut rng))? {
                return Ok((verdict, test.status().blocks));
            }
        }
    };
    let courses = (0..runs).into_par_iter().map(course).collect::<Result<Vec<_>, BadTest>>()?;
    let all = f64::from(runs.max(1));
    let share = |wanted: Verdict| courses.iter().filter(|(verdict, _)| *verdict == wanted).count() as f64 / all;
    Ok(TestSimulation {
        blocks: courses.iter().map(|(_, blocks)| *blocks as f64).sum::<f64>() / all,
        accepted: share(Verdict::Accepted),
        rejected: share(Verdict::Rejected),
        inconclusive: share(Verdict::Inconclusive),
    })
}

/// Samples a value from a table of values and cumulative shares.
fn draw(table: &[(f64, f64)], total: f64, rng: &mut Rng) -> f64 {
    let at = unit(rng) * total;
    let place = table.partition_point(|(_, up_to)| *up_to <= at);
    table[place.min(table.len() - 1)].0
}

/// Returns the noncentrality at which χ² with `freedom` degrees of freedom reaches the power.
fn noncentrality(freedom: f64, rates: Rates) -> f64 {
    let critical = bisect(0.0, 1e4, |x| gamma_lr(freedom / 2.0, x / 2.0) < 1.0 - rates.alpha);
    // A noncentral variable is a Poisson mixture of central ones.
    let power = |centre: f64| {
        let (mut weight, mut below) = (libm::exp(-centre / 2.0), 0.0);
        for j in 0..500 {
            let j = f64::from(j);
            below += weight * gamma_lr(freedom / 2.0 + j, critical / 2.0);
            weight *= centre / 2.0 / (j + 1.0);
        }
        1.0 - below
    };
    bisect(0.0, 300.0, |centre| power(centre) < rates.power)
}

/// Returns the point at which `short` changes from true to false.
fn bisect(mut low: f64, mut high: f64, short: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if short(middle) { low = middle } else { high = middle }
    }
    high
}

fn whole(number: f64) -> Option<u64> {
    (number.is_finite() && number < 1e18).then(|| (number.ceil() as u64).max(2))
}

#[cfg(test)]
mod tests {
    use super::super::sequential::Hypotheses;
    use super::*;

    fn near(found: Option<u64>, expected: u64) {
        let found = found.unwrap();
        assert!(found.abs_diff(expected) <= 1, "{found} instead of {expected}");
    }

    #[test]
    fn matches_for_share_matches_tables() {
        let rows = [
            (0.01, [19_620, 17_519, 14_832]),
            (0.02, [4_904, 4_398, 3_736]),
            (0.03, [2_178, 1_962, 1_672]),
            (0.05, [783, 711, 610]),
            (0.10, [194, 180, 157]),
        ];
        for (excess, expected) in rows {
            for (seats, expected) in (2..).zip(expected) {
                let even = 1.0 / f64::from(seats);
                near(matches_for_share(even, even + excess, Rates::default()), expected);
            }
        }
    }

    #[test]
    fn blocks_and_matches_match_tables() {
        let rows = [(0.5, [12_185, 4_906, 2_775]), (1.0, [3_047, 1_227, 694]), (2.0, [762, 307, 174])];
        for (difference, expected) in rows {
            for (deviation, expected) in [19.7, 12.5, 9.4].into_iter().zip(expected) {
                near(blocks_for_mean(difference, deviation, Rates::default()), expected);
            }
        }
        for (seats, excess, expected) in
            [(2, 0.02, 4_906), (3, 0.02, 5_353), (4, 0.02, 5_111), (4, 0.03, 2_272), (4, 0.05, 818)]
        {
            near(matches_for_seats(seats, excess, Rates::default()), expected);
        }
    }

    #[test]
    fn expected_blocks_match_table() {
        for (truth, expected) in [(0.0, 468.0), (1.0, 468.0), (0.5, 766.0), (1.5, 259.0)] {
            let found = expected_blocks(1.0, truth, 9.4, 0.05, 0.05).unwrap();
            assert!((found - expected).abs() < 1.0, "{truth}: {found}");
        }
        near(blocks_for_mean(1.0, 9.4, Rates { alpha: 0.1, power: 0.95 }), 957);
    }

    #[test]
    fn bootstrap_blocks_agree_with_formula() {
        let pilot: Vec<f64> = (0..101).map(|i| f64::from(i) - 20.0).collect();
        let deviation = (pilot.iter().map(|x| (x - 30.0) * (x - 30.0)).sum::<f64>() / 101.0).sqrt();
        let formula = blocks_for_mean(8.0, deviation, Rates::default()).unwrap();
        let found = bootstrap_blocks(&pilot, 8.0, Rates::default(), 1_000, &Seed::master(5)).unwrap();
        assert!(found.abs_diff(formula) * 8 < formula, "{found} {formula}");
    }

    #[test]
    fn sample_sizes_of_degenerate_questions() {
        let rates = Rates::default();
        assert_eq!(blocks_for_mean(0.0, 1.0, rates), None);
        assert_eq!(blocks_for_mean(1.0, 0.0, rates), Some(2));
        assert_eq!(expected_blocks(0.0, 0.0, 1.0, 0.05, 0.05), None);
        assert!(expected_blocks(1.0, 1e6, 1.0, 0.05, 0.05).unwrap() < 1e-4);
        assert!(blocks_for_mean(1.0, 1.0, Rates { alpha: 0.0, power: 1.0 }).unwrap() > 30);
        assert_eq!(matches_for_share(0.5, 0.5, rates), None);
        assert_eq!(matches_for_seats(1, 0.1, rates), None);
        assert_eq!(bootstrap_power(&[], 1.0, 10, 0.05, 10, &Seed::master(1)), 0.0);
        assert_eq!(bootstrap_blocks(&[1.0], 1.0, rates, 10, &Seed::master(1)), None);
        assert_eq!(bootstrap_blocks(&[1.0; 9], 0.0, rates, 10, &Seed::master(1)), None);
        assert!(bootstrap_blocks(&[1.0; 9], 0.5, rates, 10, &Seed::master(1)).is_some());
    }

    #[test]
    fn simulate_test_has_declared_error_rates() {
        let plan = Plan::new(Hypotheses::Means { zero: 0.5, one: 0.6 }, 100_000);
        let pilot = [0.0, 0.25, 0.5, 0.5, 0.75, 1.0];
        let course = |truth: f64| simulate_test(&pilot, truth, &plan, 400, &Seed::master(2)).unwrap();
        assert!(course(0.6).accepted > 0.9 && course(0.5).rejected > 0.9);
        assert!(course(0.7).accepted > 0.99 && course(0.7).blocks < course(0.55).blocks);
        assert!(simulate_test(&[2.0], 0.5, &plan, 1, &Seed::master(2)).is_err());
    }
}
