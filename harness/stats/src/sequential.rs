//! The generalised sequential probability ratio test on block means (Wald 1945; Li, Liu and Ying 2014; Fishtest).
//!
//! Blocks must come in the order of the schedule, not in the order of completion: otherwise quick matches would be
//! counted first, and the verdict would depend on the number of threads. All decisions are computed with the same bits
//! on every machine.

use super::empirical::Empirical;
use super::interval::{Interval, clopper_pearson, t_quantile};

/// The verdict of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// H1: the focal entrant is better.
    Accepted,
    /// H0: the focal entrant is not better.
    Rejected,
    /// The cap was reached without a decision.
    Inconclusive,
}

/// Normalised Elo per unit of t per match: 800 / ln 10.
pub const NORMALISED_ELO_PER_T: f64 = 347.435_585_522_498_5;
/// The largest distance of a hypothesis from an even result, in normalised Elo.
pub const FURTHEST: f64 = 1e6;

/// The factor by which the interval of the mean is wider than one for a fixed length. It was set by simulation: without
/// it, 95 % intervals include the truth in 92 % of tests that may stop at either bound.
const WIDENED: f64 = 1.1;
/// Expected overshoot of a random walk over a bound, in standard deviations of its step (Siegmund 1985).
const OVERSHOOT: f64 = 0.582_597_157_939_010_6;
/// The largest fraction of a bound that the correction for overshoot removes.
const MOST_CORRECTION: f64 = 0.5;

/// The hypotheses: H0, the focal entrant is not better, against H1, it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hypotheses {
    /// The mean of the blocks is `zero` or `one`; 0 < `zero` < `one` < 1.
    Means {
        /// The mean under H0.
        zero: f64,
        /// The mean under H1.
        one: f64,
    },
    /// The distance to an even result in standard deviations of one match, as normalised Elo. The length of the test
    /// then does not depend on the share of draws or the amount of luck.
    Normalised {
        /// Normalised Elo under H0; may be negative.
        zero: f64,
        /// Normalised Elo under H1, above `zero`.
        one: f64,
        /// The block mean of an equally good entrant: 1/n for win shares.
        even: f64,
        /// Number of matches in a block, at least 1.
        matches: u32,
    },
}

/// The parameters of a sequential test.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The hypotheses.
    pub hypotheses: Hypotheses,
    /// The probability of accepting under H0, above 0 and below 0.5.
    pub alpha: f64,
    /// The probability of rejecting under H1, above 0 and below 0.5.
    pub beta: f64,
    /// Number of blocks before the first look, at least 1.
    pub first_look: u64,
    /// Number of blocks from one look to the next, at least 1.
    pub look_every: u64,
    /// Number of blocks after which the test ends without a decision, at least 1.
    pub cap: u64,
    /// Block means known to be possible, from 0 to 1; may be empty.
    pub cells: Vec<f64>,
}

impl Plan {
    /// Returns a plan with α = β = 5 %, the first look after 50 blocks and then every 25 blocks.
    pub fn new(hypotheses: Hypotheses, cap: u64) -> Self {
        Plan { hypotheses, alpha: 0.05, beta: 0.05, first_look: 50, look_every: 25, cap, cells: Vec::new() }
    }
}

/// An error in a plan or a block.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BadTest {
    /// Hypotheses out of order or range.
    #[error(
        "the hypotheses must lie in order and within reach (normalised Elo: -{FURTHEST} to {FURTHEST}), not at {0} and {1}"
    )]
    Hypotheses(f64, f64),
    /// An error rate out of range.
    #[error("an error rate lies above 0 and below 0.5, not at {0}")]
    Rate(f64),
    /// A number of blocks or matches that is 0.
    #[error("looks, cap and matches per block are at least 1")]
    Zero,
    /// A block mean out of range.
    #[error("a block mean lies from 0 to 1, not at {0}")]
    Mean(f64),
}

/// The state of a test. The mean is as observed: a test that stops early overstates small advantages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestStatus {
    /// Number of blocks counted.
    pub blocks: u64,
    /// The log-likelihood ratio of H1 to H0.
    pub log_ratio: f64,
    /// A look at or below this value ends in [`Verdict::Rejected`].
    pub lower: f64,
    /// A look at or above this value ends in [`Verdict::Accepted`].
    pub upper: f64,
    /// The mean of the blocks; 0 if there are none.
    pub mean: f64,
    /// The standard deviation of the blocks.
    pub deviation: f64,
    /// The verdict, if there is one.
    pub verdict: Option<Verdict>,
}

/// A running sequential test.
#[derive(Clone, Debug, PartialEq)]
pub struct SequentialTest {
    plan: Plan,
    seen: Empirical,
    verdict: Option<Verdict>,
}

impl SequentialTest {
    /// Returns a test without blocks.
    ///
    /// # Errors
    ///
    /// If the plan is invalid.
    pub fn new(plan: Plan) -> Result<Self, BadTest> {
        let (zero, one) = match plan.hypotheses {
            Hypotheses::Means { zero, one } if !(zero > 0.0 && one < 1.0) => {
                return Err(BadTest::Hypotheses(zero, one));
            }
            Hypotheses::Normalised { even, zero, one, .. } if !(even > 0.0 && even < 1.0) => {
                return Err(BadTest::Hypotheses(zero, one));
            }
            Hypotheses::Normalised { zero, one, .. } if !(zero.abs() <= FURTHEST && one.abs() <= FURTHEST) => {
                return Err(BadTest::Hypotheses(zero, one));
            }
            Hypotheses::Normalised { matches: 0, .. } => return Err(BadTest::Zero),
            Hypotheses::Means { zero, one } | Hypotheses::Normalised { zero, one, .. } => (zero, one),
        };
        if zero.is_nan() || one.is_nan() || zero >= one {
            return Err(BadTest::Hypotheses(zero, one));
        }
        if let Some(rate) = [plan.alpha, plan.beta].into_iter().find(|rate| !(*rate > 0.0 && *rate < 0.5)) {
            return Err(BadTest::Rate(rate));
        }
        if plan.first_look == 0 || plan.look_every == 0 || plan.cap == 0 {
            return Err(BadTest::Zero);
        }
        if let Some(cell) = plan.cells.iter().find(|cell| !(0.0..=1.0).contains(*cell)) {
            return Err(BadTest::Mean(*cell));
        }
        let seen = Empirical::new(&plan.cells);
        Ok(SequentialTest { plan, seen, verdict: None })
    }

    /// Counts the mean of the next block of the schedule and returns the verdict, if there is one. Blocks after the
    /// verdict are ignored.
    ///
    /// # Errors
    ///
    /// If `mean` is not from 0 to 1.
    pub fn push(&mut self, mean: f64) -> Result<Option<Verdict>, BadTest> {
        if self.verdict.is_some() {
            return Ok(self.verdict);
        }
        if !(0.0..=1.0).contains(&mean) {
            return Err(BadTest::Mean(mean));
        }
        self.seen.push(mean);
        let (blocks, Plan { first_look, look_every, cap, .. }) = (self.seen.seen(), &self.plan);
        if blocks >= *cap || blocks >= *first_look && (blocks - first_look).is_multiple_of(*look_every) {
            let TestStatus { log_ratio, lower, upper, .. } = self.status();
            self.verdict = match log_ratio {
                ratio if ratio >= upper => Some(Verdict::Accepted),
                ratio if ratio <= lower => Some(Verdict::Rejected),
                _ if blocks >= *cap => Some(Verdict::Inconclusive),
                _ => None,
            };
        }
        Ok(self.verdict)
    }

    /// Returns the verdict, if there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// Returns the state of the test, also between looks.
    pub fn status(&self) -> TestStatus {
        let (mean, deviation) = self.seen.moments();
        let (log_ratio, step) = match self.plan.hypotheses {
            Hypotheses::Means { zero, one } => {
                let step = if deviation > 0.0 { (one - zero) / deviation } else { 0.0 };
                (self.seen.log_ratio_of_means(zero, one), step)
            }
            Hypotheses::Normalised { zero, one, even, matches } => {
                let per_block = f64::from(matches).sqrt() / NORMALISED_ELO_PER_T;
                let (zero, one) = (zero * per_block, one * per_block);
                (self.seen.log_ratio_of_t(even, zero, one), one - zero)
            }
        };
        let (lower, upper) = self.bounds(step);
        TestStatus { blocks: self.seen.seen(), log_ratio, lower, upper, mean, deviation, verdict: self.verdict }
    }

    /// Returns the bounds of the log ratio, whose standard deviation grows by `step` per block.
    fn bounds(&self, step: f64) -> (f64, f64) {
        // A walk with occasional looks has already passed a bound when this is noticed. Without a correction the test
        // would err less often than declared and take longer.
        let correction = OVERSHOOT * step * (self.plan.look_every as f64).sqrt();
        let upper = libm::log((1.0 - self.plan.beta) / self.plan.alpha);
        let lower = libm::log(self.plan.beta / (1.0 - self.plan.alpha));
        let nearer = |bound: f64| bound - correction.min(MOST_CORRECTION * bound.abs()).copysign(bound);
        (nearer(lower), nearer(upper))
    }

    /// Returns the 95 % interval of the mean of the blocks, also after the test has stopped: by empirical likelihood
    /// with Student's quantile, slightly widened because the length was not fixed. If all blocks are equal, an exact
    /// bound on the share of different blocks is used. From 0 to 1 for fewer than two blocks.
    pub fn interval(&self) -> Interval {
        let (blocks, (mean, deviation)) = (self.seen.seen(), self.seen.moments());
        if blocks < 2 {
            return Interval { low: 0.0, high: 1.0 };
        }
        // All equal up to rounding.
        if deviation < 1e-12 {
            let others = clopper_pearson(0, blocks).high;
            return Interval { low: mean * (1.0 - others), high: mean + (1.0 - mean) * others };
        }
        let quantile = WIDENED * t_quantile(blocks - 1);
        self.seen.likely_means(quantile * quantile)
    }

    /// Returns the estimate in normalised Elo, or `None` for a test of means or if all blocks are equal.
    pub fn normalised_elo(&self) -> Option<f64> {
        let Hypotheses::Normalised { even, matches, .. } = self.plan.hypotheses else { return None };
        let (mean, deviation) = self.seen.moments();
        (deviation > 0.0).then(|| (mean - even) / deviation / f64::from(matches).sqrt() * NORMALISED_ELO_PER_T)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRESS: Hypotheses = Hypotheses::Normalised { zero: 0.0, one: 20.0, even: 0.5, matches: 2 };

    fn run(plan: Plan, mean: impl Fn(u64) -> f64) -> (Verdict, u64) {
        let cap = plan.cap;
        let mut test = SequentialTest::new(plan).unwrap();
        for block in 0..cap {
            if let Some(verdict) = test.push(mean(block)).unwrap() {
                assert_eq!(test.push(0.5), Ok(Some(verdict)));
                return (verdict, test.status().blocks);
            }
        }
        panic!("no verdict at the cap");
    }

    #[test]
    fn test_of_degenerate_data_reaches_verdict() {
        let plan = || Plan::new(PROGRESS, 5_000);
        assert_eq!(run(plan(), |_| 1.0).0, Verdict::Accepted);
        assert_eq!(run(plan(), |_| 0.0).0, Verdict::Rejected);
        assert_eq!(run(plan(), |_| 0.5).0, Verdict::Rejected);
        assert_eq!(run(plan(), |_| 0.51).0, Verdict::Accepted);
        let means = Plan::new(Hypotheses::Means { zero: 0.5, one: 0.55 }, 5_000);
        assert_eq!(run(means.clone(), |_| 1.0).0, Verdict::Accepted);
        assert_eq!(run(means.clone(), |_| 0.5).0, Verdict::Rejected);
        assert_eq!(run(means, |block| (block % 2) as f64).0, Verdict::Rejected);
    }

    #[test]
    fn test_looks_only_at_planned_blocks() {
        let plan = Plan { first_look: 60, look_every: 7, ..Plan::new(PROGRESS, 5_000) };
        let (verdict, blocks) = run(plan, |block| if block % 5 == 0 { 0.0 } else { 1.0 });
        assert_eq!(verdict, Verdict::Accepted);
        assert!(blocks >= 60 && (blocks - 60) % 7 == 0, "{blocks}");
    }

    #[test]
    fn test_at_cap_is_inconclusive() {
        let plan = Plan { cap: 33, ..Plan::new(PROGRESS, 33) };
        assert_eq!(run(plan, |block| (block % 2) as f64), (Verdict::Inconclusive, 33));
    }

    #[test]
    fn status_reports_bounds_and_estimates() {
        let mut test = SequentialTest::new(Plan { look_every: 1, ..Plan::new(PROGRESS, 100) }).unwrap();
        assert_eq!(test.status().log_ratio, 0.0);
        assert_eq!(test.normalised_elo(), None);
        [1.0, 0.5, 0.0, 1.0].into_iter().for_each(|mean| assert_eq!(test.push(mean), Ok(None)));
        let standing = test.status();
        assert!(standing.upper < 2.9445 && standing.upper > 2.85 && standing.lower == -standing.upper, "{standing:?}");
        assert!(standing.log_ratio > 0.0 && standing.mean == 0.625);
        // 0.125 divided by the deviation sqrt(0.171875) and by sqrt 2.
        let expected = 0.125 / 0.171875_f64.sqrt() / 2.0_f64.sqrt() * NORMALISED_ELO_PER_T;
        assert!((test.normalised_elo().unwrap() - expected).abs() < 1e-9);
    }

    /// The interval includes the mean for lopsided, even, wide and narrow data.
    #[test]
    fn interval_includes_mean() {
        for value in [
            |i| f64::from(i % 2),
            |_| 0.5,
            |_| 1.0,
            |_| 0.0,
            |i| f64::from(i % 50).min(1.0),
            |i| 0.5 + 1e-9 * f64::from(i % 2),
        ] {
            let value: fn(i32) -> f64 = value;
            let mut test = SequentialTest::new(Plan::new(PROGRESS, 1_000)).unwrap();
            assert_eq!(test.interval(), Interval { low: 0.0, high: 1.0 });
            (0..50).for_each(|i| _ = test.push(value(i)).unwrap());
            let (mean, Interval { low, high }) = (test.status().mean, test.interval());
            assert!(0.0 <= low && low <= mean && mean <= high && high <= 1.0 && low < high, "{low} {mean} {high}");
        }
    }

    #[test]
    fn new_and_push_reject_invalid_input() {
        let bad = |hypotheses| SequentialTest::new(Plan::new(hypotheses, 10)).err();
        assert!(bad(Hypotheses::Means { zero: 0.5, one: 0.5 }).is_some());
        assert!(bad(Hypotheses::Means { zero: 0.5, one: 1.0 }).is_some());
        assert!(bad(Hypotheses::Means { zero: f64::NAN, one: 0.6 }).is_some());
        assert!(bad(Hypotheses::Normalised { zero: 0.0, one: 5.0, even: 1.0, matches: 2 }).is_some());
        assert_eq!(bad(Hypotheses::Normalised { zero: 0.0, one: 5.0, even: 0.5, matches: 0 }), Some(BadTest::Zero));
        for (zero, one) in [(0.0, 1.1e6), (0.0, 1e300), (0.0, f64::INFINITY), (-1.1e6, 0.0), (f64::NAN, 0.0)] {
            assert!(bad(Hypotheses::Normalised { zero, one, even: 0.5, matches: 2 }).is_some(), "{zero} {one}");
        }
        assert_eq!(SequentialTest::new(Plan { alpha: 0.0, ..Plan::new(PROGRESS, 9) }), Err(BadTest::Rate(0.0)));
        assert_eq!(SequentialTest::new(Plan::new(PROGRESS, 0)), Err(BadTest::Zero));
        let mut test = SequentialTest::new(Plan::new(PROGRESS, 9)).unwrap();
        assert_eq!(test.push(1.5), Err(BadTest::Mean(1.5)));
        assert!(test.push(f64::NAN).is_err());
    }
}
