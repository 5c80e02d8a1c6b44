//! Robust covariance of the parameters of a conditional logit whose choices are dependent within blocks: the cluster-robust
//! "sandwich" estimator (Huber 1967; White 1982; Liang and Zeger 1986), `V · M · V`, where `V` is the inverse of the
//! information and `M` the sum of squared block scores.
//!
//! With few blocks the estimator is too small, and two corrections are applied. `M` is increased by one pseudo-block for each
//! parameter, half of it won by either side (Agresti and Min 2005 for a single pair), and by the squared half choices of
//! Firth's penalty. The design effect of a linear combination of parameters, its robust variance over the variance under
//! independence, is moderated (Smyth 2004): it is the mean, weighted by degrees of freedom, of the combination's own estimate
//! (degrees of freedom from the kurtosis, Satterthwaite 1946) and the mean design effect of all parameters, and at least 1.

use super::choice::{Choices, Spread, dot};

/// Prior degrees of freedom: the weight of the mean design effect in a moderated design effect.
const PRIOR: f64 = 8.0;

/// The covariance of a fit, and the influence of each block.
pub(super) struct Sandwich {
    parameters: usize,
    covariance: Vec<f64>,
    /// The inverse of the information: the covariance if all choices were independent.
    inverse: Vec<f64>,
    /// The mean design effect of all parameters, at least 1.
    effect: f64,
    /// For each block, the change that it causes in every parameter.
    moved: Vec<Vec<f64>>,
}

/// The standard error of a weighted sum of parameters, clustered by block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClusteredError {
    /// The standard error.
    pub deviation: f64,
    /// The design effect: the factor by which clustering multiplies the variance.
    pub effect: f64,
    /// The degrees of freedom: one less than the number of blocks.
    pub freedom: f64,
}

impl Sandwich {
    /// Returns the covariance of the parameters of a fit of `choices`, or `None` for fewer than two blocks. `tables` is
    /// the number of tables played, summed over all deals.
    pub(super) fn new(choices: &Choices, parameters: &[f64], tables: u64) -> Option<Self> {
        let Spread { information, inverse, rank, added, scores } = choices.spread(parameters);
        let n = parameters.len();
        if scores.len() < 2 {
            return None;
        }
        let count = scores.len() as f64;
        let scale = (count / (count - 1.0)).sqrt();
        let means: Vec<f64> = (0..n).map(|i| scores.iter().map(|score| score[i]).sum::<f64>() / count).collect();
        let off: Vec<Vec<f64>> = scores
            .iter()
            .map(|score| score.iter().zip(&means).map(|(at, mean)| scale * (at - mean)).collect())
            .collect();
        let mut meat = vec![0.0; n * n];
        for score in &off {
            for i in (0..n).filter(|i| score[*i] != 0.0) {
                (0..n).for_each(|j| meat[i * n + j] += score[i] * score[j]);
            }
        }
        let trace: f64 = (0..n * n).map(|k| inverse[k] * meat[k]).sum();
        let effect = (trace / rank.max(1) as f64).max(1.0);
        let tables = tables.max(1) as f64;
        let imagined = rank as f64 * choices.weight() / (tables * tables);
        for k in 0..n * n {
            meat[k] += imagined * information[k] + effect * added[k];
        }
        let covariance = product(&product(&inverse, &meat, n), &inverse, n);
        let moved = off.iter().map(|score| product(score, &inverse, n)).collect();
        Some(Sandwich { parameters: n, covariance, inverse, effect, moved })
    }

    /// Returns the covariance of two parameters. If only differences are identified, the last parameter does not vary.
    pub(super) fn covariance(&self, one: usize, other: usize) -> f64 {
        self.covariance[one * self.parameters + other]
    }

    /// Returns the number of parameters.
    pub(super) fn parameters(&self) -> usize {
        self.parameters
    }

    /// Returns the number of blocks.
    pub(super) fn blocks(&self) -> usize {
        self.moved.len()
    }

    /// Returns the covariance of two weighted sums of all parameters.
    pub(super) fn covariance_of(&self, one: &[f64], other: &[f64]) -> f64 {
        let n = self.parameters;
        let row = |i: usize| (0..n).map(|j| self.covariance[i * n + j] * other[j]).sum::<f64>();
        (0..n).filter(|i| one[*i] != 0.0).map(|i| one[i] * row(i)).sum()
    }

    /// Returns the standard error of a weighted sum of all parameters.
    pub(super) fn error(&self, weights: &[f64]) -> ClusteredError {
        let blocks = self.moved.len() as f64;
        let (mut squares, mut fourths) = (0.0, 0.0);
        for moved in &self.moved {
            let by = dot(moved, weights);
            squares += by * by;
            fourths += by * by * by * by;
        }
        let kurtosis = if squares > 0.0 { blocks * fourths / (squares * squares) } else { blocks };
        let all = blocks - 1.0;
        let known = if kurtosis > 1.0 { (2.0 * blocks / (kurtosis - 1.0)).min(all) } else { all };
        let plain = dot(&product(weights, &self.inverse, self.parameters), weights);
        let seen = self.covariance_of(weights, weights) / plain;
        let effect = (PRIOR * self.effect + known * seen) / (PRIOR + known);
        ClusteredError { deviation: (plain * effect).max(0.0).sqrt(), effect, freedom: all }
    }

    /// Returns the change of the parameters, according to the information, when the weighted sum rises by 1.
    pub(super) fn direction(&self, weights: &[f64]) -> Vec<f64> {
        let mut along = product(weights, &self.inverse, self.parameters);
        let plain = dot(&along, weights);
        along.iter_mut().for_each(|along| *along /= plain);
        along
    }
}

/// Returns the product of a matrix (or a row) with an `n × n` matrix.
fn product(one: &[f64], other: &[f64], n: usize) -> Vec<f64> {
    let mut product = vec![0.0; one.len()];
    for (from, to) in one.chunks(n.max(1)).zip(product.chunks_mut(n.max(1))) {
        for (k, factor) in from.iter().enumerate().filter(|(_, factor)| **factor != 0.0) {
            to.iter_mut().zip(&other[k * n..]).for_each(|(to, other)| *to += factor * other);
        }
    }
    product
}
