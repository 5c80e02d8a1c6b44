//! The size of a sum of squares without its noise.

use statrs::function::gamma::{gamma_lr, ln_gamma};

use crate::interval::{Interval, NORMAL_QUANTILE};

/// The probability outside on each side.
const TAIL: f64 = 0.025;
/// Larger sums are treated as normal on the scale of roots.
const LARGE: f64 = 400.0;

/// Returns the 95 % interval of the noncentrality λ of a noncentral χ² with `freedom` degrees of freedom, of which
/// `value` was observed. It inverts the distribution, so it holds for λ = 0 as well as for large λ.
pub(super) fn noncentrality(value: f64, freedom: f64) -> Interval {
    if value > LARGE {
        let end = |off: f64| ((value.sqrt() + off).powi(2) - (freedom - 1.0)).max(0.0);
        return Interval { low: end(-NORMAL_QUANTILE), high: end(NORMAL_QUANTILE) };
    }
    Interval { low: least(value, freedom, 1.0 - TAIL), high: least(value, freedom, TAIL) }
}

/// Returns the smallest λ ≥ 0 at which the probability below `value` is at most `share`.
fn least(value: f64, freedom: f64, share: f64) -> f64 {
    let below = |lambda: f64| share_below(value, freedom, lambda) <= share;
    if below(0.0) {
        return 0.0;
    }
    let (mut low, mut high) = (0.0, (value.sqrt() + 8.0).powi(2));
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if below(middle) { high = middle } else { low = middle }
    }
    (low + high) / 2.0
}

/// Returns the distribution function of a noncentral χ², as a Poisson mixture of central ones.
fn share_below(value: f64, freedom: f64, lambda: f64) -> f64 {
    let (half, mean) = (value.max(1e-12) / 2.0, lambda / 2.0);
    let mut shape = freedom / 2.0;
    let mut central = gamma_lr(shape, half);
    // The difference that one more pair of degrees of freedom makes.
    let mut step = libm::exp(shape * libm::log(half) - half - ln_gamma(shape + 1.0));
    let mut weight = libm::exp(-mean);
    let (mut sum, mut seen) = (weight * central, weight);
    for pairs in 1..2_000 {
        central = (central - step).max(0.0);
        shape += 1.0;
        step *= half / shape;
        weight *= mean / f64::from(pairs);
        sum += weight * central;
        seen += weight;
        if central < 1e-12 || 1.0 - seen < 1e-12 && f64::from(pairs) > mean {
            break;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn share_below_matches_closed_forms() {
        // P(|Z + 2| < 3) = Φ(1) − Φ(−5).
        assert!((share_below(9.0, 1.0, 4.0) - (0.841_344_746 - 2.866_5e-7)).abs() < 1e-7);
        // Two degrees and no noncentrality: 1 − exp(−x / 2).
        assert!((share_below(3.0, 2.0, 0.0) - (1.0 - (-1.5_f64).exp())).abs() < 1e-12);
    }

    #[test]
    fn share_below_matches_scipy() {
        // scipy.stats.ncx2.cdf.
        for (value, freedom, lambda, share) in
            [(10.0, 3.0, 5.0, 0.706_648_647_8), (120.0, 4.0, 100.0, 0.791_309_659_6), (5.0, 2.5, 1.0, 0.761_461_391_5)]
        {
            let found = share_below(value, freedom, lambda);
            assert!((found - share).abs() < 1e-9, "{value} {freedom} {lambda}: {found}");
        }
    }

    #[test]
    fn noncentrality_interval_covers_zero_and_is_continuous() {
        // 3.84 is exceeded by one in twenty, 5.02 by one in forty.
        assert_eq!(noncentrality(5.0, 1.0).low, 0.0);
        assert!(noncentrality(5.1, 1.0).low > 0.0 && noncentrality(0.0, 1.0).high < 1e-3);
        // The change to the normal form is continuous.
        for freedom in [1.0, 3.0, 10.0] {
            let (below, above) = (noncentrality(LARGE, freedom), noncentrality(LARGE + 1e-9, freedom));
            assert!((below.low - above.low).abs() < 0.02 * below.low, "{below:?} {above:?}");
            assert!((below.high - above.high).abs() < 0.02 * below.high, "{below:?} {above:?}");
        }
    }
}
