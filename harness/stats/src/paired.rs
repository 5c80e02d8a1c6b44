//! Tests of paired differences, for example two sides of one deal.

use super::beta::beta_share;
use super::interval::{Interval, mean_interval};
use super::moments::Moments;

/// Threshold on the number of deals that deviate from the most common value. Below it, intervals and tests use methods
/// for few deviating deals.
pub const FEW: u64 = 20;

/// The result of a paired t-test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedTest {
    /// Number of differences.
    pub blocks: u64,
    /// Mean of the differences; 0 if there are none.
    pub mean: f64,
    /// The 95 % interval of the mean, or `None` for fewer than two differences.
    pub interval: Option<Interval>,
    /// The two-sided p-value of the hypothesis that the mean is 0.
    pub p: f64,
}

/// Tests whether the mean difference is 0 by Student's t-test, which is accurate from about 30 blocks on. If all
/// differences are equal and not 0, p is that of as many fair coins that agree. p = 1 for fewer than two differences.
pub fn t_test(differences: &[f64]) -> PairedTest {
    let mut moments = Moments::default();
    differences.iter().for_each(|difference| moments.push(*difference));
    t_test_of(&moments)
}

/// Performs the test of [`t_test`] on the moments of the differences.
pub fn t_test_of(moments: &Moments) -> PairedTest {
    let (blocks, mean) = (moments.count(), moments.mean());
    let p = moments.standard_error().map_or(1.0, |error| student(mean, error, blocks - 1));
    PairedTest { blocks, mean, interval: mean_interval(moments), p }
}

/// Returns the two-sided p-value of a mean by Student's distribution. Without spread, a mean other than 0 has the
/// p-value of as many fair coins that agree.
pub(super) fn student(mean: f64, error: f64, freedom: u64) -> f64 {
    if error > 0.0 {
        let (t, freedom) = (mean / error, freedom as f64);
        beta_share(freedom / 2.0, 0.5, freedom / (freedom + t * t))
    } else if mean == 0.0 {
        1.0
    } else {
        0.5_f64.powi(i32::try_from(freedom).unwrap_or(i32::MAX))
    }
}

/// Returns the two-sided p-value of the sign-flip permutation test, with all ways to flip fewer than [`FEW`]
/// differences; for differences of one size this is McNemar's test. In the mid-p form equally extreme ways count half
/// (Fagerland, Lydersen and Laake 2013). 1 without differences, and if their sum is 0.
pub(super) fn sign_flip(differences: &[f64]) -> f64 {
    assert!((differences.len() as u64) < FEW, "all ways to flip are tried");
    let sum: f64 = differences.iter().sum();
    // Sums that are equal up to rounding count as equal.
    let near = 1e-9 * differences.iter().map(|difference| difference.abs()).sum::<f64>();
    if sum.abs() <= near {
        return 1.0;
    }
    // The opposite of each way is equally extreme, so the first difference is not flipped; the others are flipped in
    // the order of Gray's code.
    let rest = &differences[1..];
    let (mut flipped, mut signs) = (sum, vec![1.0; rest.len()]);
    let (mut farther, mut equal) = (0_u32, 0_u32);
    for way in 0..1_u32 << rest.len() {
        if way > 0 {
            let turned = way.trailing_zeros() as usize;
            flipped -= 2.0 * signs[turned] * rest[turned];
            signs[turned] = -signs[turned];
        }
        farther += u32::from(flipped.abs() > sum.abs() + near);
        equal += u32::from((flipped.abs() - sum.abs()).abs() <= near);
    }
    (f64::from(farther) + f64::from(equal) / 2.0) / f64::from(1_u32 << rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t_test_matches_students_sleep_data() {
        // Student 1908: t = 4.0621 at nine degrees of freedom, p = 0.002833.
        let differences = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4];
        let test = t_test(&differences);
        assert!((test.mean - 1.58).abs() < 1e-12 && (test.p - 0.002833).abs() < 1e-6, "{test:?}");
        let Interval { low, high } = test.interval.unwrap();
        assert!((low - 0.7001142).abs() < 1e-6 && (high - 2.4598858).abs() < 1e-6);
        // Exactly 4 of 1,024 flips are as extreme: no difference is negative, and one is 0. Half of them count.
        assert!((sign_flip(&differences) - 2.0 / 1024.0).abs() < 1e-12);
    }

    #[test]
    fn tests_of_degenerate_differences() {
        assert_eq!(t_test(&[]).p, 1.0);
        assert_eq!(t_test(&[3.0]).p, 1.0);
        assert_eq!(t_test(&[0.0; 9]).p, 1.0);
        assert_eq!(t_test(&[0.5; 9]).p, 1.0 / 256.0);
        assert_eq!(sign_flip(&[]), 1.0);
        assert_eq!(sign_flip(&[0.0; 5]), 1.0);
        assert_eq!(sign_flip(&[3.0]), 0.5);
    }

    #[test]
    fn sign_flip_matches_mcnemar() {
        let wins = |one: usize, other: usize| [vec![1.0; one], vec![-1.0; other]].concat();
        // 1 against 5: (1 + ½ · 6) / 64 on one side, twice.
        assert!((sign_flip(&wins(1, 5)) - 2.0 * 4.0 / 64.0).abs() < 1e-12);
        assert!((sign_flip(&wins(6, 0)) - 1.0 / 64.0).abs() < 1e-12);
        assert_eq!(sign_flip(&wins(3, 3)), 1.0);
    }
}
