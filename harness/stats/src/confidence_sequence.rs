//! Confidence sequences: intervals of a mean that hold at all times at once, by hedged betting (Waudby-Smith and
//! Ramdas, "Estimating means of bounded random variables by betting", JRSS-B 2024).
//!
//! For every candidate mean there are two bettors, one on larger and one on smaller values. A candidate is excluded for
//! good when one of them has turned a stake of 1 into 2/α. No distribution is assumed, only values from 0 to 1.

use super::interval::Interval;
use super::sequential::BadTest;

/// Number of steps between candidate means from 0 to 1.
const GRID: usize = 1_000;
/// The largest fraction of its capital that a bettor stakes.
const MOST_BET: f64 = 0.5;

/// A confidence sequence of a mean of values from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfidenceSequence {
    alpha: f64,
    count: u64,
    sum: f64,
    /// Sum of squares about the running mean.
    squares: f64,
    /// The remaining candidates, in order: their number and the capital of the bettors on larger and on smaller values.
    candidates: Vec<(usize, f64, f64)>,
    interval: Interval,
}

impl ConfidenceSequence {
    /// Returns a sequence without values, with the interval from 0 to 1. `alpha` is the probability that the true mean
    /// is ever excluded.
    ///
    /// # Errors
    ///
    /// If `alpha` is not between 0 and 0.5.
    pub fn new(alpha: f64) -> Result<Self, BadTest> {
        if !(alpha > 0.0 && alpha < 0.5) {
            return Err(BadTest::Rate(alpha));
        }
        let candidates = (0..=GRID).map(|number| (number, 1.0, 1.0)).collect();
        let interval = Interval { low: 0.0, high: 1.0 };
        Ok(ConfidenceSequence { alpha, count: 0, sum: 0.0, squares: 0.0, candidates, interval })
    }

    /// Counts the next value and returns the interval, which never widens.
    ///
    /// # Errors
    ///
    /// If `value` is not from 0 to 1.
    pub fn push(&mut self, value: f64) -> Result<Interval, BadTest> {
        if !(0.0..=1.0).contains(&value) {
            return Err(BadTest::Mean(value));
        }
        self.count += 1;
        let count = self.count as f64;
        // The bet depends only on earlier values.
        let variance = (0.25 + self.squares) / count;
        let bet = (2.0 * libm::log(2.0 / self.alpha) / (variance * count * libm::log1p(count))).sqrt();
        self.sum += value;
        let mean = (0.5 + self.sum) / (count + 1.0);
        self.squares += (value - mean) * (value - mean);
        let ruin = 2.0 / self.alpha;
        self.candidates.retain_mut(|(number, more, less)| {
            let mean = *number as f64 / GRID as f64;
            *more *= 1.0 + bet.min(MOST_BET / mean) * (value - mean);
            *less *= 1.0 - bet.min(MOST_BET / (1.0 - mean)) * (value - mean);
            *more < ruin && *less < ruin
        });
        // The truth may lie between an excluded candidate and its remaining neighbour. If all candidates are excluded,
        // which happens in at most a share α of sequences, the last interval stays.
        if let (Some((first, ..)), Some((last, ..))) = (self.candidates.first(), self.candidates.last()) {
            let low = first.saturating_sub(1) as f64 / GRID as f64;
            let high = (last + 1).min(GRID) as f64 / GRID as f64;
            self.interval = Interval { low: low.max(self.interval.low), high: high.min(self.interval.high) };
        }
        Ok(self.interval)
    }

    /// Returns the current interval.
    pub fn interval(&self) -> Interval {
        self.interval
    }

    /// Returns the number of values.
    pub fn count(&self) -> u64 {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(count: u64, value: impl Fn(u64) -> f64) -> Interval {
        let mut sequence = ConfidenceSequence::new(0.05).unwrap();
        (0..count).for_each(|i| assert!(sequence.push(value(i)).is_ok()));
        sequence.interval()
    }

    #[test]
    fn interval_converges_to_mean() {
        let (early, late) = (after(100, |i| (i % 2) as f64), after(10_000, |i| (i % 2) as f64));
        assert!(early.low < 0.45 && early.high > 0.55 && early.high - early.low < 0.5, "{early:?}");
        assert!(late.low < 0.5 && late.high > 0.5 && late.high - late.low < 0.06, "{late:?}");
    }

    #[test]
    fn interval_of_constant_values_is_narrow() {
        let draws = after(500, |_| 0.5);
        assert!(draws.low <= 0.5 && draws.high >= 0.5 && draws.high - draws.low < 0.05, "{draws:?}");
    }

    #[test]
    fn interval_at_extremes_and_without_values() {
        assert_eq!(after(0, |_| 0.0), Interval { low: 0.0, high: 1.0 });
        let wins = after(1_000, |_| 1.0);
        assert!(wins.high == 1.0 && wins.low > 0.98, "{wins:?}");
        let losses = after(1_000, |_| 0.0);
        assert!(losses.low == 0.0 && losses.high < 0.02, "{losses:?}");
    }

    #[test]
    fn new_and_push_reject_values_out_of_range() {
        assert!(ConfidenceSequence::new(0.0).is_err());
        let mut sequence = ConfidenceSequence::new(0.05).unwrap();
        assert!(sequence.push(-0.1).is_err() && sequence.push(f64::NAN).is_err());
        assert_eq!(sequence.count(), 0);
    }
}
