//! Least squares on the points of a design, with intervals that account for deals in common.
//!
//! All points use the same deals, so noise is correlated between points, and residuals do not show that part of it. But
//! the coefficients are linear in the values, so they are the mean over deals of the coefficients of each deal. Their
//! spread over deals contains the whole noise. The misfit of the terms is added: the residual variance beyond what
//! noise explains.

use super::basis::{Basis, Depth, Factor, orthonormal};
use super::folds::{places, q_squared};
use crate::beta::beta_share;
use crate::interval::{Interval, NORMAL_QUANTILE, t_half_width};
use crate::linear;
use crate::multiplicity::holm;
use ergo_core::rng::Seed;

/// The observed data of a design.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'s> {
    /// The points of the design, `[point][factor]`, as levels.
    pub points: &'s [Vec<usize>],
    /// The class of each point in a covariate, such as the seat that draws the last card; all equal if there is none.
    pub classes: &'s [usize],
    /// The values, `[point][deal]`, with at least two deals that are the same for all points. The measure is the mean
    /// over deals.
    pub values: &'s [Vec<f64>],
}

/// A group of terms that is tested together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ModelPart {
    /// The main effect of a factor.
    Main(usize),
    /// The interaction of two factors.
    Pair(usize, usize),
    /// The covariate.
    Class,
}

/// An estimate with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The 95 % interval.
    pub interval: Interval,
    /// The two-sided p-value of the hypothesis that the true value is 0.
    pub p: f64,
}

/// A fitted regression.
#[derive(Clone, Debug)]
pub struct Regression {
    /// The terms.
    pub basis: Basis,
    /// The constant, the terms, then the columns of the covariate.
    pub(super) coefficients: Vec<f64>,
    /// The covariance due to noise, row by row.
    noise: Vec<f64>,
    /// The covariance due to misfit of variance 1, row by row.
    unit: Vec<f64>,
    /// True for coefficients that the design distinguishes from previous ones.
    known: Vec<bool>,
    /// The variance of the misfit of the terms; at least 0.
    pub misfit: f64,
    /// The 95 % interval of the misfit.
    pub misfit_interval: Interval,
    /// The mean variance of a point's value due to deals, which more deals would reduce.
    pub noise_variance: f64,
    /// The observed variance between points, including noise.
    pub variance: f64,
    /// The cross-validated [`q_squared`], or `None` if there are too few points.
    pub q_squared: Option<f64>,
    deals: u64,
    rest: u64,
}

/// A curved or paired model is not tried if it has more terms than this fraction of the number of points.
const MOST_TERMS: f64 = 0.8;

/// Returns the columns of the covariate.
fn class_columns(classes: &[usize]) -> Vec<Vec<f64>> {
    let most = classes.iter().copied().max().unwrap_or(0);
    let indicator = |class: usize| classes.iter().map(|at| f64::from(u8::from(*at == class))).collect::<Vec<f64>>();
    let raw: Vec<Vec<f64>> = (1..=most).map(indicator).collect();
    orthonormal(&raw, &vec![1.0 / classes.len() as f64; classes.len()])
}

/// Returns the most complex basis that the design identifies. This depends only on the points, not on the values.
fn basis_of(factors: &[Factor], sample: &Sample<'_>, classes: &[Vec<f64>]) -> Basis {
    for depth in [Depth::Paired, Depth::Curved] {
        let basis = Basis::over_points(factors, depth, sample.points);
        let columns = 1 + basis.terms.len() + classes.len();
        if columns as f64 > MOST_TERMS * sample.points.len() as f64 {
            continue;
        }
        let rows = rows(&basis, sample.points, classes);
        if gram(&rows).known().into_iter().all(|known| known) {
            return basis;
        }
    }
    Basis::over_points(factors, Depth::Straight, sample.points)
}

fn rows(basis: &Basis, points: &[Vec<usize>], classes: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let row = |(i, point): (usize, &Vec<usize>)| {
        let mut row = basis.row(point);
        row.extend(classes.iter().map(|column| column[i]));
        row
    };
    points.iter().enumerate().map(row).collect()
}

fn gram(rows: &[Vec<f64>]) -> linear::Cholesky {
    let count = rows.first().map_or(0, Vec::len);
    let mut matrix = vec![0.0; count * count];
    for row in rows {
        for (i, one) in row.iter().enumerate() {
            row.iter().zip(&mut matrix[i * count..]).for_each(|(other, sum)| *sum += one * other);
        }
    }
    linear::Cholesky::new(matrix, count)
}

/// Returns the coefficients that fit `values`.
fn solved(factor: &linear::Cholesky, rows: &[Vec<f64>], values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut right = vec![0.0; rows.first().map_or(0, Vec::len)];
    for (row, value) in rows.iter().zip(values) {
        right.iter_mut().zip(row).for_each(|(sum, at)| *sum += at * value);
    }
    factor.solve(&mut right);
    right
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

impl Regression {
    /// Fits the most complex basis that the design identifies. `seed` determines the folds of the cross-validation.
    /// `None` for fewer than three points or two deals.
    pub fn fit(factors: &[Factor], sample: &Sample<'_>, seed: &Seed) -> Option<Self> {
        let deals = sample.values.first()?.len();
        let points = sample.points.len();
        if points < 3 || deals < 2 {
            return None;
        }
        let classes = class_columns(sample.classes);
        let basis = basis_of(factors, sample, &classes);
        let rows = rows(&basis, sample.points, &classes);
        let count = rows[0].len();
        let factor = gram(&rows);
        let (known, unit) = (factor.known(), factor.inverse());
        let means: Vec<f64> = sample.values.iter().map(|values| values.iter().sum::<f64>() / deals as f64).collect();
        let coefficients = solved(&factor, &rows, means.iter().copied());
        let residual: f64 = rows.iter().zip(&means).map(|(row, mean)| (mean - dot(row, &coefficients)).powi(2)).sum();

        // The effect of each deal on the coefficients and on the residuals.
        let (mut noise, mut left, mut spread) = (vec![0.0; count * count], 0.0, 0.0);
        let scale = 1.0 / (deals as f64 * (deals as f64 - 1.0));
        for deal in 0..deals {
            let off = || sample.values.iter().zip(&means).map(move |(values, mean)| values[deal] - mean);
            let moved = solved(&factor, &rows, off());
            for (i, one) in moved.iter().enumerate() {
                moved.iter().zip(&mut noise[i * count..]).for_each(|(other, sum)| *sum += one * other * scale);
            }
            left += rows.iter().zip(off()).map(|(row, off)| (off - dot(row, &moved)).powi(2)).sum::<f64>() * scale;
            spread += off().map(|off| off * off).sum::<f64>() * scale;
        }
        let rest = points.saturating_sub(factor.rank());
        let (misfit, misfit_interval) = misfit(residual, left, rest);
        let mean = means.iter().sum::<f64>() / points as f64;
        let q_squared = q_squared(&means, &places(sample.points), seed, |shown, out| {
            let of = |chosen: &[usize]| chosen.iter().map(|point| rows[*point].clone()).collect::<Vec<_>>();
            let (shown_rows, out_rows) = (of(shown), of(out));
            let found = solved(&gram(&shown_rows), &shown_rows, shown.iter().map(|point| means[*point]));
            Some(out_rows.iter().map(|row| dot(row, &found)).collect())
        });
        Some(Regression {
            basis,
            coefficients,
            noise,
            unit,
            known,
            misfit,
            misfit_interval,
            noise_variance: spread / points as f64,
            variance: means.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (points as f64 - 1.0),
            q_squared,
            deals: deals as u64,
            rest: rest as u64,
        })
    }

    /// Returns the number of terms that the design cannot distinguish from others. They are set to 0, and their effects
    /// are attributed to others.
    pub fn confounded(&self) -> usize {
        self.known.iter().filter(|known| !**known).count()
    }

    /// Returns the indices of the identified coefficients in the selected groups.
    pub(super) fn places(&self, is_in: impl Fn(ModelPart) -> bool) -> Vec<usize> {
        let part = |place: usize| match self.basis.terms.get(place - 1).map(|term| term.0.as_slice()) {
            None => ModelPart::Class,
            Some([(factor, _)]) => ModelPart::Main(*factor),
            Some(parts) => ModelPart::Pair(parts[0].0, parts[1].0),
        };
        (1..self.coefficients.len()).filter(|place| self.known[*place] && is_in(part(*place))).collect()
    }

    /// Returns an element of the covariance of the coefficients, from noise and misfit.
    pub(super) fn covariance(&self, i: usize, j: usize) -> f64 {
        let at = i * self.coefficients.len() + j;
        self.noise[at] + self.misfit * self.unit[at]
    }

    /// Returns the degrees of freedom of a variance with these components (Satterthwaite 1946).
    fn freedom(&self, noise: f64, misfit: f64) -> u64 {
        let deals = self.deals as f64 - 1.0;
        if misfit <= 0.0 || self.rest == 0 {
            return self.deals - 1;
        }
        let freedom = (noise + misfit).powi(2) / (noise * noise / deals + misfit * misfit / self.rest as f64);
        (freedom as u64).max(1)
    }

    /// Returns the degrees of freedom of the total variance of these coefficients.
    pub(super) fn freedom_of(&self, places: &[usize]) -> u64 {
        let n = self.coefficients.len();
        let sum = |of: &[f64]| places.iter().map(|i| of[i * n + i]).sum::<f64>();
        self.freedom(sum(&self.noise), self.misfit * sum(&self.unit))
    }

    /// Estimates a weighted sum of coefficients, given as pairs of index and weight.
    fn combined(&self, weights: &[(usize, f64)]) -> Estimate {
        let n = self.coefficients.len();
        let square = |of: &[f64]| {
            let row = |(i, a): &(usize, f64)| weights.iter().map(|(j, b)| a * b * of[i * n + j]).sum::<f64>();
            weights.iter().map(row).sum::<f64>().max(0.0)
        };
        let value: f64 = weights.iter().map(|(place, weight)| weight * self.coefficients[*place]).sum();
        let (noise, misfit) = (square(&self.noise), self.misfit * square(&self.unit));
        let (error, freedom) = ((noise + misfit).sqrt(), self.freedom(noise, misfit));
        let half = t_half_width(error, freedom);
        let p = if error > 0.0 {
            beta_share(freedom as f64 / 2.0, 0.5, freedom as f64 / (freedom as f64 + (value / error).powi(2)))
        } else {
            f64::from(u8::from(value == 0.0))
        };
        Estimate { value, interval: Interval { low: value - half, high: value + half }, p }
    }

    fn of_level(&self, factor: usize, level: usize) -> Vec<(usize, f64)> {
        let terms = self.basis.terms.iter().enumerate().filter(|(_, term)| term.is_main() && term.has(factor));
        terms.map(|(i, term)| (i + 1, self.basis.column(factor, term.0[0].1, level))).collect()
    }

    /// Estimates the effect of changing a factor from one level to another, averaged over all levels of the other
    /// factors in the design.
    pub fn effect(&self, factor: usize, from: usize, to: usize) -> Estimate {
        let mut weights = self.of_level(factor, to);
        weights.extend(self.of_level(factor, from).into_iter().map(|(place, weight)| (place, -weight)));
        self.combined(&weights)
    }

    /// Estimates the measure at a level of a factor, averaged over all levels of the other factors in the design.
    pub fn response(&self, factor: usize, level: usize) -> Estimate {
        let mut weights = vec![(0, 1.0)];
        weights.extend(self.of_level(factor, level));
        self.combined(&weights)
    }

    /// Estimates the measure at levels of two factors, averaged over all levels of the others.
    pub fn response_of_two(&self, [one, other]: [usize; 2], [a, b]: [usize; 2]) -> Estimate {
        let mut weights = vec![(0, 1.0)];
        weights.extend(self.of_level(one, a));
        weights.extend(self.of_level(other, b));
        let level = |factor: usize| if factor == one { a } else { b };
        for (i, term) in self.basis.terms.iter().enumerate().filter(|(_, term)| !term.is_main()) {
            if term.has(one) && term.has(other) {
                let product = term.0.iter().map(|&(factor, column)| self.basis.column(factor, column, level(factor)));
                weights.push((i + 1, product.product()));
            }
        }
        self.combined(&weights)
    }

    /// Returns the expected value at a point of the levels, for an average class, and its standard error at a new
    /// point, from noise and misfit.
    pub fn predict(&self, point: &[usize]) -> (f64, f64) {
        let n = self.coefficients.len();
        let row = self.basis.row(point);
        let value: f64 = row.iter().zip(&self.coefficients).map(|(at, coefficient)| at * coefficient).sum();
        let square = |of: &[f64]| {
            let line = |(i, at): (usize, &f64)| at * dot(&row, &of[i * n..i * n + row.len()]);
            row.iter().enumerate().map(line).sum::<f64>().max(0.0)
        };
        (value, (square(&self.noise) + self.misfit * (1.0 + square(&self.unit))).sqrt())
    }

    /// Returns the p-value of the hypothesis that all coefficients of `part` are 0 (Wald's test as an F-test), or
    /// `None` if no coefficient is identified.
    pub fn test(&self, part: ModelPart) -> Option<f64> {
        let places = self.places(|of| of == part);
        if places.is_empty() {
            return None;
        }
        let covariance: Vec<f64> =
            places.iter().flat_map(|i| places.iter().map(|j| self.covariance(*i, *j)).collect::<Vec<_>>()).collect();
        let mut right: Vec<f64> = places.iter().map(|place| self.coefficients[*place]).collect();
        linear::solve(&covariance, &mut right);
        let square: f64 = places.iter().zip(&right).map(|(place, solved)| self.coefficients[*place] * solved).sum();
        let (free, freedom) = (places.len() as f64, self.freedom_of(&places) as f64);
        // For several means over deals this is Hotelling's T², as an F-test.
        let rest = (freedom - free + 1.0).max(1.0);
        let f = square.max(0.0) * rest / (free * freedom);
        Some(beta_share(rest / 2.0, free / 2.0, rest / (rest + free * f)))
    }

    /// Returns the p-value of each group of terms, each for a single question asked beforehand.
    pub fn tests(&self) -> Vec<(ModelPart, f64)> {
        let mut parts: Vec<ModelPart> = (0..self.basis.factors.len()).map(ModelPart::Main).collect();
        for term in self.basis.terms.iter().filter(|term| !term.is_main()) {
            let part = ModelPart::Pair(term.0[0].0, term.0[1].0);
            if parts.last() != Some(&part) {
                parts.push(part);
            }
        }
        parts.push(ModelPart::Class);
        parts.into_iter().filter_map(|part| Some((part, self.test(part)?))).collect()
    }

    /// Returns the groups with a p-value below `level` after Holm's adjustment. The probability of including any group
    /// without effect is at most `level`.
    pub fn significant(&self, level: f64) -> Vec<ModelPart> {
        let tests = self.tests();
        let adjusted = holm(&tests.iter().map(|(_, p)| *p).collect::<Vec<_>>());
        tests.into_iter().zip(adjusted).filter(|(_, p)| *p < level).map(|((part, _), _)| part).collect()
    }
}

/// Returns the variance of the misfit and its interval: squared residuals minus those due to noise.
fn misfit(residual: f64, left: f64, rest: usize) -> (f64, Interval) {
    if rest == 0 {
        return (0.0, Interval { low: 0.0, high: 0.0 });
    }
    let (seen, noise) = (residual / rest as f64, left / rest as f64);
    let half = NORMAL_QUANTILE * seen * (2.0 / rest as f64).sqrt();
    let of = |seen: f64| (seen - noise).max(0.0);
    (of(seen), Interval { low: of(seen - half), high: of(seen + half) })
}
