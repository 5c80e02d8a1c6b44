//! Two entrants on the same deals: tests of block differences.

use ergo_engine::rng::{Seed, below};

use super::beta::beta_share;
use super::{Interval, Moments, mean_interval};

/// The t-test of differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedTest {
    /// Their number.
    pub blocks: u64,
    /// Their mean; 0 of none.
    pub mean: f64,
    /// Its 95 % interval; nothing for fewer than two.
    pub interval: Option<Interval>,
    /// How probable a mean as far from 0 is, on either side, where nothing differs.
    pub p: f64,
}

/// Student's test that the mean difference is 0, good from about 30 blocks on. Differences that are all alike and not 0 are
/// as probable as that many equal coins. p = 1 for fewer than two.
pub fn t_test(differences: &[f64]) -> PairedTest {
    let mut moments = Moments::default();
    differences.iter().for_each(|difference| moments.push(*difference));
    t_test_of(&moments)
}

/// The same from the mean and spread of the differences.
pub fn t_test_of(moments: &Moments) -> PairedTest {
    let (blocks, mean) = (moments.count(), moments.mean());
    let p = match moments.standard_error() {
        None => 1.0,
        Some(error) if error > 0.0 => {
            let (t, freedom) = (mean / error, (blocks - 1) as f64);
            beta_share(freedom / 2.0, 0.5, freedom / (freedom + t * t))
        }
        Some(_) if mean == 0.0 => 1.0,
        Some(_) => 0.5_f64.powi(i32::try_from(blocks - 1).unwrap_or(i32::MAX)),
    };
    PairedTest { blocks, mean, interval: mean_interval(moments), p }
}

/// The sign-flip permutation test that differences are as likely as their opposites, on either side: exact at any number of
/// blocks and any distribution. p = (1 + flips at least as far) / (1 + flips), so never 0; 1 for no differences.
pub fn sign_flip(differences: &[f64], flips: u32, seed: &Seed) -> f64 {
    let sum: f64 = differences.iter().sum();
    // Sums that are equal but for rounding count as equal.
    let far = sum.abs() - 1e-9 * differences.iter().map(|difference| difference.abs()).sum::<f64>();
    let mut rng = seed.derive("sign flip", &[]).rng();
    let mut count = 0;
    for _ in 0..flips {
        let mut flipped = 0.0;
        for sixteen in differences.chunks(16) {
            let mut bits = below(&mut rng, 1 << 16);
            for difference in sixteen {
                flipped += if bits & 1 == 1 { *difference } else { -difference };
                bits >>= 1;
            }
        }
        count += u32::from(flipped.abs() >= far);
    }
    f64::from(1 + count) / (1.0 + f64::from(flips))
}

/// McNemar's test in its mid-p form (Fagerland, Lydersen and Laake 2013): `one` pairs in which only the first won, `other` in
/// which only the second did; pairs that agree say nothing. 1 for none.
pub fn mcnemar_mid_p(one: u64, other: u64) -> f64 {
    let (few, all) = (one.min(other), one + other);
    if one == other {
        return 1.0;
    }
    // P(X ≤ k) of a fair coin is a share of the beta distribution.
    let up_to = |k: u64| beta_share((all - k) as f64, k as f64 + 1.0, 0.5);
    let below = if few == 0 { 0.0 } else { up_to(few - 1) };
    (below + up_to(few)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn students_sleep_data() {
        // Student 1908: t = 4.0621 at nine degrees of freedom, p = 0.002833.
        let differences = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4];
        let test = t_test(&differences);
        assert!((test.mean - 1.58).abs() < 1e-12 && (test.p - 0.002833).abs() < 1e-6, "{test:?}");
        let Interval { low, high } = test.interval.unwrap();
        assert!((low - 0.7001142).abs() < 1e-6 && (high - 2.4598858).abs() < 1e-6);
        // Exactly 4 of 1,024 flips are as far: no difference is below 0, and one is 0.
        let p = sign_flip(&differences, 20_000, &Seed::master(1));
        assert!((p - 4.0 / 1024.0).abs() < 0.002, "{p}");
        assert_eq!(p, sign_flip(&differences, 20_000, &Seed::master(1)));
    }

    #[test]
    fn degenerate_differences() {
        assert_eq!(t_test(&[]).p, 1.0);
        assert_eq!(t_test(&[3.0]).p, 1.0);
        assert_eq!(t_test(&[0.0; 9]).p, 1.0);
        assert_eq!(t_test(&[0.5; 9]).p, 1.0 / 256.0);
        assert_eq!(sign_flip(&[], 99, &Seed::master(1)), 1.0);
        assert_eq!(sign_flip(&[0.0; 5], 99, &Seed::master(1)), 1.0);
        assert_eq!(sign_flip(&[1.0; 40], 99, &Seed::master(1)), 0.01);
    }

    #[test]
    fn mcnemar_by_hand() {
        // 1 against 5: (1 + ½ · 6) / 64 on one side, twice.
        assert!((mcnemar_mid_p(1, 5) - 2.0 * 4.0 / 64.0).abs() < 1e-12);
        assert!((mcnemar_mid_p(6, 0) - 1.0 / 64.0).abs() < 1e-12);
        assert_eq!(mcnemar_mid_p(0, 0), 1.0);
        assert_eq!(mcnemar_mid_p(7, 7), 1.0);
        assert!(mcnemar_mid_p(500_000, 502_000) > 0.045 && mcnemar_mid_p(500_000, 502_000) < 0.047);
    }
}
