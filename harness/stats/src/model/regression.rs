//! Least squares on the points of a design, with intervals that know what the deals have in common.
//!
//! All points met the same deals, so what a deal did to one point it may have done to its neighbours: residuals do not show
//! that part of the noise. But the coefficients are linear in the values, and so the mean over deals of the coefficients that
//! each deal gives by itself: their spread over deals is the whole of the noise, whatever the points share. To it is added what
//! the terms do not fit: the residual variance beyond that which noise leaves there.

use super::basis::{Basis, Depth, Factor, orthonormal};
use super::folds::{places, q_squared};
use crate::beta::beta_share;
use crate::interval::{Interval, NORMAL_QUANTILE, t_half};
use crate::linear;
use crate::multiplicity::holm;
use ergo_core::rng::Seed;

/// The observed data.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'s> {
    /// The points of the design: a level of each factor.
    pub points: &'s [Vec<usize>],
    /// To which class of a covariate each point belongs, such as who draws the last card; all alike where there is none.
    pub classes: &'s [usize],
    /// By point the value of every deal; deals in common, two or more, and the mean is what was measured.
    pub values: &'s [Vec<f64>],
}

/// A part of a model whose terms are tested together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A factor by itself.
    Main(usize),
    /// The interaction of two factors.
    Pair(usize, usize),
    /// The covariate.
    Class,
}

/// A number with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Its 95 % interval.
    pub interval: Interval,
    /// How probable one as large is, on either side, where there is none.
    pub p: f64,
}

/// A fitted model.
#[derive(Clone, Debug)]
pub struct Regression {
    /// Its terms.
    pub basis: Basis,
    /// The constant, the terms, then the columns of the covariate.
    pub(super) coefficients: Vec<f64>,
    /// Of the noise, by rows.
    noise: Vec<f64>,
    /// Of what is not fitted, where its variance is 1.
    unit: Vec<f64>,
    /// Which coefficients the design tells apart from those before them.
    known: Vec<bool>,
    /// The variance of what the terms do not fit; 0 or more.
    pub misfit: f64,
    /// Its 95 % interval.
    pub misfit_interval: Interval,
    /// The mean variance of a point's value from deal to deal: noise that more deals would lessen.
    pub noise_variance: f64,
    /// The variance of values between points, noise included.
    pub variance: f64,
    /// How much of what was left out is foretold, [`q_squared`]; nothing where there are too few points.
    pub q_squared: Option<f64>,
    deals: u64,
    rest: u64,
}

/// A curved or paired model is not tried if it has more terms than this part of the points.
const MOST_TERMS: f64 = 0.8;

/// The columns of the covariate, by point.
fn class_columns(classes: &[usize]) -> Vec<Vec<f64>> {
    let most = classes.iter().copied().max().unwrap_or(0);
    let indicator = |class: usize| classes.iter().map(|at| f64::from(u8::from(*at == class))).collect::<Vec<f64>>();
    let raw: Vec<Vec<f64>> = (1..=most).map(indicator).collect();
    orthonormal(&raw, &vec![1.0 / classes.len() as f64; classes.len()])
}

/// The deepest basis that the design can tell apart, decided by the points alone: the values have no say in it.
fn basis_of(factors: &[Factor], sample: &Sample<'_>, classes: &[Vec<f64>]) -> Basis {
    for depth in [Depth::Paired, Depth::Curved] {
        let basis = Basis::at(factors, depth, sample.points);
        let columns = 1 + basis.terms.len() + classes.len();
        if columns as f64 > MOST_TERMS * sample.points.len() as f64 {
            continue;
        }
        let rows = rows(&basis, sample.points, classes);
        if gram(&rows).known().into_iter().all(|known| known) {
            return basis;
        }
    }
    Basis::at(factors, Depth::Straight, sample.points)
}

fn rows(basis: &Basis, points: &[Vec<usize>], classes: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let row = |(i, point): (usize, &Vec<usize>)| {
        let mut row = basis.row(point);
        row.extend(classes.iter().map(|column| column[i]));
        row
    };
    points.iter().enumerate().map(row).collect()
}

fn gram(rows: &[Vec<f64>]) -> linear::Factor {
    let count = rows.first().map_or(0, Vec::len);
    let mut matrix = vec![0.0; count * count];
    for row in rows {
        for (i, one) in row.iter().enumerate() {
            row.iter().zip(&mut matrix[i * count..]).for_each(|(other, sum)| *sum += one * other);
        }
    }
    linear::Factor::of(matrix, count)
}

/// The coefficients that fit `values`.
fn solved(factor: &linear::Factor, rows: &[Vec<f64>], values: impl Iterator<Item = f64>) -> Vec<f64> {
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
    /// Fits the deepest basis that the design can tell apart. `seed` draws the parts of the cross-validation. Nothing for fewer
    /// than three points or two deals.
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

        // What every deal does by itself, to the coefficients and to what they leave.
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

    /// How many terms the design cannot tell from others; they count as 0, and what they do is put down to others.
    pub fn confounded(&self) -> usize {
        self.known.iter().filter(|known| !**known).count()
    }

    /// Where the terms of a part stand among the coefficients; those alone that are known.
    pub(super) fn places(&self, is_in: impl Fn(Part) -> bool) -> Vec<usize> {
        let part = |place: usize| match self.basis.terms.get(place - 1).map(|term| term.0.as_slice()) {
            None => Part::Class,
            Some([(factor, _)]) => Part::Main(*factor),
            Some(parts) => Part::Pair(parts[0].0, parts[1].0),
        };
        (1..self.coefficients.len()).filter(|place| self.known[*place] && is_in(part(*place))).collect()
    }

    /// Element of the covariance of the coefficients: noise and what is not fitted.
    pub(super) fn covariance(&self, i: usize, j: usize) -> f64 {
        let at = i * self.coefficients.len() + j;
        self.noise[at] + self.misfit * self.unit[at]
    }

    /// The degrees of freedom of a variance with these parts (Satterthwaite 1946).
    fn freedom(&self, noise: f64, misfit: f64) -> u64 {
        let deals = self.deals as f64 - 1.0;
        if misfit <= 0.0 || self.rest == 0 {
            return self.deals - 1;
        }
        let freedom = (noise + misfit).powi(2) / (noise * noise / deals + misfit * misfit / self.rest as f64);
        (freedom as u64).max(1)
    }

    /// Those of the variances of these coefficients together.
    pub(super) fn freedom_of(&self, places: &[usize]) -> u64 {
        let n = self.coefficients.len();
        let sum = |of: &[f64]| places.iter().map(|i| of[i * n + i]).sum::<f64>();
        self.freedom(sum(&self.noise), self.misfit * sum(&self.unit))
    }

    /// A weighted sum of coefficients, the weights by their places.
    fn combined(&self, weights: &[(usize, f64)]) -> Estimate {
        let n = self.coefficients.len();
        let square = |of: &[f64]| {
            let row = |(i, a): &(usize, f64)| weights.iter().map(|(j, b)| a * b * of[i * n + j]).sum::<f64>();
            weights.iter().map(row).sum::<f64>().max(0.0)
        };
        let value: f64 = weights.iter().map(|(place, weight)| weight * self.coefficients[*place]).sum();
        let (noise, misfit) = (square(&self.noise), self.misfit * square(&self.unit));
        let (error, freedom) = ((noise + misfit).sqrt(), self.freedom(noise, misfit));
        let half = t_half(error, freedom);
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

    /// The effect of a change of a factor from one level to another, the others anywhere: the mean over all levels that the points have.
    pub fn effect(&self, factor: usize, from: usize, to: usize) -> Estimate {
        let mut weights = self.of_level(factor, to);
        weights.extend(self.of_level(factor, from).into_iter().map(|(place, weight)| (place, -weight)));
        self.combined(&weights)
    }

    /// The measure with a factor at a level, the mean over all levels of the others that the points have.
    pub fn response(&self, factor: usize, level: usize) -> Estimate {
        let mut weights = vec![(0, 1.0)];
        weights.extend(self.of_level(factor, level));
        self.combined(&weights)
    }

    /// The measure with two factors at these levels, the mean over all levels of the others.
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

    /// The expected value at a point of the levels, whatever its class, and the standard error of that at a point that was not
    /// shown: noise of the coefficients, and what the terms do not fit, there and at the points.
    pub fn foretell(&self, point: &[usize]) -> (f64, f64) {
        let n = self.coefficients.len();
        let row = self.basis.row(point);
        let value: f64 = row.iter().zip(&self.coefficients).map(|(at, coefficient)| at * coefficient).sum();
        let square = |of: &[f64]| {
            let line = |(i, at): (usize, &f64)| at * dot(&row, &of[i * n..i * n + row.len()]);
            row.iter().enumerate().map(line).sum::<f64>().max(0.0)
        };
        (value, (square(&self.noise) + self.misfit * (1.0 + square(&self.unit))).sqrt())
    }

    /// How probable coefficients as far from 0 are where all of `part` are 0, by their whole covariance (Wald's test, as F).
    /// Nothing for a part of which nothing is known.
    pub fn test(&self, part: Part) -> Option<f64> {
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
        // Of several means over deals: Hotelling's T², as F.
        let rest = (freedom - free + 1.0).max(1.0);
        let f = square.max(0.0) * rest / (free * freedom);
        Some(beta_share(rest / 2.0, free / 2.0, rest / (rest + free * f)))
    }

    /// Every part of the model with the p-value of its test, for one question asked beforehand.
    pub fn tests(&self) -> Vec<(Part, f64)> {
        let mut parts: Vec<Part> = (0..self.basis.factors.len()).map(Part::Main).collect();
        for term in self.basis.terms.iter().filter(|term| !term.is_main()) {
            let part = Part::Pair(term.0[0].0, term.0[1].0);
            if parts.last() != Some(&part) {
                parts.push(part);
            }
        }
        parts.push(Part::Class);
        parts.into_iter().filter_map(|part| Some((part, self.test(part)?))).collect()
    }

    /// The parts that are there at all: those with a p-value below `level`, adjusted for their number by Holm's method. That any
    /// is named that is not has at most this probability.
    pub fn found(&self, level: f64) -> Vec<Part> {
        let tests = self.tests();
        let adjusted = holm(&tests.iter().map(|(_, p)| *p).collect::<Vec<_>>());
        tests.into_iter().zip(adjusted).filter(|(_, p)| *p < level).map(|((part, _), _)| part).collect()
    }
}

/// The variance of what is not fitted and its interval: squared residuals less those that noise leaves.
fn misfit(residual: f64, left: f64, rest: usize) -> (f64, Interval) {
    if rest == 0 {
        return (0.0, Interval { low: 0.0, high: 0.0 });
    }
    let (seen, noise) = (residual / rest as f64, left / rest as f64);
    let half = NORMAL_QUANTILE * seen * (2.0 / rest as f64).sqrt();
    let of = |seen: f64| (seen - noise).max(0.0);
    (of(seen), Interval { low: of(seen - half), high: of(seen + half) })
}
