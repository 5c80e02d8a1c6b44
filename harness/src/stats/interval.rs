//! 95 % intervals.

use statrs::distribution::{Beta, ContinuousCDF, StudentsT};

use super::Moments;

/// What lies outside on each side.
const TAIL: f64 = 0.025;
/// The quantile of the normal distribution that leaves [`TAIL`] above it.
const NORMAL_QUANTILE: f64 = 1.959_963_984_540_054;
/// From here on Student's quantile is worked out from the normal one: the series is exact to nine digits, while the incomplete
/// beta function of `statrs` loses digits as the degrees of freedom grow.
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

/// The exact interval of a share with `successes` of `trials`, at least one trial (Clopper and Pearson 1934).
pub fn clopper_pearson(successes: u64, trials: u64) -> Interval {
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

fn t_quantile(freedom: u64) -> f64 {
    if freedom < MANY {
        return StudentsT::new(0.0, 1.0, freedom as f64).map_or(f64::NAN, |student| student.inverse_cdf(1.0 - TAIL));
    }
    // Cornish and Fisher, in powers of one over the degrees of freedom.
    let (z, freedom) = (NORMAL_QUANTILE, freedom as f64);
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    z + first / freedom + second / (freedom * freedom)
}

fn beta_quantile(a: f64, b: f64, share: f64) -> f64 {
    Beta::new(a, b).map_or(f64::NAN, |beta| beta.inverse_cdf(share))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-6, "{found} instead of {expected}");
    }

    #[test]
    fn clopper_pearson_against_published_values() {
        for (successes, trials, low, high) in [
            (0, 10, 0.000000, 0.308497),
            (1, 10, 0.002529, 0.445016),
            (5, 10, 0.187086, 0.812914),
            (10, 10, 0.691503, 1.000000),
            (30, 100, 0.212406, 0.399815),
            (263, 1000, 0.235944, 0.291459),
        ] {
            let interval = clopper_pearson(successes, trials);
            near(interval.low, low);
            near(interval.high, high);
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
        let (before, after) = (t_quantile(MANY - 1), t_quantile(MANY));
        assert!(before > after && before - after < 5e-6, "{before} then {after}");
        near(t_quantile(u64::MAX), NORMAL_QUANTILE);
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
