//! Are p-values uniform, as they must be where nothing differs?

/// The p-value of Kolmogorov and Smirnov's test that `values` are uniform from 0 to 1, with Stephens's correction for their
/// number (1970): good to two digits from five values on. 1 for none; values that are no numbers count as 1.
pub fn uniformity(values: &[f64]) -> f64 {
    let distance = uniform_distance(values);
    let root = (values.len() as f64).sqrt();
    if values.is_empty() { 1.0 } else { kolmogorov((root + 0.12 + 0.11 / root) * distance) }
}

/// The largest distance between the shares of `values` and of the uniform distribution below any point. 0 for none.
pub fn uniform_distance(values: &[f64]) -> f64 {
    let cut = |value: &f64| if value.is_nan() { 1.0 } else { value.clamp(0.0, 1.0) };
    let mut sorted: Vec<f64> = values.iter().map(cut).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let count = sorted.len() as f64;
    let at = |(i, value): (usize, &f64)| (value - i as f64 / count).max((i + 1) as f64 / count - value);
    sorted.iter().enumerate().map(at).fold(0.0, f64::max)
}

/// The probability that Kolmogorov's variable exceeds `x`.
fn kolmogorov(x: f64) -> f64 {
    if x < 0.2 {
        return 1.0;
    }
    let mut sum = 0.0;
    for k in 1..=100 {
        let term = libm::exp(-2.0 * f64::from(k * k) * x * x);
        sum += if k % 2 == 1 { term } else { -term };
    }
    (2.0 * sum).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabled_values() {
        // Kolmogorov's distribution: 5 % above 1.3581, 1 % above 1.6276.
        assert!((kolmogorov(1.3581) - 0.05).abs() < 1e-4);
        assert!((kolmogorov(1.6276) - 0.01).abs() < 1e-4);
        // The 5 % point of the exact distribution for ten values is 0.40925.
        let shifted: Vec<f64> = (0..10).map(|i| (f64::from(i) / 10.0 + 0.40925).min(1.0)).collect();
        assert!((uniform_distance(&shifted) - 0.40925).abs() < 1e-12);
        assert!((uniformity(&shifted) - 0.05).abs() < 0.002);
    }

    #[test]
    fn even_values_pass_and_crowded_ones_fail() {
        let even: Vec<f64> = (0..1000).map(|i| (f64::from(i) + 0.5) / 1000.0).collect();
        assert!(uniformity(&even) > 0.99);
        let crowded: Vec<f64> = even.iter().map(|value| value * value).collect();
        assert!(uniformity(&crowded) < 1e-6);
        assert_eq!(uniformity(&[]), 1.0);
        assert!(uniformity(&[f64::NAN; 50]) < 1e-6);
    }
}
