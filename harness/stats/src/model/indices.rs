//! Sobol' indices (1993) of a regression on orthonormal terms: how much of the variance of a measure, over all levels of all
//! factors, is a factor's (Sudret 2008).
//!
//! The square of a coefficient is its variance and that of its error; the latter is taken off. Intervals of sums of squares
//! come from the noncentral χ², so that they hold where a factor does nothing; a share of them is bounded by the limits of
//! its parts (MOVER, Zou and Donner 2008). Both indices of a factor come from one decomposition into what it does by itself, what
//! it does with others and what others do, each 0 or more: so the total index is never below the main index. What the terms do not fit may belong to anybody: it counts in the whole and in
//! every upper end. Noise counts nowhere.

use super::noncentral::noncentrality;
use super::regression::{Part, Regression};
use crate::interval::{Interval, NORMAL_QUANTILE, t_half};

/// A share of the variance with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// From 0 to 1.
    pub value: f64,
    /// From 0 to 1.
    pub interval: Interval,
}

impl Share {
    /// A value, and an interval that is made wide enough to hold it.
    pub(super) fn around(value: f64, Interval { low, high }: Interval) -> Self {
        Share { value, interval: Interval { low: low.min(value), high: high.max(value) } }
    }
}

/// Sobol' indices by factor, and the shares of covariate, misfit and noise.
#[derive(Clone, Debug, PartialEq)]
pub struct Indices {
    /// By factor: what it does by itself.
    pub main: Vec<Share>,
    /// By factor: what would go if it were held, by itself and with others.
    pub total: Vec<Share>,
    /// Of the covariate.
    pub class: Share,
    /// Of what the terms do not fit.
    pub misfit: f64,
    /// Of the variance between points as seen: noise. Not a part of the whole of which the others are shares.
    pub noise: f64,
}

/// A sum of squares without noise, and its limits.
#[derive(Clone, Copy)]
struct Sum {
    value: f64,
    low: f64,
    high: f64,
}

/// The indices of `model`.
pub fn indices(model: &Regression) -> Indices {
    let factors = model.basis.factors.len();
    let misfit = Sum { value: model.misfit, low: model.misfit_interval.low, high: model.misfit_interval.high };
    let share = |is_in: &dyn Fn(Part) -> bool| {
        let (own, rest) = (sum(model, &model.places(is_in)), sum(model, &model.places(|part| !is_in(part))));
        of(own, rest, misfit)
    };
    let with_others = |part: Part, factor: usize| match part {
        Part::Pair(one, other) => one == factor || other == factor,
        Part::Main(_) | Part::Class => false,
    };
    let both = |factor: usize| {
        let is_main = |part: Part| part == Part::Main(factor);
        let (main, total) = (share(&is_main), share(&|part| is_main(part) || with_others(part, factor)));
        let value = |is_in: &dyn Fn(Part) -> bool| sum(model, &model.places(is_in)).value;
        let (alone, together) = (value(&is_main), value(&|part| with_others(part, factor)));
        let whole = alone + together + value(&|part| !is_main(part) && !with_others(part, factor)) + misfit.value;
        let part = |value: f64| if whole > 0.0 { value / whole } else { 0.0 };
        // An end of the one interval is an end of the other.
        let low = main.interval.low.min(total.interval.low);
        let high = total.interval.high.max(main.interval.high);
        [
            Share::around(part(alone), Interval { low, high: main.interval.high }),
            Share::around(part(alone + together), Interval { low: total.interval.low, high }),
        ]
    };
    let (main, total) = (0..factors).map(both).map(|[main, total]| (main, total)).unzip();
    let all = sum(model, &model.places(|_| true));
    let whole = all.value + misfit.value;
    let part = |value: f64, whole: f64| if whole > 0.0 { (value / whole).clamp(0.0, 1.0) } else { 0.0 };
    Indices {
        main,
        total,
        class: share(&|part| part == Part::Class),
        misfit: part(misfit.value, whole),
        noise: part(model.noise_variance, model.variance.max(model.noise_variance)),
    }
}

/// The squares of the coefficients at `places`.
fn sum(model: &Regression, places: &[usize]) -> Sum {
    let seen: f64 = places.iter().map(|place| model.coefficients[*place].powi(2)).sum();
    let trace: f64 = places.iter().map(|place| model.covariance(*place, *place)).sum();
    if places.is_empty() || trace <= 0.0 {
        return Sum { value: seen, low: seen, high: seen };
    }
    let each = |of: &dyn Fn(usize, usize) -> f64| {
        places.iter().map(|i| places.iter().map(|j| of(*i, *j)).sum::<f64>()).sum::<f64>()
    };
    let squares = each(&|i, j| model.covariance(i, j).powi(2));
    let along = each(&|i, j| model.coefficients[i] * model.covariance(i, j) * model.coefficients[j]);
    // A multiple of a noncentral χ² with the same mean and spread; the larger spread where errors lie along what is large.
    let scale = (squares / trace).max(if seen > 0.0 { along / seen } else { 0.0 });
    let student = t_half(1.0, model.freedom_of(places)) / NORMAL_QUANTILE;
    let wide = scale * student * student;
    let limits = noncentrality(seen / wide, trace / scale);
    let value = (seen - trace).max(0.0);
    Sum { value, low: (wide * limits.low).min(value), high: (wide * limits.high).max(value) }
}

/// The share of `own` in all three. Below, what is not fitted is nobody's; above, it is its own.
fn of(own: Sum, rest: Sum, misfit: Sum) -> Share {
    let whole = own.value + rest.value + misfit.value;
    let value = if whole > 0.0 { own.value / whole } else { 0.0 };
    // The share s is below the truth where own·(1 − s) − others·s is above 0 at its lower limit.
    let is_below = |s: f64| {
        let off = ((1.0 - s) * (own.value - own.low)).powi(2)
            + (s * (rest.high - rest.value)).powi(2)
            + (s * (misfit.high - misfit.value)).powi(2);
        (1.0 - s) * own.value - s * (rest.value + misfit.value) > off.sqrt()
    };
    let is_above = |s: f64| {
        let off = ((1.0 - s) * (own.high - own.value)).powi(2)
            + (s * (rest.value - rest.low)).powi(2)
            + ((1.0 - s) * (misfit.high - misfit.value)).powi(2);
        (1.0 - s) * (own.value + misfit.value) - s * rest.value < -off.sqrt()
    };
    let low = if is_below(0.0) { last(is_below) } else { 0.0 };
    let high = 1.0 - if is_above(1.0) { last(|s| is_above(1.0 - s)) } else { 0.0 };
    Share::around(value, Interval { low, high })
}

/// The last number from 0 to 1 at which `holds`, which it does at 0.
fn last(holds: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        if holds(middle) { low = middle } else { high = middle }
    }
    low
}
