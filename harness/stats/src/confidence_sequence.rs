//! Intervals of a mean that hold at every moment at once, however often one looks: hedged bets (Waudby-Smith and Ramdas,
//! "Estimating means of bounded random variables by betting", JRSS-B 2024).
//!
//! Against every candidate mean somebody bets on more and somebody on less; a candidate against whom one of them has made
//! 2/α of a stake of 1 is out for ever. No distribution is assumed, only values from 0 to 1.

use super::interval::Interval;
use super::sequential::BadTest;

/// Candidates lie 1/1,000 apart.
const GRID: usize = 1_000;
/// The most of its capital that anybody bets.
const MOST_BET: f64 = 0.5;

/// The sequence so far.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfidenceSequence {
    alpha: f64,
    count: u64,
    sum: f64,
    /// Sum of squares about the running mean.
    squares: f64,
    /// The candidates that are still in, in order: their numbers and the capital of those who bet on more and on less.
    candidates: Vec<(usize, f64, f64)>,
    interval: Interval,
}

impl ConfidenceSequence {
    /// Nothing seen: everything is possible. `alpha` is the probability that the truth is ever left out, above 0 and below
    /// 0.5.
    pub fn new(alpha: f64) -> Result<Self, BadTest> {
        if !(alpha > 0.0 && alpha < 0.5) {
            return Err(BadTest::Rate(alpha));
        }
        let candidates = (0..=GRID).map(|number| (number, 1.0, 1.0)).collect();
        let interval = Interval { low: 0.0, high: 1.0 };
        Ok(ConfidenceSequence { alpha, count: 0, sum: 0.0, squares: 0.0, candidates, interval })
    }

    /// Counts the next value, from 0 to 1; gives the interval, which never widens.
    pub fn push(&mut self, value: f64) -> Result<Interval, BadTest> {
        if !(0.0..=1.0).contains(&value) {
            return Err(BadTest::Mean(value));
        }
        self.count += 1;
        let count = self.count as f64;
        // The bet knows the values before this one only.
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
        // Between a candidate that is out and its neighbour that is in, the truth may still lie. If all are out, which
        // happens once in 1/α sequences at most, the last interval stays.
        if let (Some((first, ..)), Some((last, ..))) = (self.candidates.first(), self.candidates.last()) {
            let low = first.saturating_sub(1) as f64 / GRID as f64;
            let high = (last + 1).min(GRID) as f64 / GRID as f64;
            self.interval = Interval { low: low.max(self.interval.low), high: high.min(self.interval.high) };
        }
        Ok(self.interval)
    }

    /// The interval so far.
    pub fn interval(&self) -> Interval {
        self.interval
    }

    /// How many values were counted.
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
    fn it_closes_in_on_the_mean() {
        let (early, late) = (after(100, |i| (i % 2) as f64), after(10_000, |i| (i % 2) as f64));
        assert!(early.low < 0.45 && early.high > 0.55 && early.high - early.low < 0.5, "{early:?}");
        assert!(late.low < 0.5 && late.high > 0.5 && late.high - late.low < 0.06, "{late:?}");
    }

    #[test]
    fn little_spread_makes_it_narrow() {
        let draws = after(500, |_| 0.5);
        assert!(draws.low <= 0.5 && draws.high >= 0.5 && draws.high - draws.low < 0.05, "{draws:?}");
    }

    #[test]
    fn the_ends_and_nothing() {
        assert_eq!(after(0, |_| 0.0), Interval { low: 0.0, high: 1.0 });
        let wins = after(1_000, |_| 1.0);
        assert!(wins.high == 1.0 && wins.low > 0.98, "{wins:?}");
        let losses = after(1_000, |_| 0.0);
        assert!(losses.low == 0.0 && losses.high < 0.02, "{losses:?}");
    }

    #[test]
    fn input_is_checked() {
        assert!(ConfidenceSequence::new(0.0).is_err());
        let mut sequence = ConfidenceSequence::new(0.05).unwrap();
        assert!(sequence.push(-0.1).is_err() && sequence.push(f64::NAN).is_err());
        assert_eq!(sequence.count(), 0);
    }
}
