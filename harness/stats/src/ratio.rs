//! A ratio of sums over deals: points of all rounds by the number of rounds, wins of all matches by the number of matches.
//!
//! How long a match lasts depends on who scores, so the mean over deals of each deal's own ratio gives long matches too
//! little weight. The ratio of sums does not: it is what an average round paid. Its standard error is clustered by deal, by
//! linearisation: `e_d = x_d − r·n_d`, `se = sqrt(D/(D − 1) · Σ e_d²) / Σ n_d`, and Student's t with D − 1 degrees of freedom
//! (Cochran 1977, 6.3 and 6.4). A mean over deals is the case `n_d = 1`.
//!
//! Where fewer than [`FEW`] deals deviate from what the others say, their spread says little. Then two deals are added, one at
//! each end of what is possible (Agresti and Min 2005; Bonett and Price 2012, for shares of pairs).

use super::interval::{Interval, t_quantile};
use super::joint::Joint;
use super::paired::{FEW, sign_flip, student};
use super::skew::{Cubes, unskewed};

/// More different values than these are not counted: then many deals deviate.
const MOST_VALUES: usize = 24;

/// The possible values of one deal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// From 0 to 1: a share.
    Share,
    /// Not known: as far as any deal deviated, on either side.
    Open,
}

/// The method by which an interval is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// Student's t, by the spread of the deals.
    T,
    /// Two more deals, one at each end of what is possible, where few deals deviate.
    PseudoDeals,
}

impl Law {
    /// Its name in files: `t` or `pseudo-deals`.
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

/// How often each value of `x_d / n_d` was seen, if there are few; and the ends.
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

    /// The commonest value and how many others there are, if these are few.
    fn few(&self) -> Option<(f64, u64)> {
        let all: u64 = self.counts.iter().map(|(_, count)| count).sum();
        let &(value, count) = self.counts.iter().max_by_key(|(_, count)| *count)?;
        let others = all - count;
        (!self.many && others < FEW && 2 * others < all).then_some((value, others))
    }
}

impl Ratio {
    /// Adds a deal: its value, and what that is divided by. A deal without anything to divide by says nothing.
    pub fn push(&mut self, value: f64, weight: f64) {
        if weight > 0.0 {
            self.cubes.push(&self.joint, [value, weight]);
            self.joint.push([value, weight]);
            self.values.push(value / weight);
        }
    }

    /// How many deals.
    pub fn deals(&self) -> u64 {
        self.joint.count()
    }

    /// The ratio; 0 of no deals.
    pub fn value(&self) -> f64 {
        if self.deals() == 0 { 0.0 } else { self.joint.mean(0) / self.joint.mean(1) }
    }

    /// Its standard error; nothing for fewer than two deals.
    pub fn standard_error(&self) -> Option<f64> {
        let deals = self.deals() as f64;
        let squares = self.joint.squares([1.0, -self.value()]);
        (self.deals() >= 2).then(|| (squares * deals / (deals - 1.0)).sqrt() / (deals * self.joint.mean(1)))
    }

    /// How many deals the interval wants by Cochran's rule, where these are clearly too skewed for how few they are. Where
    /// what is possible is known, or few deals deviate, the interval goes by that.
    pub fn deals_wanted(&self, range: Range) -> Option<u64> {
        let goes_by_spread = range == Range::Open && self.values.few().is_none();
        if goes_by_spread { self.cubes.wanted(&self.joint, self.value()) } else { None }
    }

    /// The 95 % interval of what is not known to have a range, where deals are skewed by nature, as variances are: Student's t with
    /// the skewness of the deals taken out (Hall 1992), so that the upper end lies farther off than the lower one where deals lie far
    /// out above. As [`Ratio::interval`] where few deals deviate, or fewer than three are there.
    pub fn skewed_interval(&self) -> Option<Interval> {
        let value = self.value();
        let skewness = self.cubes.skewness(&self.joint, value).filter(|_| self.values.few().is_none());
        let Some(skewness) = skewness else { return self.interval(Range::Open) };
        let (error, t) = (self.standard_error()?, t_quantile(self.deals() - 1));
        let end = |t: f64| value - error * unskewed(t, skewness, self.deals());
        Some(Interval { low: end(t), high: end(-t) })
    }

    /// The method by which [`Ratio::interval`] is made.
    pub fn law(&self) -> Law {
        if self.values.few().is_some() { Law::PseudoDeals } else { Law::T }
    }

    /// The 95 % interval. Nothing for fewer than two deals, and where no deal deviates and nobody knows how far one could.
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
        // Two deals more, of the usual weight, one at each end.
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

/// `one` less `other`, over different deals: Welch's test, by the standard errors of both. `deals` is the smaller number.
pub fn unpaired(one: &Ratio, other: &Ratio) -> Tested {
    let (difference, deals) = (one.value() - other.value(), one.deals().min(other.deals()));
    let (Some(a), Some(b)) = (one.standard_error(), other.standard_error()) else {
        return Tested { difference, interval: None, law: Law::T, p: 1.0, deals };
    };
    let error = (a * a + b * b).sqrt();
    if error <= 0.0 {
        return Tested {
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
    Tested { difference, interval, law: Law::T, p: student(difference, error, freedom), deals }
}

/// The difference of two ratios over the same deals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contrast {
    /// Value and weight of the one, then of the other.
    joint: Joint<4>,
    /// Deals in which the two are not alike, as long as there are few.
    unlike: Vec<[f64; 4]>,
    many: bool,
}

/// A difference, tested.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tested {
    /// The one ratio less the other.
    pub difference: f64,
    /// Its 95 % interval, if there is one.
    pub interval: Option<Interval>,
    /// The method by which the interval is made.
    pub law: Law,
    /// How probable one as large is, on either side, where there is none: Student's test, or the sign-flip test of the deals
    /// that are not alike where these are few. 1 for fewer than two deals.
    pub p: f64,
    /// Deals.
    pub deals: u64,
}

impl Contrast {
    /// Adds a deal: value and weight of the one and of the other. Says nothing where either has no weight.
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

    /// How many deals.
    pub fn deals(&self) -> u64 {
        self.joint.count()
    }

    /// The ratio of the one, and of the other; 0 of no deals.
    pub fn values(&self) -> [f64; 2] {
        let of = |i: usize| if self.deals() == 0 { 0.0 } else { self.joint.mean(i) / self.joint.mean(i + 1) };
        [of(0), of(2)]
    }

    /// The contribution of a deal to the difference, to first order: weights of a row.
    fn weights(&self) -> [f64; 4] {
        let [one, other] = self.values();
        let (weight, other_weight) = (self.joint.mean(1), self.joint.mean(3));
        [1.0 / weight, -one / weight, -1.0 / other_weight, other / other_weight]
    }

    /// The variance of the difference by that of a difference of ratios over different deals; nothing where nothing varies.
    pub fn variance_ratio(&self) -> Option<f64> {
        let [a, b, c, d] = if self.deals() >= 2 { self.weights() } else { return None };
        let apart = self.joint.squares([a, b, 0.0, 0.0]) + self.joint.squares([0.0, 0.0, c, d]);
        (apart > 0.0).then(|| self.joint.squares([a, b, c, d]) / apart)
    }

    /// The difference, its interval and its test.
    pub fn test(&self, range: Range) -> Tested {
        let ([one, other], deals) = (self.values(), self.deals());
        let difference = one - other;
        if deals < 2 {
            return Tested { difference, interval: None, law: Law::T, p: 1.0, deals };
        }
        let count = deals as f64;
        let squares = self.joint.squares(self.weights());
        if self.many || 2 * self.unlike.len() as u64 >= deals {
            let error = (squares / (count - 1.0) / count).sqrt();
            let half = error * t_quantile(deals - 1);
            let interval = Some(Interval { low: difference - half, high: difference + half });
            return Tested { difference, interval, law: Law::T, p: student(difference, error, deals - 1), deals };
        }
        // By the deals that are not alike. Under "no difference" each is as likely the other way round.
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
            // Two deals more, one each way; they leave the sum as it is.
            let centre = difference * count / (count + 2.0);
            let all =
                squares + count * (difference - centre).powi(2) + (reach - centre).powi(2) + (reach + centre).powi(2);
            let half = (all / (count + 1.0) / (count + 2.0)).sqrt() * t_quantile(deals - 1);
            Interval { low: (centre - half).min(difference), high: (centre + half).max(difference) }
        });
        Tested { difference, interval, law: Law::PseudoDeals, p: sign_flip(&flipped), deals }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found} instead of {expected}");
    }

    #[test]
    fn a_ratio_by_hand() {
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
    fn skewed_deals_have_a_longer_end() {
        let mut ratio = Ratio::default();
        // Squares: far out above.
        (0..60).for_each(|i| ratio.push(f64::from(i * i), 1.0));
        let (even, skewed) = (ratio.interval(Range::Open).unwrap(), ratio.skewed_interval().unwrap());
        assert!(skewed.low > even.low && skewed.high > even.high, "{even:?} {skewed:?}");
        // Deals without skewness: the same interval.
        let mut ratio = Ratio::default();
        (0..60).for_each(|i| ratio.push(f64::from(i), 1.0));
        let (even, skewed) = (ratio.interval(Range::Open).unwrap(), ratio.skewed_interval().unwrap());
        near(even.low, skewed.low);
        near(even.high, skewed.high);
        // Few that deviate: as they say.
        assert_eq!(
            shares(&[(3.0, 40), (5.0, 1)]).skewed_interval(),
            shares(&[(3.0, 40), (5.0, 1)]).interval(Range::Open)
        );
    }

    #[test]
    fn long_matches_count_by_their_rounds() {
        // A point a round in matches of one, three in matches of nine: 28 of 10, not 2.
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
    fn few_deals_that_deviate_never_narrow_an_interval() {
        let width = |values: &[(f64, usize)]| {
            let Interval { low, high } = shares(values).interval(Range::Share).unwrap();
            (low, high)
        };
        let (none, half) = (width(&[(0.0, 40)]), width(&[(0.0, 39), (0.5, 1)]));
        let one = width(&[(0.0, 39), (1.0, 1)]);
        assert!(none.0 == 0.0 && none.1 > 0.06 && half.1 > none.1 && one.1 > half.1, "{none:?} {half:?} {one:?}");
        // All even, and one deal that is not: never a width of 0, and 50 % stays in.
        let even = width(&[(0.5, 40)]);
        near(even.0 + even.1, 1.0);
        assert!(even.1 - even.0 > 0.05);
        let odd = width(&[(0.5, 39), (1.0, 1)]);
        assert!(odd.0 < 0.5 && odd.1 > even.1);
    }

    #[test]
    fn what_never_varied_and_has_no_range_has_no_interval() {
        assert_eq!(shares(&[(3.0, 40)]).interval(Range::Open), None);
        assert_eq!(shares(&[(3.0, 1)]).interval(Range::Open), None);
        let one = shares(&[(3.0, 40), (5.0, 1)]).interval(Range::Open).unwrap();
        assert!(one.low < 3.0 && one.high > 3.05, "{one:?}");
        let mut same = Contrast::default();
        (0..30).for_each(|i| same.push((f64::from(i), 2.0), (f64::from(i), 2.0)));
        assert_eq!(
            same.test(Range::Open),
            Tested { difference: 0.0, interval: None, law: Law::PseudoDeals, p: 1.0, deals: 30 }
        );
        let interval = same.test(Range::Share).interval.unwrap();
        assert!(interval.low < -0.05 && interval.high > 0.05);
    }

    #[test]
    fn a_contrast_is_a_t_test_where_all_weights_are_one() {
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
    fn one_deal_that_differs_of_forty_parts_nobody() {
        let mut contrast = Contrast::default();
        (0..39).for_each(|_| contrast.push((0.5, 1.0), (0.5, 1.0)));
        contrast.push((1.0, 1.0), (0.5, 1.0));
        let found = contrast.test(Range::Share);
        assert!(found.p > 0.4, "{found:?}");
        let Interval { low, high } = found.interval.unwrap();
        assert!(low < 0.0 && high > 0.02, "{low} {high}");
    }

    /// Welch's test of the textbook: two samples of 5, means 12 and 9, variances 2.5 and 10.
    #[test]
    fn of_different_deals_as_welch_has_it() {
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
