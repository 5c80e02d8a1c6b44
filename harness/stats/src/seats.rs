//! A test for differences between seats.

use super::beta::beta_share;
use super::joint::Joint;
use super::linear::solve;

/// Returns the p-value of the hypothesis that the first `count` values have equal means: Hotelling's T² (1931) of all
/// but one of them against an equal share of 1, their sum. The unit is the deal, so values of one deal may depend on
/// each other in any way. `None` for fewer than two values, too few deals, or if nothing varies.
pub fn equal_means_p_value<const N: usize>(shares: &Joint<N>, count: usize) -> Option<f64> {
    let free = count.checked_sub(1).filter(|free| (1..N).contains(free))?;
    let deals = shares.count() as f64;
    if shares.count() < 2 * free as u64 + 2 || (0..free).all(|i| shares.product(i, i) <= 0.0) {
        return None;
    }
    let off: Vec<f64> = (0..free).map(|i| shares.mean(i) - 1.0 / count as f64).collect();
    let covariance: Vec<f64> = (0..free * free).map(|k| shares.product(k / free, k % free) / (deals - 1.0)).collect();
    let mut solved = off.clone();
    solve(&covariance, &mut solved);
    let square = deals * off.iter().zip(&solved).map(|(off, solved)| off * solved).sum::<f64>();
    let (free, rest) = (free as f64, deals - free as f64);
    Some(beta_share(rest / 2.0, free / 2.0, (deals - 1.0) / (deals - 1.0 + square)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_value_of_two_seats_matches_t_test() {
        // The first seat wins 7 of 10: t = 0.2 / sqrt(0.21 / 9) at nine degrees of freedom, p = 0.2229.
        let mut shares = Joint::<6>::default();
        (0..10).for_each(|i| shares.push([f64::from(u8::from(i < 7)), f64::from(u8::from(i >= 7)), 0., 0., 0., 0.]));
        assert!((equal_means_p_value(&shares, 2).unwrap() - 0.2229).abs() < 1e-4);
        assert_eq!(equal_means_p_value(&shares, 1), None);
    }

    #[test]
    fn p_value_of_too_little_data_is_none() {
        let mut shares = Joint::<6>::default();
        assert_eq!(equal_means_p_value(&shares, 2), None);
        (0..50).for_each(|_| shares.push([1.0, 0., 0., 0., 0., 0.]));
        assert_eq!(equal_means_p_value(&shares, 2), None);
    }

    #[test]
    fn p_value_of_three_seats_matches_hand_calculation() {
        // Wins 30, 20, 10 of 60: multinomial covariance, T² = 59 · Σ …, computed with the inverse of a 2 × 2 matrix.
        let mut shares = Joint::<6>::default();
        for (seat, wins) in [(0, 30), (1, 20), (2, 10)] {
            (0..wins).for_each(|_| shares.push(std::array::from_fn(|i| f64::from(u8::from(i == seat)))));
        }
        // S = 60/59 · [[1/4, −1/6], [−1/6, 2/9]], off = (1/6, 0): off' S⁻¹ off = 59/60 · (2/9) / (1/36) / 36 = 59/60 ·
        // 2/9.
        let square = 60.0 * 59.0 / 60.0 * 2.0 / 9.0;
        let f = 58.0 / 2.0 / 59.0 * square;
        // P(F(2, 58) > f) has a closed form: (1 + f / 29)^-29.
        let expected = (1.0 + f / 29.0_f64).powi(-29);
        assert!((equal_means_p_value(&shares, 3).unwrap() - expected).abs() < 1e-9);
    }
}
