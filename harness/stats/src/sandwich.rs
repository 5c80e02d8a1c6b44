//! How surely a conditional logit knows its parameters, where the choices of one block go together: the covariance that is
//! robust to clusters (the "sandwich" of Huber 1967 and White 1982; Liang and Zeger 1986), `V · M · V` with `V` the inverse of
//! the information and `M` the sum of the squares of the scores of blocks.
//!
//! Where few blocks deviate, such squares say too little. Two things are done about that. To `M` are added what one imagined
//! block for each parameter would, half of them won wholly by either side (Agresti and Min 2005 for a single pair), and the
//! squares of the half choices of Firth's penalty. And the degrees of freedom of Student's t are those of a sum of so many
//! squares as deviate (Satterthwaite 1946), by the kurtosis of the blocks.

use super::choice::{Choices, Spread};

/// Degrees of freedom that are left where a single block deviates: what is imagined besides counts too.
const FEWEST: f64 = 4.0;

/// The covariance of a fit, and what each block did to it.
pub struct Sandwich {
    parameters: usize,
    covariance: Vec<f64>,
    /// By block: by how much it moved every parameter.
    moved: Vec<Vec<f64>>,
}

/// How surely a weighted sum of parameters is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Error {
    /// Its standard error.
    pub deviation: f64,
    /// The degrees of freedom of it: at least 4, but at most one less than there are blocks.
    pub freedom: f64,
}

impl Sandwich {
    /// The covariance of the parameters of a fit of `choices`. `tables` is at how many tables a deal was played, over all deals.
    /// Nothing for fewer than two blocks.
    pub fn of(choices: &Choices, parameters: &[f64], tables: u64) -> Option<Self> {
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
        Some(Sandwich { parameters: n, covariance, moved })
    }

    /// The covariance of two parameters. Of parameters of which only differences count the last does not vary.
    pub fn covariance(&self, one: usize, other: usize) -> f64 {
        self.covariance[one * self.parameters + other]
    }

    /// The number of parameters.
    pub fn parameters(&self) -> usize {
        self.parameters
    }

    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.moved.len()
    }

    /// The covariance of two sums of `weight × parameter`, all parameters in order.
    pub fn covariance_of(&self, one: &[f64], other: &[f64]) -> f64 {
        let n = self.parameters;
        let row = |i: usize| (0..n).map(|j| self.covariance[i * n + j] * other[j]).sum::<f64>();
        (0..n).filter(|i| one[*i] != 0.0).map(|i| one[i] * row(i)).sum()
    }

    /// The error of the sum of `weight × parameter`, all parameters in order.
    pub fn error(&self, weights: &[f64]) -> Error {
        let blocks = self.moved.len() as f64;
        let square = |moved: &Vec<f64>| {
            let by: f64 = moved.iter().zip(weights).map(|(moved, weight)| moved * weight).sum();
            by * by
        };
        let (mut squares, mut fourths) = (0.0, 0.0);
        for moved in &self.moved {
            let by = square(moved);
            squares += by;
            fourths += by * by;
        }
        let kurtosis = if squares > 0.0 { blocks * fourths / (squares * squares) } else { 1.0 };
        let all = blocks - 1.0;
        let freedom = if kurtosis > 1.0 { (2.0 * blocks / (kurtosis - 1.0)).min(all) } else { all };
        let freedom = freedom.max(FEWEST).min(all);
        Error { deviation: self.covariance_of(weights, weights).max(0.0).sqrt(), freedom }
    }
}

/// The product of a matrix (or a row) with an `n × n` matrix.
fn product(one: &[f64], other: &[f64], n: usize) -> Vec<f64> {
    let mut product = vec![0.0; one.len()];
    for (from, to) in one.chunks(n.max(1)).zip(product.chunks_mut(n.max(1))) {
        for (k, factor) in from.iter().enumerate().filter(|(_, factor)| **factor != 0.0) {
            to.iter_mut().zip(&other[k * n..]).for_each(|(to, other)| *to += factor * other);
        }
    }
    product
}
