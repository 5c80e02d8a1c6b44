//! Intervals with 95 % coverage.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use super::beta::beta_quantile;
use super::moments::Moments;

/// The probability outside on each side.
const TAIL: f64 = 0.025;
/// The quantile of the normal distribution with [`TAIL`] above it.
pub(super) const NORMAL_QUANTILE: f64 = 1.959_963_984_540_054;
/// From this number of degrees of freedom on, Student's quantile is computed by a series, which is exact to ten digits
/// there; `statrs` is not.
const MANY: u64 = 1_000;

/// A closed interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Returns the distance from `value` to the farther end, which is written after ±.
    pub fn max_distance(&self, value: f64) -> f64 {
        (self.high - value).max(value - self.low)
    }

    /// Returns the interval with its ends clamped to `low` and `high`.
    pub(super) fn within(self, low: f64, high: f64) -> Self {
        Interval { low: within(self.low, low, high), high: within(self.high, low, high) }
    }
}

/// Returns Student's t interval of a mean of independent values, or `None` for fewer than two values.
pub fn mean_interval(moments: &Moments) -> Option<Interval> {
    let half = moments.standard_error()? * t_quantile(moments.count() - 1);
    Some(Interval { low: moments.mean() - half, high: moments.mean() + half })
}

/// Returns the interval of a mean of shares, within 0 to 1. If all values are 0 or all are 1, it is the exact interval
/// for as many independent trials.
pub fn share_interval(moments: &Moments) -> Option<Interval> {
    let interval = mean_interval(moments)?;
    if interval.low == interval.high && (interval.low == 0.0 || interval.low == 1.0) {
        let successes = if interval.low == 0.0 { 0 } else { moments.count() };
        return Some(clopper_pearson(successes, moments.count()));
    }
    Some(Interval { low: interval.low.max(0.0), high: interval.high.min(1.0) })
}

/// Returns the exact interval of a share with `successes` of `trials` (Clopper and Pearson 1934), whose coverage is
/// guaranteed. From 0 to 1 without trials.
pub fn clopper_pearson(successes: u64, trials: u64) -> Interval {
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (hits, misses) = (successes as f64, (trials - successes) as f64);
    // At the ends the beta distribution has a closed form, exact for any number of trials.
    let low = match successes {
        0 => 0.0,
        _ if successes == trials => TAIL.powf(1.0 / hits),
        _ => beta_quantile(hits, misses + 1.0, TAIL),
    };
    let high = match successes {
        0 => 1.0 - TAIL.powf(1.0 / misses),
        _ if successes == trials => 1.0,
        _ => beta_quantile(hits + 1.0, misses, 1.0 - TAIL),
    };
    Interval { low, high }
}

/// Clamps `value` to `low` and `high`.
pub(super) fn within(value: f64, low: f64, high: f64) -> f64 {
    value.max(low).min(high)
}

/// Returns the probability that a standard normal variable is at most `x`.
pub fn normal_cdf(x: f64) -> f64 {
    Normal::standard().cdf(x)
}

/// Returns half the width of Student's 95 % interval of an estimate with this standard error and `freedom` degrees of
/// freedom, at least 1.
pub fn t_half_width(error: f64, freedom: u64) -> f64 {
    error * t_quantile(freedom)
}

/// Returns the factor by which 95 % intervals must be widened so that `count` of them hold at once (Bonferroni, normal
/// quantiles). A `count` of 0 counts as 1.
pub fn bonferroni(count: usize) -> f64 {
    Normal::standard().inverse_cdf(1.0 - TAIL / count.max(1) as f64) / NORMAL_QUANTILE
}

/// Returns the quantile of Student's distribution with [`TAIL`] above it; `freedom` is at least 1.
pub(super) fn t_quantile(freedom: u64) -> f64 {
    if freedom >= MANY {
        // Fisher and Cornish 1960.
        let (z, freedom) = (NORMAL_QUANTILE, freedom as f64);
        let square = z * z;
        let first = z * (square + 1.0) / 4.0;
        let second = z * ((5.0 * square + 16.0) * square + 3.0) / 96.0;
        let third = z * (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0;
        return z + (first + (second + third / freedom) / freedom) / freedom;
    }
    StudentsT::new(0.0, 1.0, freedom as f64).map_or(f64::NAN, |student| student.inverse_cdf(1.0 - TAIL))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-6, "{found} instead of {expected}");
    }

    #[test]
    fn clopper_pearson_matches_published_values() {
        // Successes, trials; low and high of Clopper–Pearson.
        for (x, n, low, high) in [
            (0, 10, 0.000000, 0.308497),
            (1, 10, 0.002529, 0.445016),
            (5, 10, 0.187086, 0.812914),
            (30, 100, 0.212406, 0.399815),
            (263, 1000, 0.235944, 0.291459),
            (3_000_000, 10_000_000, 0.299716, 0.300284),
        ] {
            let found = clopper_pearson(x, n);
            near(found.low, low);
            near(found.high, high);
            let mirrored = clopper_pearson(n - x, n);
            near(mirrored.low, 1.0 - found.high);
            near(mirrored.high, 1.0 - found.low);
        }
        assert_eq!(clopper_pearson(0, 0), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn t_quantile_matches_tables() {
        for (freedom, quantile) in [(1, 12.706205), (4, 2.776445), (9, 2.262157), (99, 1.984217), (99_999, 1.959988)] {
            near(t_quantile(freedom), quantile);
        }
    }

    #[test]
    fn bonferroni_widens_with_count() {
        // Normal quantiles of 0.975, 0.9875 and 0.99375.
        near(bonferroni(1), 1.0);
        near(bonferroni(2), 2.241_403 / NORMAL_QUANTILE);
        near(bonferroni(4), 2.497_705 / NORMAL_QUANTILE);
    }

    #[test]
    fn t_quantile_is_continuous_at_series() {
        assert!((t_quantile(MANY - 1) - t_quantile(MANY) - 2.4e-6).abs() < 1e-7);
    }

    #[test]
    fn mean_interval_of_two_values() {
        let mut moments = Moments::default();
        moments.push(1.0);
        moments.push(2.0);
        // Error 1/2, quantile at one degree of freedom 12.7062.
        let interval = mean_interval(&moments).unwrap();
        near(interval.low, 1.5 - 6.3531024);
        near(interval.high, 1.5 + 6.3531024);
    }

    #[test]
    fn share_interval_of_equal_values_has_width_at_ends_only() {
        let all = |value: f64| {
            let mut moments = Moments::default();
            (0..10).for_each(|_| moments.push(value));
            share_interval(&moments).unwrap()
        };
        assert_eq!(all(0.0), clopper_pearson(0, 10));
        assert_eq!(all(1.0), clopper_pearson(10, 10));
        assert_eq!(all(0.5), Interval { low: 0.5, high: 0.5 });
    }

    #[test]
    fn share_interval_of_one_value_is_none() {
        let mut moments = Moments::default();
        moments.push(1.0);
        assert_eq!(share_interval(&moments), None);
    }
}
