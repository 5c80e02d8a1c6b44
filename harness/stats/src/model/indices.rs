//! Sobol' indices (1993) of a regression on orthonormal terms: the share of the variance of a measure, over all levels
//! of all factors, that is due to each factor (Sudret 2008).
//!
//! The square of a coefficient contains the variance of its error, which is subtracted. Intervals of sums of squares
//! come from the noncentral χ², so that they also hold for factors without effect; the interval of a share follows from
//! the limits of its parts (MOVER, Zou and Donner 2008). Both indices of a factor come from one decomposition into its
//! own effect, its interactions and the rest, each at least 0, so the total index is never below the main index. The
//! misfit of the terms may belong to any factor, so it is in every upper end. Noise is excluded.

use super::noncentral::noncentrality;
use super::regression::{ModelPart, Regression};
use crate::interval::{Interval, NORMAL_QUANTILE, t_half_width};

/// A share of the variance with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The share, from 0 to 1.
    pub value: f64,
    /// The 95 % interval, within 0 to 1.
    pub interval: Interval,
}

impl Share {
    /// Returns a share whose interval is extended to include the value.
    pub(super) fn around(value: f64, Interval { low, high }: Interval) -> Self {
        Share { value, interval: Interval { low: low.min(value), high: high.max(value) } }
    }
}

/// Sobol' indices of each factor, and the shares of covariate, misfit and noise.
#[derive(Clone, Debug, PartialEq)]
pub struct Indices {
    /// For each factor: the share of its own effect.
    pub main: Vec<Share>,
    /// For each factor: the share of its own effect and all its interactions.
    pub total: Vec<Share>,
    /// The share of the covariate.
    pub class: Share,
    /// The share of the variance that the terms do not fit.
    pub misfit: f64,
    /// The share of noise in the observed variance between points. It is not a part of the total that the other shares
    /// refer to.
    pub noise: f64,
}

/// A sum of squares without noise, and its limits.
#[derive(Clone, Copy)]
struct Sum {
    value: f64,
    low: f64,
    high: f64,
}

/// Returns the indices of `model`.
pub fn indices(model: &Regression) -> Indices {
    let factors = model.basis.factors.len();
    let misfit = Sum { value: model.misfit, low: model.misfit_interval.low, high: model.misfit_interval.high };
    let share = |is_in: &dyn Fn(ModelPart) -> bool| {
        let (own, rest) = (sum(model, &model.places(is_in)), sum(model, &model.places(|part| !is_in(part))));
        of(own, rest, misfit)
    };
    let with_others = |part: ModelPart, factor: usize| match part {
        ModelPart::Pair(one, other) => one == factor || other == factor,
        ModelPart::Main(_) | ModelPart::Class => false,
    };
    let both = |factor: usize| {
        let is_main = |part: ModelPart| part == ModelPart::Main(factor);
        let (main, total) = (share(&is_main), share(&|part| is_main(part) || with_others(part, factor)));
        let value = |is_in: &dyn Fn(ModelPart) -> bool| sum(model, &model.places(is_in)).value;
        let (alone, together) = (value(&is_main), value(&|part| with_others(part, factor)));
        let whole = alone + together + value(&|part| !is_main(part) && !with_others(part, factor)) + misfit.value;
        let part = |value: f64| if whole > 0.0 { value / whole } else { 0.0 };
        // Both intervals must be consistent: an end of one bounds the other.
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
        class: share(&|part| part == ModelPart::Class),
        misfit: part(misfit.value, whole),
        noise: part(model.noise_variance, model.variance.max(model.noise_variance)),
    }
}

/// Returns the sum of squares of the coefficients at `places`.
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
    // A multiple of a noncentral χ² with the same mean and spread, with the larger spread if errors are along large
    // coefficients.
    let scale = (squares / trace).max(if seen > 0.0 { along / seen } else { 0.0 });
    let student = t_half_width(1.0, model.freedom_of(places)) / NORMAL_QUANTILE;
    let wide = scale * student * student;
    let limits = noncentrality(seen / wide, trace / scale);
    let value = (seen - trace).max(0.0);
    Sum { value, low: (wide * limits.low).min(value), high: (wide * limits.high).max(value) }
}

/// Returns the share of `own` in the sum of all three. The misfit counts as part of the rest at the lower end, and of
/// `own` at the upper end.
fn of(own: Sum, rest: Sum, misfit: Sum) -> Share {
    let whole = own.value + rest.value + misfit.value;
    let value = if whole > 0.0 { own.value / whole } else { 0.0 };
    // The share s is below the truth if own·(1 − s) − others·s is positive at its lower limit.
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

/// Returns the largest number from 0 to 1 at which `holds` is true, given that it is true at 0.
fn last(holds: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        if holds(middle) { low = middle } else { high = middle }
    }
    low
}
