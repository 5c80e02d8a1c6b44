//! A Gaussian process (Sacks et al. 1989; Rasmussen and Williams 2006) with a Matérn 5/2 kernel and one length scale
//! per factor, on points with known noise (stochastic kriging, Ankenman, Nelson and Staum 2010).
//!
//! Lengths, height and roughness maximise the likelihood under weak priors. They are found on up to 128 points by
//! resilient propagation (Riedmiller and Braun 1993). Predictions are linear in the values, so the noise that points
//! have in common because they use the same deals is added as observed.

use ergo_core::rng::Seed;

use super::folds::{places, q_squared};
use crate::interval::{Interval, NORMAL_QUANTILE};
use crate::linear::Cholesky;

/// Number of points on which lengths are estimated; predictions use all points.
const MOST_TUNED: usize = 128;
/// Number of steps of the search.
const STEPS: usize = 30;
/// The smallest and the largest step, in logarithms.
const STEP: [f64; 2] = [1e-3, 0.7];
/// Mean and standard deviation of the priors of logarithms: height, lengths, roughness.
const PRIORS: [[f64; 2]; 3] = [[0.0, 1.5], [0.3, 1.0], [-7.0, 2.0]];

/// A fitted Gaussian process.
#[derive(Clone)]
pub struct Process {
    ordered: Vec<bool>,
    points: Vec<Vec<f64>>,
    /// Logarithms of height, lengths and roughness.
    parameters: Vec<f64>,
    factor: std::sync::Arc<Cholesky>,
    /// `K⁻¹ y`
    weights: Vec<f64>,
    mean: f64,
    deviation: f64,
    /// The noise variance of each point, for standardised values.
    noise: Vec<f64>,
    /// `[point][deal]`: the values minus the mean of the point.
    off: Vec<Vec<f64>>,
}

/// A prediction of a weighted sum of responses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// The expected value.
    pub value: f64,
    /// The 95 % interval.
    pub interval: Interval,
}

impl Process {
    /// Fits `values`, `[point][deal]`, at `points`, `[point][factor]`. Factors that are `ordered` should be scaled to 0
    /// to 1; any two different values of other factors have the same distance. `None` for fewer than four points or two
    /// deals, or if nothing varies.
    pub fn fit(ordered: &[bool], points: &[Vec<f64>], values: &[Vec<f64>]) -> Option<Self> {
        let deals = values.first()?.len();
        if points.len() < 4 || deals < 2 {
            return None;
        }
        let means: Vec<f64> = values.iter().map(|values| values.iter().sum::<f64>() / deals as f64).collect();
        let off: Vec<Vec<f64>> =
            values.iter().zip(&means).map(|(values, mean)| values.iter().map(|value| value - mean).collect()).collect();
        let count = points.len() as f64;
        let mean = means.iter().sum::<f64>() / count;
        let deviation = (means.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0)).sqrt();
        if deviation <= 0.0 {
            return None;
        }
        let scale = 1.0 / (deals as f64 * (deals as f64 - 1.0) * deviation * deviation);
        let noise: Vec<f64> = off.iter().map(|off| off.iter().map(|off| off * off).sum::<f64>() * scale).collect();
        let scaled: Vec<f64> = means.iter().map(|value| (value - mean) / deviation).collect();
        let every = points.len().div_ceil(MOST_TUNED);
        let some = |of: &[f64]| of.iter().step_by(every).copied().collect::<Vec<f64>>();
        let few: Vec<Vec<f64>> = points.iter().step_by(every).cloned().collect();
        let parameters = tuned(ordered, &few, &some(&scaled), &some(&noise));
        let kernel = Kernel::new(ordered, &parameters);
        let factor = Cholesky::new(kernel.matrix(points, &noise), points.len());
        let mut weights = scaled;
        factor.solve(&mut weights);
        Some(Process {
            ordered: ordered.to_vec(),
            points: points.to_vec(),
            parameters,
            factor: std::sync::Arc::new(factor),
            weights,
            mean,
            deviation,
            noise,
            off,
        })
    }

    /// Returns the cross-validated [`q_squared`] of fits without each fold.
    pub fn q_squared(ordered: &[bool], points: &[Vec<f64>], values: &[Vec<f64>], seed: &Seed) -> Option<f64> {
        let means: Vec<f64> = values.iter().map(|values| values.iter().sum::<f64>() / values.len() as f64).collect();
        q_squared(&means, &places(points), seed, |shown, left| {
            let of = |all: &[Vec<f64>]| shown.iter().map(|point| all[*point].clone()).collect::<Vec<_>>();
            let process = Process::fit(ordered, &of(points), &of(values))?;
            Some(left.iter().map(|point| process.value(&points[*point])).collect())
        })
    }

    /// Returns the expected response at a point.
    pub fn value(&self, point: &[f64]) -> f64 {
        let kernel = Kernel::new(&self.ordered, &self.parameters);
        let sum: f64 =
            self.points.iter().zip(&self.weights).map(|(at, weight)| kernel.between(at, point) * weight).sum();
        self.mean + self.deviation * sum
    }

    /// Predicts a weighted sum of responses, given as pairs of point and weight, for example a mean or a difference of
    /// means.
    pub fn combined(&self, points: &[(Vec<f64>, f64)]) -> Prediction {
        let kernel = Kernel::new(&self.ordered, &self.parameters);
        let to = |at: &Vec<f64>| points.iter().map(|(point, weight)| weight * kernel.between(at, point)).sum::<f64>();
        let near: Vec<f64> = self.points.iter().map(to).collect();
        let mut shares = near.clone();
        self.factor.solve(&mut shares);
        let constant: f64 = points.iter().map(|(_, weight)| weight).sum();
        let product = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
        let value = self.mean * constant + self.deviation * product(&near, &self.weights);
        let prior: f64 = points.iter().map(|(point, weight)| weight * to(point)).sum();
        let posterior = (prior - product(&near, &shares)).max(0.0);
        // The noise as if every point had its own deals, and the observed noise with common deals.
        let alone: f64 = shares.iter().zip(&self.noise).map(|(share, noise)| share * share * noise).sum();
        let deals = self.off[0].len();
        let moved = |deal: usize| self.off.iter().zip(&shares).map(|(off, share)| off[deal] * share).sum::<f64>();
        let scale = 1.0 / (deals as f64 * (deals as f64 - 1.0) * self.deviation * self.deviation);
        let together = (0..deals).map(|deal| moved(deal).powi(2)).sum::<f64>() * scale;
        let error = self.deviation * (posterior + (together - alone).max(0.0)).sqrt();
        let half = NORMAL_QUANTILE * error;
        Prediction { value, interval: Interval { low: value - half, high: value + half } }
    }

    /// Returns the expected value at a point and its standard error.
    pub fn predict(&self, point: &[f64]) -> (f64, f64) {
        let Prediction { value, interval } = self.combined(&[(point.to_vec(), 1.0)]);
        (value, (interval.high - interval.low) / (2.0 * NORMAL_QUANTILE))
    }

    /// Predicts the mean response over the fitted points, with one factor set to `at` in all of them.
    pub fn response(&self, factor: usize, at: f64) -> Prediction {
        let weight = 1.0 / self.points.len() as f64;
        let moved = |point: &Vec<f64>| {
            let mut point = point.clone();
            point[factor] = at;
            (point, weight)
        };
        self.combined(&self.points.iter().map(moved).collect::<Vec<_>>())
    }
}

/// A kernel with its parameters.
struct Kernel<'k> {
    ordered: &'k [bool],
    height: f64,
    /// For each factor, 1 divided by the square of its length.
    near: Vec<f64>,
    rough: f64,
}

impl<'k> Kernel<'k> {
    fn new(ordered: &'k [bool], parameters: &[f64]) -> Self {
        let [height, lengths @ .., rough] = parameters else {
            unreachable!("there are always a height and a roughness")
        };
        let near = lengths.iter().map(|length| libm::exp(-2.0 * length)).collect();
        Kernel { ordered, height: libm::exp(*height), near, rough: libm::exp(*rough) }
    }

    /// Returns the squared distance of two points along a factor, in units of its length.
    fn apart(&self, factor: usize, one: f64, other: f64) -> f64 {
        let off = if self.ordered[factor] { one - other } else { f64::from(u8::from(one != other)) };
        off * off * self.near[factor]
    }

    fn distance(&self, one: &[f64], other: &[f64]) -> f64 {
        let squares = (0..self.near.len()).map(|factor| self.apart(factor, one[factor], other[factor]));
        (5.0 * squares.sum::<f64>()).sqrt()
    }

    fn between(&self, one: &[f64], other: &[f64]) -> f64 {
        let far = self.distance(one, other);
        self.height * (1.0 + far + far * far / 3.0) * libm::exp(-far)
    }

    /// Returns the covariance matrix of the values at `points`.
    fn matrix(&self, points: &[Vec<f64>], noise: &[f64]) -> Vec<f64> {
        let count = points.len();
        let mut matrix = vec![0.0; count * count];
        for i in 0..count {
            for j in 0..i {
                let value = self.between(&points[i], &points[j]);
                (matrix[i * count + j], matrix[j * count + i]) = (value, value);
            }
            matrix[i * count + i] = self.height + self.rough + noise[i];
        }
        matrix
    }
}

/// Returns the parameters that maximise the likelihood under the priors.
fn tuned(ordered: &[bool], points: &[Vec<f64>], values: &[f64], noise: &[f64]) -> Vec<f64> {
    let prior = |place: usize| PRIORS[if place == 0 { 0 } else { 1 + usize::from(place > ordered.len()) }];
    let mut at: Vec<f64> = (0..ordered.len() + 2).map(|place| prior(place)[0]).collect();
    let (mut step, mut last): (Vec<f64>, Vec<f64>) = (vec![0.3; at.len()], vec![0.0; at.len()]);
    let mut best = (f64::NEG_INFINITY, at.clone());
    for _ in 0..STEPS {
        let (mut likelihood, mut slope) = likelihood(ordered, &at, points, values, noise);
        for (place, at) in at.iter().enumerate() {
            let [mean, deviation] = prior(place);
            likelihood -= 0.5 * ((at - mean) / deviation).powi(2);
            slope[place] -= (at - mean) / (deviation * deviation);
        }
        if likelihood > best.0 {
            best = (likelihood, at.clone());
        }
        for place in 0..at.len() {
            let turn = slope[place] * last[place];
            if turn > 0.0 {
                step[place] = (step[place] * 1.3).min(STEP[1]);
            } else if turn < 0.0 {
                step[place] = (step[place] * 0.4).max(STEP[0]);
            }
            at[place] += if slope[place] > 0.0 { step[place] } else { -step[place] };
        }
        last = slope;
    }
    best.1
}

/// Returns the log-likelihood up to a constant, and its gradient.
fn likelihood(ordered: &[bool], at: &[f64], points: &[Vec<f64>], values: &[f64], noise: &[f64]) -> (f64, Vec<f64>) {
    let (kernel, count) = (Kernel::new(ordered, at), points.len());
    let matrix = kernel.matrix(points, noise);
    let factor = Cholesky::new(matrix, count);
    let mut weights = values.to_vec();
    factor.solve(&mut weights);
    let fit: f64 = weights.iter().zip(values).map(|(weight, value)| weight * value).sum();
    let inverse = factor.inverse();
    let mut slope = vec![0.0; at.len()];
    for i in 0..count {
        for j in 0..i {
            let pull = weights[i] * weights[j] - inverse[i * count + j];
            let far = kernel.distance(&points[i], &points[j]);
            let falls = kernel.height * libm::exp(-far);
            slope[0] += pull * falls * (1.0 + far + far * far / 3.0);
            // 5/3 · (1 + √5 r) · exp(−√5 r) · (d / l)²
            let along = pull * falls * (1.0 + far) * 5.0 / 3.0;
            for factor in 0..ordered.len() {
                slope[1 + factor] += along * kernel.apart(factor, points[i][factor], points[j][factor]);
            }
        }
        let pull = 0.5 * (weights[i] * weights[i] - inverse[i * count + i]);
        slope[0] += pull * kernel.height;
        slope[1 + ordered.len()] += pull * kernel.rough;
    }
    (-0.5 * (fit + factor.log_determinant()), slope)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::sobol;

    #[test]
    fn gradient_matches_finite_differences() {
        let points = sobol(20, 3, &Seed::master(1));
        let ordered = [true, true, false];
        let values: Vec<f64> = points.iter().map(|point| libm::sin(5.0 * point[0]) + point[1]).collect();
        let noise = vec![0.01; 20];
        let at = [0.2, -0.3, 0.4, 0.1, -3.0];
        let (_, slope) = likelihood(&ordered, &at, &points, &values, &noise);
        for place in 0..at.len() {
            let moved = |by: f64| {
                let mut at = at;
                at[place] += by;
                likelihood(&ordered, &at, &points, &values, &noise).0
            };
            let expected = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            assert!((slope[place] - expected).abs() < 1e-4 * (1.0 + expected.abs()), "{place}: {slope:?} {expected}");
        }
    }

    #[test]
    fn process_without_noise_interpolates() {
        let points = sobol(30, 2, &Seed::master(2));
        let value = |point: &[f64]| libm::sin(6.0 * point[0]) * point[1];
        let values: Vec<Vec<f64>> = points.iter().map(|point| vec![value(point); 3]).collect();
        let process = Process::fit(&[true; 2], &points, &values).unwrap();
        assert!(points.iter().all(|point| (process.value(point) - value(point)).abs() < 0.03));
        let single = process.combined(&[(points[3].clone(), 1.0)]);
        assert!((single.value - process.value(&points[3])).abs() < 1e-9);
        assert_eq!(Process::q_squared(&[true; 2], &points, &values, &Seed::master(1)).map(|q| q > 0.8), Some(true));
    }

    #[test]
    fn fit_of_too_little_data_is_none() {
        let points = sobol(8, 2, &Seed::master(2));
        assert!(Process::fit(&[true; 2], &points, &vec![vec![1.0, 1.0]; 8]).is_none());
        assert!(Process::fit(&[true; 2], &points[..3], &vec![vec![1.0, 2.0]; 3]).is_none());
    }
}
