//! Control variates: luck taken out of a mean, without bias.
//!
//! Every block has a value `y` and covariates `Z` of which it is known beforehand that each has mean 0 (here: what the draws
//! gave beyond expectation, a martingale). Then `y - β·Z` has the mean of `y` for every `β` that does not depend on the block,
//! and less spread if `β` is near the coefficients of the regression of `y` on `Z` (Lavenberg and Welch 1981).
//!
//! A `β` fitted on the block itself would bias the mean. So blocks are in two folds, and each takes its `β` from the other:
//! given that fold, `β` is a constant, the blocks of this one are independent of it, and `E[y - β·Z] = E[y]` exactly, for any
//! distribution, number of blocks and covariates, and however badly `β` fits. The adjusted values of one fold are
//! independent given the other, and their correlation across folds is of the order of the error of `β` squared, so Student's
//! interval over all of them holds; `examples/coverage` counts how often.
//!
//! A regression on many covariates fits noise too, and would add spread where covariates explain nothing. Its coefficients
//! are therefore shrunk by `1 - 1/F`, `F` being the test statistic of the whole regression, and are 0 where that is not
//! positive (van Houwelingen and le Cessie 1990).

use super::interval::{Interval, mean_interval};
use super::linear::solve;
use super::moments::Moments;
use super::paired::{PairedTest, t_test_of};

/// Fewer blocks in a fold for each covariate say too little of the coefficients.
const FEWEST_PER_COVARIATE: u64 = 4;
/// Added to the variance of each covariate, as a share of it: covariates may depend on one another linearly, but for
/// rounding.
const RIDGE: f64 = 1e-6;

/// Values and covariates, block by block, in memory that does not grow with blocks.
#[derive(Clone, Debug)]
pub struct Controlled {
    covariates: usize,
    folds: [Fold; 2],
}

/// Means and sums of products about them: first the covariates, then the values.
#[derive(Clone, Debug)]
struct Fold {
    blocks: u64,
    means: Vec<f64>,
    /// The lower triangle, row by row.
    products: Vec<f64>,
    off: Vec<f64>,
}

/// A mean with luck taken out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adjusted {
    /// The adjusted mean.
    pub mean: f64,
    /// Its 95 % interval.
    pub interval: Interval,
    /// How many blocks.
    pub blocks: u64,
    /// The variance of an adjusted value by that of a value as it was: below 1 where it helped. As many blocks, times this,
    /// do as well.
    pub ratio: f64,
    /// The test of the correction taken off: its mean is 0 if the covariates are what they should be.
    pub correction: PairedTest,
}

impl Controlled {
    /// Nothing yet of `values` values and `covariates` covariates a block.
    pub fn new(covariates: usize, values: usize) -> Self {
        let size = covariates + values;
        let fold = Fold {
            blocks: 0,
            means: vec![0.0; size],
            products: vec![0.0; size * (size + 1) / 2],
            off: vec![0.0; size],
        };
        Controlled { covariates, folds: [fold.clone(), fold] }
    }

    /// Adds a block to one of the folds, 0 or 1: its covariates, then its values. Which fold must not depend on what came of
    /// the block.
    pub fn push(&mut self, fold: usize, block: &[f64]) {
        self.folds[fold].push(block);
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> u64 {
        self.folds.iter().map(|fold| fold.blocks).sum()
    }

    /// The mean of the value at this place, adjusted. Nothing where blocks are too few, or all values alike.
    pub fn adjusted(&self, value: usize) -> Option<Adjusted> {
        self.combined(&[(value, 1.0)])
    }

    /// The ratio of the sums of two values, adjusted: luck is taken out of what a block adds to it to first order, the value
    /// less the ratio times what it is divided by. Nothing where blocks are too few, or nothing varies.
    pub fn adjusted_ratio(&self, value: usize, weight: usize) -> Option<Adjusted> {
        let sum = |value: usize| {
            self.folds.iter().map(|fold| fold.blocks as f64 * fold.means[self.covariates + value]).sum::<f64>()
        };
        let (ratio, mean_weight) = (sum(value) / sum(weight), sum(weight) / self.blocks() as f64);
        if !ratio.is_finite() {
            return None;
        }
        let found = self.combined(&[(value, mean_weight.recip()), (weight, -ratio / mean_weight)])?;
        let Interval { low, high } = found.interval;
        let interval = Interval { low: low + ratio, high: high + ratio };
        Some(Adjusted { mean: found.mean + ratio, interval, ..found })
    }

    /// The mean of a sum of values, each with a factor, adjusted.
    fn combined(&self, values: &[(usize, f64)]) -> Option<Adjusted> {
        let [first, second] = &self.folds;
        let (from_first, from_second) = (self.fit(first, values)?, self.fit(second, values)?);
        let (mut raw, mut adjusted, mut taken) = (Moments::default(), Moments::default(), Moments::default());
        for (fold, beta) in [(first, &from_second), (second, &from_first)] {
            let dot = |values: &dyn Fn(usize) -> f64| beta.iter().enumerate().map(|(i, b)| b * values(i)).sum::<f64>();
            let shift = dot(&|i| fold.means[i]);
            let with_value = dot(&|i| self.with(fold, values, i));
            let own = dot(&|i| dot(&|j| fold.product(i, j)));
            let mean = values.iter().map(|(value, factor)| factor * fold.means[self.covariates + value]).sum::<f64>();
            let squares = self.squares(fold, values);
            raw.merge(&Moments::of(fold.blocks, mean, squares));
            adjusted.merge(&Moments::of(fold.blocks, mean - shift, squares - 2.0 * with_value + own));
            taken.merge(&Moments::of(fold.blocks, shift, own));
        }
        let (before, after) = (raw.variance()?, adjusted.variance()?);
        (before > 0.0).then_some(Adjusted {
            mean: adjusted.mean(),
            interval: mean_interval(&adjusted)?,
            blocks: adjusted.count(),
            ratio: after / before,
            correction: t_test_of(&taken),
        })
    }

    /// The product of a sum of values with number `i`.
    fn with(&self, fold: &Fold, values: &[(usize, f64)], i: usize) -> f64 {
        values.iter().map(|(value, factor)| factor * fold.product(self.covariates + value, i)).sum()
    }

    /// The square of a sum of values.
    fn squares(&self, fold: &Fold, values: &[(usize, f64)]) -> f64 {
        values.iter().map(|(value, factor)| factor * self.with(fold, values, self.covariates + value)).sum()
    }

    /// The coefficients that `fold` teaches. Nothing where it is too small.
    fn fit(&self, fold: &Fold, values: &[(usize, f64)]) -> Option<Vec<f64>> {
        let n = self.covariates;
        if fold.blocks < FEWEST_PER_COVARIATE * n as u64 + 2 {
            return None;
        }
        let mut matrix = vec![0.0; n * n];
        for i in 0..n {
            for j in 0..=i {
                matrix[i * n + j] = fold.product(i, j) * if i == j { 1.0 + RIDGE } else { 1.0 };
            }
        }
        let mut beta: Vec<f64> = (0..n).map(|i| self.with(fold, values, i)).collect();
        solve(&matrix, &mut beta);
        let explained: f64 = beta.iter().enumerate().map(|(i, b)| b * self.with(fold, values, i)).sum();
        let freedom = (fold.blocks - n as u64 - 1) as f64;
        let unexplained = (self.squares(fold, values) - explained).max(0.0);
        let shrunk = if explained > 0.0 { 1.0 - unexplained / freedom / (explained / n as f64) } else { 0.0 };
        beta.iter_mut().for_each(|b| *b *= shrunk.max(0.0));
        Some(beta)
    }
}

impl Fold {
    /// Welford's recurrence.
    fn push(&mut self, block: &[f64]) {
        self.blocks += 1;
        let count = self.blocks as f64;
        for ((off, mean), value) in self.off.iter_mut().zip(&mut self.means).zip(block) {
            *off = value - *mean;
            *mean += *off / count;
        }
        let share = (count - 1.0) / count;
        let mut products = self.products.iter_mut();
        for (i, one) in self.off.iter().enumerate() {
            for (other, product) in self.off[..=i].iter().zip(&mut products) {
                *product += one * other * share;
            }
        }
    }

    fn product(&self, i: usize, j: usize) -> f64 {
        let (high, low) = (i.max(j), i.min(j));
        self.products[high * (high + 1) / 2 + low]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twenty blocks a fold with two covariates; the value is 3 + 2 of the first less the second, and a rest.
    fn blocks() -> Vec<[f64; 3]> {
        let block = |i: i32| {
            let (one, other) = (f64::from(i % 5 - 2), f64::from(i % 7 - 3));
            [one, other, 3.0 + 2.0 * one - other + f64::from(i % 3 - 1) * 0.1]
        };
        (0..40).map(block).collect()
    }

    #[test]
    fn sums_say_what_a_list_would() {
        let mut controlled = Controlled::new(2, 1);
        blocks().iter().enumerate().for_each(|(i, block)| controlled.push(i % 2, block));
        let found = controlled.adjusted(0).unwrap();
        // The same by the list: each fold adjusted by what the other teaches.
        let betas = controlled.folds.iter().map(|fold| controlled.fit(fold, &[(0, 1.0)]).unwrap()).collect::<Vec<_>>();
        assert!((betas[0][0] - 2.0).abs() < 0.05 && (betas[0][1] + 1.0).abs() < 0.05, "{betas:?}");
        let (mut raw, mut adjusted, mut taken) = (Moments::default(), Moments::default(), Moments::default());
        for (i, [one, other, value]) in blocks().into_iter().enumerate() {
            let correction = betas[1 - i % 2][0] * one + betas[1 - i % 2][1] * other;
            raw.push(value);
            taken.push(correction);
            adjusted.push(value - correction);
        }
        assert!((found.mean - adjusted.mean()).abs() < 1e-12 && found.blocks == 40);
        assert!((found.ratio - adjusted.variance().unwrap() / raw.variance().unwrap()).abs() < 1e-12);
        assert!(found.ratio < 0.01, "{found:?}");
        let test = t_test_of(&taken);
        assert!((found.correction.mean - test.mean).abs() < 1e-12 && (found.correction.p - test.p).abs() < 1e-9);
        let expected = mean_interval(&adjusted).unwrap();
        assert!(
            (found.interval.low - expected.low).abs() < 1e-12 && (found.interval.high - expected.high).abs() < 1e-12
        );
    }

    #[test]
    fn covariates_that_say_nothing_are_left_alone() {
        // Copies, zeros, and values that all are alike.
        let mut controlled = Controlled::new(3, 2);
        for (i, [one, _, value]) in blocks().into_iter().enumerate() {
            controlled.push(i % 2, &[one, one, 0.0, value, 1.0]);
        }
        let found = controlled.adjusted(0).unwrap();
        assert!(found.ratio < 1.0 && found.mean.is_finite());
        assert_eq!(controlled.adjusted(1), None);
        // Nothing to be explained: what a fold would fit is noise, and is not believed.
        let mut noise = Controlled::new(1, 1);
        for i in 0..40 {
            noise.push(i % 2, &[f64::from(i as i32 / 2 % 2 * 2 - 1), f64::from((i / 4 % 5) as u8)]);
        }
        assert_eq!(noise.adjusted(0).unwrap().ratio, 1.0);
    }

    #[test]
    fn few_blocks_are_not_adjusted() {
        let mut controlled = Controlled::new(2, 1);
        blocks()[..11].iter().enumerate().for_each(|(i, block)| controlled.push(i % 2, block));
        assert_eq!((controlled.adjusted(0), controlled.blocks()), (None, 11));
    }
}
