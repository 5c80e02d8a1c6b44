//! Adjustment of p-values for multiple tests. One family is one table or figure.
//!
//! Adjusted values are in the order of the raw ones, are monotone in them, and are at most 1. NaN counts as 1.

/// Returns p-values adjusted by Holm's method (1979), which controls the family-wise error rate: the probability of any
/// false rejection. For questions declared beforehand.
pub fn holm(values: &[f64]) -> Vec<f64> {
    let (sorted, mut largest) = (ranked(values), 0.0_f64);
    let mut adjusted = vec![1.0; values.len()];
    for (place, (i, value)) in sorted.into_iter().enumerate() {
        largest = largest.max(value * (values.len() - place) as f64).min(1.0);
        adjusted[i] = largest;
    }
    adjusted
}

/// Returns p-values adjusted by the method of Benjamini and Hochberg (1995), which controls the false discovery rate:
/// the expected share of false rejections. For sweeps.
pub fn benjamini_hochberg(values: &[f64]) -> Vec<f64> {
    let mut least = 1.0_f64;
    let mut adjusted = vec![1.0; values.len()];
    for (place, (i, value)) in ranked(values).into_iter().enumerate().rev() {
        least = least.min(value * values.len() as f64 / (place + 1) as f64);
        adjusted[i] = least;
    }
    adjusted
}

/// Returns values with their positions, in ascending order.
fn ranked(values: &[f64]) -> Vec<(usize, f64)> {
    let clean = |value: &f64| if value.is_nan() { 1.0 } else { value.clamp(0.0, 1.0) };
    let mut ranked: Vec<(usize, f64)> = values.iter().map(clean).enumerate().collect();
    ranked.sort_by(|one, other| one.1.total_cmp(&other.1));
    ranked
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?} {expected:?}");
    }

    #[test]
    fn adjustments_match_hand_calculation() {
        let values = [0.01, 0.04, 0.03, 0.005];
        // Sorted 0.005·4, 0.01·3, 0.03·2, 0.04·1: the last rises to 0.06.
        near(&holm(&values), &[0.03, 0.06, 0.06, 0.02]);
        // Sorted 0.005·4/1, 0.01·4/2, 0.03·4/3, 0.04·4/4.
        near(&benjamini_hochberg(&values), &[0.02, 0.04, 0.04, 0.02]);
    }

    #[test]
    fn adjustments_match_example_of_benjamini_and_hochberg() {
        let values = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
            0.7590, 1.0,
        ];
        let below = |adjusted: Vec<f64>| adjusted.iter().filter(|value| **value <= 0.05).count();
        assert_eq!(below(holm(&values)), 3);
        assert_eq!(below(benjamini_hochberg(&values)), 4);
    }

    #[test]
    fn adjustments_of_empty_single_and_nan() {
        assert!(holm(&[]).is_empty() && benjamini_hochberg(&[]).is_empty());
        near(&holm(&[0.2]), &[0.2]);
        near(&benjamini_hochberg(&[f64::NAN, 0.01]), &[1.0, 0.02]);
        near(&holm(&[0.9, 0.9]), &[1.0, 1.0]);
    }
}
