//! Skewness of deals, and the number of deals that Student's t requires for it.
//!
//! By Cochran's rule the interval of a mean requires more deals than 25 times the square of their skewness (Cochran
//! 1977, 2.15). With fewer, rare extreme deals may not have been observed, and the coverage is too low. Example: turns
//! per round of a bot that only passes (skewness −2.6) have a coverage of 88.5 % with 20 deals, 92 % with 50 and 94 %
//! with 200.

use super::joint::Joint;

/// Cochran's rule: more deals than this times the square of the skewness.
const PER_SQUARE: f64 = 25.0;

/// Sums over deals of the products of three deviations from the means: the number of weights among the three is 0, 1, 2
/// or 3.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Cubes([f64; 4]);

impl Cubes {
    /// Adds a deal; `joint` has the previous ones (Pébay 2008, 3.1).
    pub(super) fn push(&mut self, joint: &Joint<2>, [value, weight]: [f64; 2]) {
        let (before, count) = (joint.count() as f64, joint.count() as f64 + 1.0);
        let off = [value - joint.mean(0), weight - joint.mean(1)];
        for (weights, sum) in self.0.iter_mut().enumerate() {
            // The last `weights` of the three factors are the weight.
            let of = [0, 1, 2].map(|i| usize::from(i + weights >= 3));
            let [a, b, c] = of.map(|i| off[i]);
            let turned =
                a * joint.product(of[1], of[2]) + b * joint.product(of[0], of[2]) + c * joint.product(of[0], of[1]);
            *sum += a * b * c * before * (before - 1.0) / (count * count) - turned / count;
        }
    }

    /// Returns the skewness of `value − ratio · weight` (G1 of Joanes and Gill 1998), or `None` for fewer than three
    /// deals or if nothing varies.
    pub(super) fn skewness(&self, joint: &Joint<2>, ratio: f64) -> Option<f64> {
        let count = joint.count() as f64;
        let second = joint.squares([1.0, -ratio]) / count;
        let [alone, once, twice, weights] = self.0;
        let third = (alone - 3.0 * ratio * once + 3.0 * ratio * ratio * twice - ratio.powi(3) * weights) / count;
        let free = (count * (count - 1.0)).sqrt() / (count - 2.0);
        (joint.count() >= 3 && second > 0.0).then(|| third / (second * second.sqrt()) * free)
    }

    /// Returns the number of deals that Cochran's rule requires, if there are fewer and the skewness is significant:
    /// two of its standard errors under normality are subtracted.
    pub(super) fn deals_needed(&self, joint: &Joint<2>, ratio: f64) -> Option<u64> {
        let count = joint.count() as f64;
        let skewness = self.skewness(joint, ratio)?.abs();
        let error = (6.0 * count * (count - 1.0) / ((count - 2.0) * (count + 1.0) * (count + 3.0))).sqrt();
        let clear = (skewness - 2.0 * error).max(0.0);
        (count <= PER_SQUARE * clear * clear).then(|| (PER_SQUARE * skewness * skewness).floor() as u64 + 1)
    }
}

/// Returns the quantile of Student's t for deals with this `skewness` that corresponds to `t` without skewness, by the
/// inverse of Hall's cubic transformation (Hall 1992, On the removal of skewness by transformation). It preserves the
/// width when few of many deals are extreme, but the sides are asymmetric.
pub(super) fn unskewed(t: f64, skewness: f64, deals: u64) -> f64 {
    let a = skewness / (3.0 * (deals as f64).sqrt());
    // For tiny values the cube root would lose all digits.
    if a.abs() < 1e-6 { t } else { (libm::cbrt(1.0 + 3.0 * a * (t - a / 2.0)) - 1.0) / a }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unskewed_inverts_cubic_transformation() {
        for (t, skewness, deals) in [(1.98, 2.0, 50), (-1.98, 2.0, 50), (2.1, -3.5, 20), (0.0, 1.0, 9), (2.0, 1e-9, 60)]
        {
            let (found, a) = (unskewed(t, skewness, deals), skewness / (3.0 * (deals as f64).sqrt()));
            let back = found + a * found * found + a * a * found * found * found / 3.0 + a / 2.0;
            assert!((back - t).abs() < 1e-6, "{t} {skewness} {deals}: {found}, {back}");
        }
        // With extreme deals on the right, the mean may be far above, but hardly below.
        assert!(unskewed(-2.0, 2.0, 50) < -2.0 && unskewed(2.0, 2.0, 50) < 2.0);
    }

    fn of(rows: &[[f64; 2]]) -> (Joint<2>, Cubes) {
        let (mut joint, mut cubes) = (Joint::default(), Cubes::default());
        for row in rows {
            cubes.push(&joint, *row);
            joint.push(*row);
        }
        (joint, cubes)
    }

    #[test]
    fn skewness_matches_direct_sums() {
        let rows = [[1.0, 2.0], [4.0, 1.0], [2.5, 5.0], [0.0, 7.0], [9.0, 2.0]];
        let (joint, cubes) = of(&rows);
        let ratio = 16.5 / 17.0;
        let power = |power: i32| rows.iter().map(|[x, n]| (x - ratio * n).powi(power)).sum::<f64>() / 5.0;
        let expected = power(3) / power(2).powf(1.5) * 20.0_f64.sqrt() / 3.0;
        let found = cubes.skewness(&joint, ratio).unwrap();
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }

    #[test]
    fn deals_needed_follows_cochrans_rule() {
        let ends = |low: usize, high: usize| {
            let (joint, cubes) = of(&[vec![[0.0, 1.0]; low], vec![[1.0, 1.0]; high]].concat());
            cubes.deals_needed(&joint, joint.mean(0))
        };
        // A share of a tenth: skewness 0.8 / 0.3 = 2.67, and 25 times its square is 178; G1 is slightly larger.
        assert!((178..200).contains(&ends(54, 6).unwrap()));
        assert_eq!(ends(360, 40), None, "enough");
        assert_eq!(ends(10, 10), None, "even");
        assert_eq!(ends(8, 4), None, "12 deals say too little of their skewness");
        assert_eq!(ends(20, 0), None, "nothing varies");
        assert_eq!(ends(1, 1), None, "two");
    }
}
