//! Ratios of sums over deals, such as points per round or wins per match.
//!
//! The length of a match depends on its scores, so the mean over deals of each deal's own ratio underweights long
//! matches. The ratio of sums is the mean per round. Its standard error is clustered by deal, by linearisation: `e_d =
//! x_d − r·n_d`, `se = sqrt(D/(D − 1) · Σ e_d²) / Σ n_d`, with Student's t and D − 1 degrees of freedom (Cochran 1977,
//! 6.3 and 6.4). A mean over deals is the case `n_d = 1`.
//!
//! If fewer than [`FEW`] deals deviate from the most common value, their spread is not reliable. Then two pseudo-deals
//! are added, one at each end of the range (Agresti and Min 2005; Bonett and Price 2012, for shares of pairs).

use super::interval::{Interval, t_quantile};
use super::joint::Joint;
use super::paired::{FEW, sign_flip, student};
use super::skew::{Cubes, unskewed};

/// The largest number of different values that are counted; with more, many deals deviate.
const MOST_VALUES: usize = 24;

/// The range of the values of one deal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// From 0 to 1, for shares.
    Share,
    /// Unknown. The largest observed deviation is used on both sides.
    Open,
}

/// The method of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// Student's t, from the spread of the deals.
    T,
    /// Two pseudo-deals, one at each end of the range, if few deals deviate.
    PseudoDeals,
}

impl Law {
    /// Returns the name in files: `t` or `pseudo-deals`.
    pub fn name(self) -> &'static str {
        match self {
            Law::T => "t",
            Law::PseudoDeals => "pseudo-deals",
        }
    }
}

/// A ratio of two sums over deals.
///
/// ```
/// use ergo_stats::{Range, Ratio};
///
/// let mut points = Ratio::default();
/// // Points and rounds of each deal.
/// for (sum, rounds) in [(12.0, 3.0), (40.0, 5.0), (9.0, 2.0), (22.0, 4.0)] {
///     points.push(sum, rounds);
/// }
/// assert_eq!(points.value(), 83.0 / 14.0);
/// assert!(points.interval(Range::Open).unwrap().low < points.value());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ratio {
    joint: Joint<2>,
    cubes: Cubes,
    values: Values,
}

/// The frequency of each value of `x_d / n_d`, if there are few values, and the extremes.
#[derive(Clone, Debug, Default, PartialEq)]
struct Values {
    counts: Vec<(f64, u64)>,
    many: bool,
    ends: Option<(f64, f64)>,
}

impl Values {
    fn push(&mut self, value: f64) {
        let (low, high) = self.ends.unwrap_or((value, value));
        self.ends = Some((low.min(value), high.max(value)));
        if self.many {
            return;
        }
        match self.counts.iter().position(|(known, _)| *known == value) {
            Some(place) => self.counts[place].1 += 1,
            None if self.counts.len() < MOST_VALUES => self.counts.push((value, 1)),
            None => self.many = true,
        }
    }

    /// Returns the most common value and the number of other values, if these are few.
    fn few(&self) -> Option<(f64, u64)> {
        let all: u64 = self.counts.iter().map(|(_, count)| count).sum();
        let &(value, count) = self.counts.iter().max_by_key(|(_, count)| *count)?;
        let others = all - count;
        (!self.many && others < FEW && 2 * others < all).then_some((value, others))
    }
}

impl Ratio {
    /// Adds a deal: its value and its weight, the divisor. Deals without weight are ignored.
    pub fn push(&mut self, value: f64, weight: f64) {
        if weight > 0.0 {
            self.cubes.push(&self.joint, [value, weight]);
            self.joint.push([value, weight]);
            self.values.push(value / weight);
        }
    }

    /// Returns the number of deals.
    pub fn deals(&self) -> u64 {
        self.joint.count()
    }

    /// Returns the ratio; 0 without deals.
    pub fn value(&self) -> f64 {
        if self.deals() == 0 { 0.0 } else { self.joint.mean(0) / self.joint.mean(1) }
    }

    /// Returns the standard error, or `None` for fewer than two deals.
    pub fn standard_error(&self) -> Option<f64> {
        let deals = self.deals() as f64;
        let squares = self.joint.squares([1.0, -self.value()]);
        (self.deals() >= 2).then(|| (squares * deals / (deals - 1.0)).sqrt() / (deals * self.joint.mean(1)))
    }

    /// Returns the number of deals that Cochran's rule requires, if the deals are clearly too skewed for their number.
    /// `None` if the interval does not depend on their spread.
    pub fn deals_needed(&self, range: Range) -> Option<u64> {
        let goes_by_spread = range == Range::Open && self.values.few().is_none();
        if goes_by_spread { self.cubes.deals_needed(&self.joint, self.value()) } else { None }
    }

    /// Returns the 95 % interval for quantities that are skewed by nature, such as variances: Student's t corrected for
    /// skewness (Hall 1992), so that the end on the long tail is farther away. The same as [`Ratio::interval`] for an
    /// open range if few deals deviate or there are fewer than three.
    pub fn skewed_interval(&self) -> Option<Interval> {
        let value = self.value();
        let skewness = self.cubes.skewness(&self.joint, value).filter(|_| self.values.few().is_none());
        let Some(skewness) = skewness else { return self.interval(Range::Open) };
        let (error, t) = (self.standard_error()?, t_quantile(self.deals() - 1));
        let end = |t: f64| value - error * unskewed(t, skewness, self.deals());
        Some(Interval { low: end(t), high: end(-t) })
    }

    /// Returns the method of [`Ratio::interval`].
    pub fn law(&self) -> Law {
        if self.values.few().is_some() { Law::PseudoDeals } else { Law::T }
    }

    /// Returns the 95 % interval. `None` for fewer than two deals, and if no deal deviates and the range is open.
    pub fn interval(&self, range: Range) -> Option<Interval> {
        let value = self.value();
        if self.deals() < 2 {
            return None;
        }
        let Some((common, _)) = self.values.few() else {
            let half = self.standard_error()? * t_quantile(self.deals() - 1);
            let whole = Interval { low: value - half, high: value + half };
            return Some(if range == Range::Share { whole.within(0.0, 1.0) } else { whole });
        };
        let (low, high) = match range {
            Range::Share => (0.0, 1.0),
            Range::Open => {
                let (least, most) = self.values.ends?;
                let reach = (common - least).max(most - common);
                (reach > 0.0).then_some((common - reach, common + reach))?
            }
        };
        // Two pseudo-deals of average weight, one at each end.
        let (deals, weight) = (self.deals() as f64, self.joint.mean(1));
        let centre = (deals * self.joint.mean(0) + (low + high) * weight) / (weight * (deals + 2.0));
        let off = self.joint.mean(0) - centre * weight;
        let ends = ((low - centre) * weight).powi(2) + ((high - centre) * weight).powi(2);
        let squares = self.joint.squares([1.0, -centre]) + deals * off * off + ends;
        let error = (squares * (deals + 2.0) / (deals + 1.0)).sqrt() / (weight * (deals + 2.0));
        let half = error * t_quantile(self.deals() - 1);
        let whole = Interval { low: (centre - half).min(value), high: (centre + half).max(value) };
        Some(if range == Range::Share { whole.within(0.0, 1.0) } else { whole })
    }
}

/// Tests `one` minus `other` for ratios over different deals, by Welch's test. `deals` of the result is the smaller
/// number.
pub fn unpaired(one: &Ratio, other: &Ratio) -> DifferenceTest {
    let (difference, deals) = (one.value() - other.value(), one.deals().min(other.deals()));
    let (Some(a), Some(b)) = (one.standard_error(), other.standard_error()) else {
        return DifferenceTest { difference, interval: None, law: Law::T, p: 1.0, deals };
    };
    let error = (a * a + b * b).sqrt();
    if error <= 0.0 {
        return DifferenceTest {
            difference,
            interval: None,
            law: Law::T,
            p: if difference == 0.0 { 1.0 } else { f64::MIN_POSITIVE },
            deals,
        };
    }
    let share = |error: f64, deals: u64| error.powi(4) / (deals - 1) as f64;
    let freedom = (error.powi(4) / (share(a, one.deals()) + share(b, other.deals()))).floor().max(1.0) as u64;
    let half = error * t_quantile(freedom);
    let interval = Some(Interval { low: difference - half, high: difference + half });
    DifferenceTest { difference, interval, law: Law::T, p: student(difference, error, freedom), deals }
}

/// Tests `one` minus `other` for two independent estimates with their 95 % intervals, by the method of variance estimates
/// recovery (Zou and Donner 2008). `deals` is the smaller number of deals.
///
/// ```
/// use ergo_stats::{Interval, unpaired_estimates};
///
/// let about = |value: f64, half: f64| (value, Interval { low: value - half, high: value + half });
/// let found = unpaired_estimates(about(5.0, 0.3), about(4.0, 0.4), 100);
/// let interval = found.interval.unwrap();
/// assert!((interval.low - 0.5).abs() < 1e-9 && (interval.high - 1.5).abs() < 1e-9 && found.p < 0.001);
/// ```
pub fn unpaired_estimates(one: (f64, Interval), other: (f64, Interval), deals: u64) -> DifferenceTest {
    let difference = one.0 - other.0;
    let below = f64::hypot(one.0 - one.1.low, other.1.high - other.0);
    let above = f64::hypot(one.1.high - one.0, other.0 - other.1.low);
    // The test agrees with the interval: it uses the side towards 0.
    let half = if difference > 0.0 { below } else { above };
    let freedom = deals.saturating_sub(1).max(1);
    DifferenceTest {
        difference,
        interval: Some(Interval { low: difference - below, high: difference + above }),
        law: Law::T,
        p: student(difference, half / t_quantile(freedom), freedom),
        deals,
    }
}

/// The difference of two ratios over the same deals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contrast {
    /// Value and weight of the first, then of the second.
    joint: Joint<4>,
    /// Deals in which the two differ, while there are few.
    unlike: Vec<[f64; 4]>,
    many: bool,
}

/// A difference with its test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DifferenceTest {
    /// The first ratio minus the second.
    pub difference: f64,
    /// The 95 % interval, if there is one.
    pub interval: Option<Interval>,
    /// The method of the interval.
    pub law: Law,
    /// The two-sided p-value of the hypothesis of no difference, by Student's test, or by the sign-flip test if few
    /// deals differ. 1 for fewer than two deals.
    pub p: f64,
    /// Number of deals.
    pub deals: u64,
}

impl Contrast {
    /// Adds a deal: value and weight of the first and of the second. Ignored if either has no weight.
    pub fn push(&mut self, one: (f64, f64), other: (f64, f64)) {
        if one.1 <= 0.0 || other.1 <= 0.0 {
            return;
        }
        let row = [one.0, one.1, other.0, other.1];
        self.joint.push(row);
        if one != other {
            self.many |= self.unlike.len() as u64 + 1 >= FEW;
            if self.many { self.unlike.clear() } else { self.unlike.push(row) }
        }
    }

    /// Returns the number of deals.
    pub fn deals(&self) -> u64 {
        self.joint.count()
    }

    /// Returns both ratios; 0 without deals.
    pub fn values(&self) -> [f64; 2] {
        let of = |i: usize| if self.deals() == 0 { 0.0 } else { self.joint.mean(i) / self.joint.mean(i + 1) };
        [of(0), of(2)]
    }

    /// Returns the weights of a row that give the contribution of a deal to the difference, to first order.
    fn weights(&self) -> [f64; 4] {
        let [one, other] = self.values();
        let (weight, other_weight) = (self.joint.mean(1), self.joint.mean(3));
        [1.0 / weight, -one / weight, -1.0 / other_weight, other / other_weight]
    }

    /// Returns the variance of the difference divided by that for ratios over different deals, or `None` if nothing
    /// varies.
    pub fn variance_ratio(&self) -> Option<f64> {
        let [a, b, c, d] = if self.deals() >= 2 { self.weights() } else { return None };
        let apart = self.joint.squares([a, b, 0.0, 0.0]) + self.joint.squares([0.0, 0.0, c, d]);
        (apart > 0.0).then(|| self.joint.squares([a, b, c, d]) / apart)
    }

    /// Tests the difference.
    pub fn test(&self, range: Range) -> DifferenceTest {
        let ([one, other], deals) = (self.values(), self.deals());
        let difference = one - other;
        if deals < 2 {
            return DifferenceTest { difference, interval: None, law: Law::T, p: 1.0, deals };
        }
        let count = deals as f64;
        let squares = self.joint.squares(self.weights());
        if self.many || 2 * self.unlike.len() as u64 >= deals {
            let error = (squares / (count - 1.0) / count).sqrt();
            let half = error * t_quantile(deals - 1);
            let interval = Some(Interval { low: difference - half, high: difference + half });
            return DifferenceTest {
                difference,
                interval,
                law: Law::T,
                p: student(difference, error, deals - 1),
                deals,
            };
        }
        // Uses the deals that differ. Under the hypothesis of no difference each is equally likely with the sides
        // exchanged.
        let pooled = (self.joint.mean(0) + self.joint.mean(2)) / (self.joint.mean(1) + self.joint.mean(3));
        let flipped: Vec<f64> = self.unlike.iter().map(|[x, n, y, m]| (x - y) - pooled * (n - m)).collect();
        let weights = self.weights();
        let reach = match range {
            Range::Share => 1.0,
            Range::Open => {
                let [x, n, y, m] = [0, 1, 2, 3].map(|i| self.joint.mean(i));
                let of = |row: &[f64; 4]| {
                    let off = [row[0] - x, row[1] - n, row[2] - y, row[3] - m];
                    off.iter().zip(weights).map(|(off, weight)| off * weight).sum::<f64>() + difference
                };
                self.unlike.iter().map(|row| of(row).abs()).fold(0.0, f64::max)
            }
        };
        let interval = (reach > 0.0).then(|| {
            // Two pseudo-deals, one in each direction, which leave the sum unchanged.
            let centre = difference * count / (count + 2.0);
            let all =
                squares + count * (difference - centre).powi(2) + (reach - centre).powi(2) + (reach + centre).powi(2);
            let half = (all / (count + 1.0) / (count + 2.0)).sqrt() * t_quantile(deals - 1);
            Interval { low: (centre - half).min(difference), high: (centre + half).max(difference) }
        });
        DifferenceTest { difference, interval, law: Law::PseudoDeals, p: sign_flip(&flipped), deals }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found} instead of {expected}");
    }

    #[test]
    fn ratio_matches_hand_calculation() {
        // 1 of 2, 6 of 3, 2 of 5: 9 of 10. e = 1 − 1.8, 6 − 2.7, 2 − 4.5; Σ e² = 0.64 + 10.89 + 6.25.
        let mut ratio = Ratio::default();
        [(1.0, 2.0), (6.0, 3.0), (2.0, 5.0), (7.0, 0.0)].into_iter().for_each(|(x, n)| ratio.push(x, n));
        near(ratio.value(), 0.9);
        assert_eq!(ratio.deals(), 3);
        near(ratio.standard_error().unwrap(), (1.5 * 17.78_f64).sqrt() / 10.0);
        let half = ratio.standard_error().unwrap() * 4.302_652_729_911_275;
        let interval = ratio.interval(Range::Open).unwrap();
        near(interval.low, 0.9 - half);
        near(interval.high, 0.9 + half);
    }

    #[test]
    fn skewed_interval_is_longer_on_long_tail() {
        let mut ratio = Ratio::default();
        // Squares have a long upper tail.
        (0..60).for_each(|i| ratio.push(f64::from(i * i), 1.0));
        let (even, skewed) = (ratio.interval(Range::Open).unwrap(), ratio.skewed_interval().unwrap());
        assert!(skewed.low > even.low && skewed.high > even.high, "{even:?} {skewed:?}");
        // Without skewness the interval is the same.
        let mut ratio = Ratio::default();
        (0..60).for_each(|i| ratio.push(f64::from(i), 1.0));
        let (even, skewed) = (ratio.interval(Range::Open).unwrap(), ratio.skewed_interval().unwrap());
        near(even.low, skewed.low);
        near(even.high, skewed.high);
        // If few deals deviate, both use pseudo-deals.
        assert_eq!(
            shares(&[(3.0, 40), (5.0, 1)]).skewed_interval(),
            shares(&[(3.0, 40), (5.0, 1)]).interval(Range::Open)
        );
    }

    #[test]
    fn ratio_weights_matches_by_rounds() {
        // One point per round in matches of one round, three in matches of nine: 28 of 10, not 2.
        let mut ratio = Ratio::default();
        (0..50).for_each(|_| [(1.0, 1.0), (27.0, 9.0)].into_iter().for_each(|(x, n)| ratio.push(x, n)));
        near(ratio.value(), 2.8);
    }

    fn shares(values: &[(f64, usize)]) -> Ratio {
        let mut ratio = Ratio::default();
        values.iter().for_each(|(value, times)| (0..*times).for_each(|_| ratio.push(*value, 1.0)));
        ratio
    }

    #[test]
    fn interval_never_narrows_with_deviating_deals() {
        let width = |values: &[(f64, usize)]| {
            let Interval { low, high } = shares(values).interval(Range::Share).unwrap();
            (low, high)
        };
        let (none, half) = (width(&[(0.0, 40)]), width(&[(0.0, 39), (0.5, 1)]));
        let one = width(&[(0.0, 39), (1.0, 1)]);
        assert!(none.0 == 0.0 && none.1 > 0.06 && half.1 > none.1 && one.1 > half.1, "{none:?} {half:?} {one:?}");
        // All even except one deal: the width is positive, and 50 % is included.
        let even = width(&[(0.5, 40)]);
        near(even.0 + even.1, 1.0);
        assert!(even.1 - even.0 > 0.05);
        let odd = width(&[(0.5, 39), (1.0, 1)]);
        assert!(odd.0 < 0.5 && odd.1 > even.1);
    }

    #[test]
    fn open_interval_of_constant_values_is_none() {
        assert_eq!(shares(&[(3.0, 40)]).interval(Range::Open), None);
        assert_eq!(shares(&[(3.0, 1)]).interval(Range::Open), None);
        let one = shares(&[(3.0, 40), (5.0, 1)]).interval(Range::Open).unwrap();
        assert!(one.low < 3.0 && one.high > 3.05, "{one:?}");
        let mut same = Contrast::default();
        (0..30).for_each(|i| same.push((f64::from(i), 2.0), (f64::from(i), 2.0)));
        assert_eq!(
            same.test(Range::Open),
            DifferenceTest { difference: 0.0, interval: None, law: Law::PseudoDeals, p: 1.0, deals: 30 }
        );
        let interval = same.test(Range::Share).interval.unwrap();
        assert!(interval.low < -0.05 && interval.high > 0.05);
    }

    #[test]
    fn contrast_with_unit_weights_is_the_t_test() {
        // Student 1908: t = 4.0621 at nine degrees of freedom, p = 0.002833.
        let differences = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4];
        let mut contrast = Contrast::default();
        differences.iter().zip(1..).for_each(|(by, i)| contrast.push((f64::from(i) + by, 1.0), (f64::from(i), 1.0)));
        let found = contrast.test(Range::Open);
        near(found.difference, 1.58);
        assert!((found.p - 0.002833).abs() < 1e-6, "{found:?}");
        let Interval { low, high } = found.interval.unwrap();
        assert!((low - 0.7001142).abs() < 1e-6 && (high - 2.4598858).abs() < 1e-6);
        assert!(contrast.variance_ratio().unwrap() < 0.2);
    }

    #[test]
    fn contrast_with_one_differing_deal_is_not_significant() {
        let mut contrast = Contrast::default();
        (0..39).for_each(|_| contrast.push((0.5, 1.0), (0.5, 1.0)));
        contrast.push((1.0, 1.0), (0.5, 1.0));
        let found = contrast.test(Range::Share);
        assert!(found.p > 0.4, "{found:?}");
        let Interval { low, high } = found.interval.unwrap();
        assert!(low < 0.0 && high > 0.02, "{low} {high}");
    }

    /// Welch's t test for two samples of 5 with means 12 and 9 and variances 2.5 and 10.
    #[test]
    fn unpaired_matches_welchs_test() {
        let of = |values: [f64; 5]| {
            let mut ratio = Ratio::default();
            values.iter().for_each(|value| ratio.push(*value, 1.0));
            ratio
        };
        let found = unpaired(&of([10.0, 11.0, 12.0, 13.0, 14.0]), &of([5.0, 7.0, 9.0, 11.0, 13.0]));
        assert_eq!((found.difference, found.deals), (3.0, 5));
        // t = 3 / sqrt(2.5) = 1.897367 at 5 degrees of freedom, 5.882 rounded down.
        assert!((found.p - 0.116_256).abs() < 1e-5, "{}", found.p);
        let interval = found.interval.unwrap();
        assert!((interval.high - 3.0 - 2.570_582 * 2.5_f64.sqrt()).abs() < 1e-5, "{interval:?}");
        let still = unpaired(&of([1.0; 5]), &of([1.0; 5]));
        assert_eq!((still.difference, still.p, still.interval), (0.0, 1.0, None));
    }
}
