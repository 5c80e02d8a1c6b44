//! A distribution on finitely many values, and the most likely distribution near it with a given mean or t-value:
//! empirical likelihood (Owen 1988), as needed for the GSPRT (Van den Bergh, *Comments on normalized Elo*; Fishtest's
//! `LLRcalc.py`).
//!
//! It uses only operations that give the same bits on every machine.

use super::interval::Interval;

/// The weight of an empty cell.
const EMPTY: f64 = 1e-3;
/// The largest number of rounds of the search for a t-value.
const MOST_ROUNDS: usize = 200;
/// The search has converged when mean and deviation move by less than this fraction of the deviation.
const STILL: f64 = 1e-9;
/// A root is found when the next step is smaller than this fraction of it. That step is taken and is exact up to
/// rounding.
const SETTLED: f64 = 1e-9;

/// The frequencies of values from 0 to 1. The ends 0 and 1 are always among the values.
#[derive(Clone, Debug, PartialEq)]
pub struct Empirical {
    values: Vec<f64>,
    counts: Vec<f64>,
    seen: u64,
}

impl Empirical {
    /// Returns a distribution without observations. `cells` are values from 0 to 1 known to be possible; others can be
    /// added.
    pub fn new(cells: &[f64]) -> Self {
        let mut values: Vec<f64> = cells.iter().copied().chain([0.0, 1.0]).collect();
        values.sort_unstable_by(f64::total_cmp);
        values.dedup();
        Empirical { counts: vec![0.0; values.len()], values, seen: 0 }
    }

    /// Adds a value from 0 to 1.
    pub fn push(&mut self, value: f64) {
        // Turns −0 into 0, which would otherwise be another value.
        let value = value + 0.0;
        self.seen += 1;
        match self.values.binary_search_by(|known| known.total_cmp(&value)) {
            Ok(cell) => self.counts[cell] += 1.0,
            Err(cell) => {
                self.values.insert(cell, value);
                self.counts.insert(cell, 1.0);
            }
        }
    }

    /// Returns the number of observations.
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// Returns mean and standard deviation of the observations; 0 and 0 if there are none.
    pub fn moments(&self) -> (f64, f64) {
        moments(&self.values, &self.counts)
    }

    /// Returns the log-likelihood ratio of the most likely distribution with mean `one` to that with mean `zero`, both
    /// strictly between 0 and 1. 0 without observations.
    pub fn log_ratio_of_means(&self, zero: f64, one: f64) -> f64 {
        let counts = self.filled();
        self.log_ratio(&counts, &self.tilted_to_mean(&counts, zero), &self.tilted_to_mean(&counts, one))
    }

    /// Returns the log-likelihood ratio as [`Empirical::log_ratio_of_means`] does, for t-values, (mean − `reference`) /
    /// standard deviation, instead of means.
    pub fn log_ratio_of_t(&self, reference: f64, zero: f64, one: f64) -> f64 {
        let counts = self.filled();
        let tilt = |t: f64| self.tilted_to_t(&counts, reference, t);
        self.log_ratio(&counts, &tilt(zero), &tilt(one))
    }

    /// Returns the most likely distribution with mean `mean`, as pairs of value and probability.
    pub fn with_mean(&self, mean: f64) -> Vec<(f64, f64)> {
        let counts = self.filled();
        let total: f64 = counts.iter().sum();
        let tilt = self.tilted_to_mean(&counts, mean);
        let share = |((value, count), by): ((&f64, &f64), &f64)| (*value, count / total / by);
        self.values.iter().zip(&counts).zip(&tilt).map(share).collect()
    }

    /// Returns the means whose adjusted empirical likelihood ratio, −2 ln R, is at most `critical` (Chen, Variyath and
    /// Abraham, "Adjusted empirical likelihood and its properties", JCGS 2008). One artificial value beyond each
    /// candidate allows for values not yet observed. Only the mean itself if all values are equal.
    pub fn likely_means(&self, critical: f64) -> Interval {
        let mean = self.moments().0;
        let adjustment = (libm::log(self.seen as f64) / 2.0).max(1.0);
        let seen = || self.values.iter().zip(&self.counts).filter(|(_, count)| **count > 0.0);
        let weights: Vec<f64> = seen().map(|(_, count)| *count).chain([1.0]).collect();
        let is_likely = |candidate: f64| {
            let off = seen().map(|(value, _)| value - candidate).chain([adjustment * (candidate - mean)]);
            let divisors = tilt(&weights, &off.collect::<Vec<f64>>());
            let ratio = |by: Vec<f64>| weights.iter().zip(by).map(|(weight, by)| weight * libm::log(by)).sum::<f64>();
            divisors.is_none_or(|by| 2.0 * ratio(by) <= critical)
        };
        let end = |mut inside: f64, mut outside: f64| {
            if is_likely(outside) {
                return outside;
            }
            for _ in 0..40 {
                let middle = (inside + outside) / 2.0;
                if is_likely(middle) { inside = middle } else { outside = middle }
            }
            inside
        };
        Interval { low: end(mean, 0.0), high: end(mean, 1.0) }
    }

    fn filled(&self) -> Vec<f64> {
        self.counts.iter().map(|count| if *count > 0.0 { *count } else { EMPTY }).collect()
    }

    fn log_ratio(&self, counts: &[f64], zero: &[f64], one: &[f64]) -> f64 {
        if self.seen == 0 {
            return 0.0;
        }
        counts.iter().zip(zero.iter().zip(one)).map(|(count, (zero, one))| count * libm::log(zero / one)).sum()
    }

    /// Returns the divisor of each probability that makes the mean `mean`; 1 if impossible.
    fn tilted_to_mean(&self, counts: &[f64], mean: f64) -> Vec<f64> {
        let off: Vec<f64> = self.values.iter().map(|value| value - mean).collect();
        tilt(counts, &off).unwrap_or_else(|| vec![1.0; counts.len()])
    }

    /// Returns the divisor of each probability that makes the t-value `t`: the most likely of the solutions from
    /// several starts, because the condition is not convex. If the search does not converge, as with extreme data, the
    /// mean is set to `reference` plus `t` times the observed deviation.
    fn tilted_to_t(&self, counts: &[f64], reference: f64, t: f64) -> Vec<f64> {
        if t == 0.0 {
            return self.tilted_to_mean(counts, reference);
        }
        let even = vec![1.0; counts.len()];
        let far = |deviation: f64| ((reference + t * deviation).clamp(0.0, 1.0), deviation);
        let starts = [
            far(0.4),
            far(0.2),
            far(0.05),
            moments(&self.values, &even),
            self.moments_under(counts, &even),
            self.moments_under(counts, &self.tilted_to_mean(counts, reference)),
        ];
        let loss = |tilt: &[f64]| counts.iter().zip(tilt).map(|(count, by)| count * libm::log(*by)).sum::<f64>();
        let mut best: Option<(f64, Vec<f64>)> = None;
        for start in starts {
            if let Some(found) = self.search_t(counts, reference, t, start) {
                let loss = loss(&found);
                if best.as_ref().is_none_or(|(least, _)| loss < *least) {
                    best = Some((loss, found));
                }
            }
        }
        best.map_or_else(
            || {
                let mean = reference + t * self.moments_under(counts, &even).1;
                self.tilted_to_mean(counts, mean.clamp(reference / 2.0, (1.0 + reference) / 2.0))
            },
            |(_, found)| found,
        )
    }

    /// Solves the condition on the t-value with mean and deviation fixed, which is a condition on a mean, and repeats
    /// with the new mean and deviation until they converge. `None` if they do not.
    fn search_t(&self, counts: &[f64], reference: f64, t: f64, start: (f64, f64)) -> Option<Vec<f64>> {
        let (mut mean, mut deviation) = start;
        for round in 0..MOST_ROUNDS {
            let off = |value: &f64| {
                let square = (mean - value) * (mean - value);
                value - reference - t * (deviation + square / deviation) / 2.0
            };
            let off: Vec<f64> = self.values.iter().map(off).collect();
            let found = tilt(counts, &off)?;
            let (next_mean, next_deviation) = self.moments_under(counts, &found);
            if (next_mean - mean).abs() + (next_deviation - deviation).abs() < STILL * next_deviation {
                return Some(found);
            }
            // Uses shorter steps later, because full ones can oscillate.
            let keep = match round {
                0..20 => 0.0,
                20..60 => 0.5,
                _ => 0.85,
            };
            mean = keep * mean + (1.0 - keep) * next_mean;
            deviation = keep * deviation + (1.0 - keep) * next_deviation;
        }
        None
    }

    fn moments_under(&self, counts: &[f64], tilt: &[f64]) -> (f64, f64) {
        let weights: Vec<f64> = counts.iter().zip(tilt).map(|(count, by)| count / by).collect();
        moments(&self.values, &weights)
    }
}

fn moments(values: &[f64], weights: &[f64]) -> (f64, f64) {
    let total: f64 = weights.iter().sum();
    if total <= 0.0 {
        return (0.0, 0.0);
    }
    let mean = values.iter().zip(weights).map(|(value, weight)| value * weight).sum::<f64>() / total;
    let square = |(value, weight): (&f64, &f64)| (value - mean) * (value - mean) * weight;
    (mean, (values.iter().zip(weights).map(square).sum::<f64>() / total).sqrt())
}

/// Returns the divisors `1 + x · off` that make the weighted mean of `off` 0, by Newton's method with bracketing;
/// `None` if 0 is not between the values.
fn tilt(weights: &[f64], off: &[f64]) -> Option<Vec<f64>> {
    let (least, most) = off.iter().fold((0.0_f64, 0.0_f64), |(least, most), off| (least.min(*off), most.max(*off)));
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut slope, mut bend) = (0.0, 0.0);
        for (weight, off) in weights.iter().zip(off) {
            let part = off / (1.0 + x * off);
            slope += weight * part;
            bend += weight * part * part;
        }
        if slope > 0.0 {
            low = x
        } else {
            high = x
        }
        let step = x + slope / bend;
        let next = if step > low && step < high { step } else { (low + high) / 2.0 };
        let settled = (next - x).abs() <= SETTLED * next.abs() || next <= low || next >= high;
        x = next;
        if settled {
            break;
        }
    }
    // At the ends a divisor could round to 0.
    Some(off.iter().map(|off| (1.0 + x * off).max(f64::MIN_POSITIVE)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pentanomial(counts: [u32; 5]) -> Empirical {
        let mut seen = Empirical::new(&[0.0, 0.25, 0.5, 0.75, 1.0]);
        for (i, count) in counts.into_iter().enumerate() {
            (0..count).for_each(|_| seen.push(i as f64 / 4.0));
        }
        seen
    }

    /// Elo per unit of t, 800 / ln 10.
    const PER_T: f64 = 347.435_585_522_498_5;

    #[test]
    fn log_ratios_match_published_values() {
        let seen = pentanomial([13, 37, 50, 25, 3]);
        let (mean, deviation) = seen.moments();
        assert_eq!(mean, 0.4375);
        assert!((deviation * deviation - 0.05761719).abs() < 1e-8);
        let t = 4.0 / PER_T * 2.0_f64.sqrt();
        assert!((seen.log_ratio_of_t(0.5, 0.0, t) + 0.549125).abs() < 1e-6);
        let logistic = 1.0 / (1.0 + 10.0_f64.powf(-2.715750 / 400.0));
        assert!((seen.log_ratio_of_means(0.5, logistic) + 0.537716).abs() < 1e-6);
    }

    #[test]
    fn tilt_reaches_t_value_for_lopsided_data() {
        for counts in [[13, 37, 50, 25, 3], [0, 0, 0, 0, 60], [60, 0, 0, 0, 0], [0, 0, 90, 0, 0], [1, 0, 0, 0, 200]] {
            let seen = pentanomial(counts);
            for t in [-1.5, -0.5, -0.05, 0.0, 0.02, 0.3, 1.0, 2.0] {
                let counts = seen.filled();
                let (mean, deviation) = seen.moments_under(&counts, &seen.tilted_to_t(&counts, 0.5, t));
                let found = (mean - 0.5) / deviation;
                assert!((found - t).abs() < 1e-6, "{counts:?} {t}: {found}");
            }
        }
    }

    /// For {0, 1} this is nearly the likelihood interval of a binomial share: 2 n (x ln(x / m) + …) = critical at its
    /// ends.
    #[test]
    fn likely_means_of_two_values_match_binomial_interval() {
        let Interval { low, high } = pentanomial([300, 0, 0, 0, 700]).likely_means(3.841_459);
        for mean in [low, high] {
            let ratio = 2.0 * (700.0 * (0.7_f64 / mean).ln() + 300.0 * (0.3 / (1.0 - mean)).ln());
            assert!((ratio - 3.841_459).abs() < 0.05, "{mean}: {ratio}");
        }
        assert!(low < 0.7 && 0.7 < high);
    }

    #[test]
    fn likely_means_allow_for_unseen_values() {
        // One block of fifty differs: neither an even result nor wins of all are excluded.
        let Interval { low, high } = pentanomial([0, 0, 49, 1, 0]).likely_means(4.65);
        assert!(low < 0.5 && high > 0.51 && high < 0.55, "{low} {high}");
        let Interval { low, high } = pentanomial([0, 0, 0, 1, 49]).likely_means(4.65);
        assert!(low > 0.94 && low < 0.985 && high == 1.0, "{low} {high}");
        // Too few observations to exclude anything.
        assert_eq!(pentanomial([1, 0, 0, 0, 1]).likely_means(30.0), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn empty_distribution_has_log_ratio_zero() {
        assert_eq!(Empirical::new(&[]).log_ratio_of_means(0.5, 0.6), 0.0);
        assert_eq!(Empirical::new(&[]).moments(), (0.0, 0.0));
    }

    #[test]
    fn log_ratio_of_lopsided_data_is_large() {
        assert!(pentanomial([0, 0, 0, 0, 100]).log_ratio_of_t(0.5, 0.0, 0.1) > 2.0);
        assert!(pentanomial([100, 0, 0, 0, 0]).log_ratio_of_t(0.5, 0.0, 0.1) < -2.0);
        assert!(pentanomial([0, 0, 2000, 0, 0]).log_ratio_of_t(0.5, 0.0, 0.1) < -2.0);
    }
}
