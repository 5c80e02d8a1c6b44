//! 95 % intervals.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::Moments;
use super::beta::beta_quantile;

/// What lies outside on each side.
const TAIL: f64 = 0.025;
/// The quantile of the normal distribution that leaves [`TAIL`] above it.
pub(super) const NORMAL_QUANTILE: f64 = 1.959_963_984_540_054;
/// From so many degrees of freedom on Student's quantile is a series: exact to ten digits there, which `statrs` is not.
const MANY: u64 = 1_000;

/// From low to high.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The interval of a mean over independent values: Student's t. Nothing for fewer than two values.
pub fn mean_interval(moments: &Moments) -> Option<Interval> {
    let half = moments.standard_error()? * t_quantile(moments.count() - 1);
    Some(Interval { low: moments.mean() - half, high: moments.mean() + half })
}

/// The interval of a mean of shares, within 0 to 1. Where all values are 0, or all are 1, their spread says nothing, and the
/// exact bound for as many independent trials stands in.
pub fn share_interval(moments: &Moments) -> Option<Interval> {
    let interval = mean_interval(moments)?;
    if interval.low == interval.high && (interval.low == 0.0 || interval.low == 1.0) {
        let successes = if interval.low == 0.0 { 0 } else { moments.count() };
        return Some(clopper_pearson(successes, moments.count()));
    }
    Some(Interval { low: interval.low.max(0.0), high: interval.high.min(1.0) })
}

/// The exact interval of a share with `successes` of `trials` (Clopper and Pearson 1934): where a guarantee is claimed.
/// Everything for no trials.
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

/// The interval of a share with `successes` of `trials` (Wilson 1927): for display. `trials` need not be whole, so that an
/// effective number of independent trials can stand in for correlated ones. Everything for no trials.
pub fn wilson(successes: f64, trials: f64) -> Interval {
    if trials <= 0.0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let share = successes / trials;
    let square = NORMAL_QUANTILE * NORMAL_QUANTILE / trials;
    let half = NORMAL_QUANTILE * (share * (1.0 - share) / trials + square / trials / 4.0).max(0.0).sqrt();
    let (centre, scale) = (share + square / 2.0, 1.0 + square);
    Interval { low: within((centre - half) / scale, 0.0, share), high: within((centre + half) / scale, share, 1.0) }
}

/// The interval of a share with `successes` of `trials` that leaves out 2.5 % of the belief on each side, after Jeffreys's
/// prior; it ends at 0 or 1 where all trials say so (Brown, Cai and DasGupta 2001). Everything for no trials.
pub fn jeffreys(successes: u64, trials: u64) -> Interval {
    let (hits, misses) = (successes as f64 + 0.5, (trials - successes) as f64 + 0.5);
    let low = if successes == 0 { 0.0 } else { beta_quantile(hits, misses, TAIL) };
    let high = if successes == trials { 1.0 } else { beta_quantile(hits, misses, 1.0 - TAIL) };
    Interval { low, high }
}

/// `value`, or the end it lies beyond.
pub(super) fn within(value: f64, low: f64, high: f64) -> f64 {
    value.max(low).min(high)
}

/// The quantile of Student's distribution that leaves [`TAIL`] above it; `freedom` at least 1.
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
    fn shares_against_published_values() {
        // Successes, trials; low and high of Wilson, Clopper–Pearson and Jeffreys.
        for (x, n, ends) in [
            (0, 10, [0.000000, 0.277533, 0.000000, 0.308497, 0.000000, 0.217196]),
            (1, 10, [0.017876, 0.404150, 0.002529, 0.445016, 0.011012, 0.381315]),
            (5, 10, [0.236593, 0.763407, 0.187086, 0.812914, 0.223529, 0.776471]),
            (30, 100, [0.218949, 0.395849, 0.212406, 0.399815, 0.216841, 0.394547]),
            (263, 1000, [0.236657, 0.291157, 0.235944, 0.291459, 0.236425, 0.290944]),
        ] {
            let found = [wilson(x as f64, n as f64), clopper_pearson(x, n), jeffreys(x, n)];
            for (interval, ends) in found.iter().zip(ends.chunks(2)) {
                near(interval.low, ends[0]);
                near(interval.high, ends[1]);
            }
            let mirrored = clopper_pearson(n - x, n);
            near(mirrored.low, 1.0 - found[1].high);
            near(mirrored.high, 1.0 - found[1].low);
        }
    }

    #[test]
    fn shares_of_ten_million_and_of_none() {
        // As many trials make all three agree to six digits.
        let (x, n) = (3_000_000, 10_000_000);
        for interval in [wilson(x as f64, n as f64), clopper_pearson(x, n), jeffreys(x, n)] {
            near(interval.low, 0.299716);
            near(interval.high, 0.300284);
        }
        for interval in [wilson(0.0, 0.0), clopper_pearson(0, 0), jeffreys(0, 0)] {
            assert_eq!(interval, Interval { low: 0.0, high: 1.0 });
        }
    }

    #[test]
    fn t_quantiles_from_the_tables() {
        for (freedom, quantile) in [(1, 12.706205), (4, 2.776445), (9, 2.262157), (99, 1.984217), (99_999, 1.959988)] {
            near(t_quantile(freedom), quantile);
        }
    }

    #[test]
    fn the_change_to_the_series_is_no_jump() {
        assert!((t_quantile(MANY - 1) - t_quantile(MANY) - 2.4e-6).abs() < 1e-7);
    }

    #[test]
    fn a_mean_of_two() {
        let mut moments = Moments::default();
        moments.push(1.0);
        moments.push(2.0);
        // Error 1/2, quantile at one degree of freedom 12.7062.
        let interval = mean_interval(&moments).unwrap();
        near(interval.low, 1.5 - 6.3531024);
        near(interval.high, 1.5 + 6.3531024);
    }

    #[test]
    fn shares_that_all_agree_keep_a_width_at_the_ends_only() {
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
    fn one_value_has_no_interval() {
        let mut moments = Moments::default();
        moments.push(1.0);
        assert_eq!(share_interval(&moments), None);
    }
}
