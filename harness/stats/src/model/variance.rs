//! Sobol' indices of any function, by evaluation on scrambled Sobol' points: main effects by the estimator of Saltelli
//! et al. (2010), total effects by that of Jansen (1999).

use ergo_core::rng::Seed;
use rayon::prelude::*;

use super::indices::Share;
use crate::design::sobol;
use crate::interval::mean_interval;
use crate::moments::Moments;

/// Number of independent scramblings, over which intervals are computed.
const REPLICATES: u64 = 16;

/// Returns the main and total index of each argument of `function`, each uniform from 0 to 1. The intervals show the
/// effect of the choice of points. `base` is the number of points in each of 16 scramblings, best a power of 2; there
/// are `16 · base · (dimensions + 2)` evaluations. `None` if the function does not vary.
pub fn indices(
    dimensions: usize,
    base: usize,
    seed: &Seed,
    function: impl Fn(&[f64]) -> f64 + Sync,
) -> Option<Vec<[Share; 2]>> {
    let once = |number: u64| replicate(dimensions, base, &seed.derive("replicate", &[number]), &function);
    let found: Vec<Vec<[f64; 2]>> = (0..REPLICATES).into_par_iter().map(once).collect::<Option<_>>()?;
    let share = |dimension: usize, which: usize| {
        let mut moments = Moments::default();
        found.iter().for_each(|replicate| moments.push(replicate[dimension][which]));
        let interval = mean_interval(&moments).unwrap_or_else(|| unreachable!("there are {REPLICATES} replicates"));
        Share { value: moments.mean(), interval }
    };
    let both = |dimension: usize| {
        let [main, total] = [share(dimension, 0), share(dimension, 1)];
        // Errors can reverse the order of the two estimates; both are then set to their mean.
        let mean = (main.value + total.value) / 2.0;
        [Share::around(main.value.min(mean), main.interval), Share::around(total.value.max(mean), total.interval)]
    };
    Some((0..dimensions).map(both).collect())
}

fn replicate(
    dimensions: usize,
    base: usize,
    seed: &Seed,
    function: &(impl Fn(&[f64]) -> f64 + Sync),
) -> Option<Vec<[f64; 2]>> {
    let points = sobol(base, 2 * dimensions, seed);
    let count = base as f64;
    let (at_a, at_b): (Vec<f64>, Vec<f64>) =
        points.iter().map(|point| (function(&point[..dimensions]), function(&point[dimensions..]))).unzip();
    let mean = at_a.iter().chain(&at_b).sum::<f64>() / (2.0 * count);
    let variance = at_a.iter().chain(&at_b).map(|value| (value - mean).powi(2)).sum::<f64>() / (2.0 * count - 1.0);
    if variance <= 0.0 {
        return None;
    }
    let one = |dimension: usize| {
        let (mut main, mut total) = (0.0, 0.0);
        for (i, point) in points.iter().enumerate() {
            let mut mixed = point[..dimensions].to_vec();
            mixed[dimension] = point[dimensions + dimension];
            let moved = function(&mixed);
            // Subtracting the mean only reduces the error.
            main += (at_b[i] - mean) * (moved - at_a[i]);
            total += (at_a[i] - moved).powi(2);
        }
        [main / count / variance, total / (2.0 * count) / variance]
    };
    Some((0..dimensions).map(one).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    /// Ishigami and Homma (1990) with a = 7, b = 0.1.
    fn ishigami(point: &[f64]) -> f64 {
        let x: Vec<f64> = point.iter().map(|u| PI * (2.0 * u - 1.0)).collect();
        x[0].sin() + 7.0 * x[1].sin().powi(2) + 0.1 * x[2].powi(4) * x[0].sin()
    }

    /// Returns the coverage of the intervals over some seeds, in percent, and the largest error.
    fn held(truth: &[[f64; 2]], function: impl Fn(&[f64]) -> f64 + Sync) -> (f64, f64) {
        let (mut held, mut all, mut worst) = (0, 0, 0.0_f64);
        for number in 0..40 {
            let found = indices(truth.len(), 256, &Seed::master(number), &function).unwrap();
            for (found, truth) in found.iter().flatten().zip(truth.iter().flatten()) {
                held += u32::from((found.interval.low..=found.interval.high).contains(truth));
                all += 1;
                worst = worst.max((found.value - truth).abs());
            }
        }
        (100.0 * f64::from(held) / f64::from(all), worst)
    }

    #[test]
    fn indices_of_ishigami_function_match_analytic_values() {
        let (a, b) = (7.0_f64, 0.1_f64);
        let first = 0.5 * (1.0 + b * PI.powi(4) / 5.0).powi(2);
        let second = a * a / 8.0;
        let third = b * b * PI.powi(8) * (1.0 / 18.0 - 1.0 / 50.0);
        let all = first + second + third;
        let truth = [[first / all, (first + third) / all], [second / all; 2], [0.0, third / all]];
        let (held, worst) = held(&truth, ishigami);
        assert!(held >= 93.0 && worst < 0.06, "{held} % held, worst {worst}");
    }

    #[test]
    fn indices_of_g_function_match_analytic_values() {
        let a = [0.0, 1.0, 4.5, 9.0, 99.0, 99.0];
        let g = |point: &[f64]| -> f64 {
            point.iter().zip(a).map(|(x, a)| ((4.0 * x - 2.0).abs() + a) / (1.0 + a)).product()
        };
        let parts = a.map(|a| 1.0 / (3.0 * (1.0 + a) * (1.0 + a)));
        let all: f64 = parts.iter().map(|part| 1.0 + part).product::<f64>() - 1.0;
        let truth = parts.map(|part| [part / all, part * (1.0 + all) / (1.0 + part) / all]);
        let (held, worst) = held(&truth, g);
        assert!(held >= 93.0 && worst < 0.03, "{held} % held, worst {worst}");
    }

    #[test]
    fn indices_total_is_at_least_main() {
        for number in 0..20 {
            let found = indices(3, 16, &Seed::master(number), |point| point[0] + 2.0 * point[1]).unwrap();
            assert!(found.iter().all(|[main, total]| main.value <= total.value), "{number}: {found:?}");
        }
    }

    #[test]
    fn indices_of_constant_function_are_none() {
        assert_eq!(indices(2, 16, &Seed::master(1), |_| 3.0), None);
    }
}
