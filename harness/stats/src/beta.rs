//! The incomplete beta function for any size. The implementation in `statrs` stops after 140 terms and is wrong from
//! about 10⁶ trials on.

use statrs::function::gamma::ln_gamma;

/// Returns the probability that a Beta(a, b) variable is below `x`, for positive `a` and `b` and `x` from 0 to 1.
/// Continued fraction of Lentz (Press et al., *Numerical Recipes*, 6.4); about `sqrt(max(a, b))` terms.
pub(super) fn beta_share(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return if x <= 0.0 { 0.0 } else { 1.0 };
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta_share(b, a, 1.0 - x);
    }
    let front = libm::exp(ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * libm::log(x) + b * libm::log1p(-x)) / a;
    let keep = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let mut d = keep(1.0 - (a + b) * x / (a + 1.0)).recip();
    let (mut c, mut fraction) = (1.0, d);
    for m in 1..100_000 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut last = 1.0;
        for term in [even, odd] {
            d = keep(1.0 + term * d).recip();
            c = keep(1.0 + term / c);
            last = d * c;
            fraction *= last;
        }
        if (last - 1.0).abs() < 1e-14 {
            break;
        }
    }
    (front * fraction).clamp(0.0, 1.0)
}

/// Returns the quantile of Beta(a, b) at `share`, by bisection.
pub(super) fn beta_quantile(a: f64, b: f64, share: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if beta_share(a, b, middle) < share { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beta_functions_match_closed_forms_and_scipy() {
        let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-7, "{found} not {expected}");
        near(beta_share(1.0, 1.0, 0.3), 0.3);
        near(beta_share(3.0, 1.0, 0.5), 0.125);
        near(beta_share(2.0, 2.0, 0.25), 0.15625);
        near(beta_share(1e6, 1e6, 0.5), 0.5);
        // scipy.special.betainc(3e6 + 1, 7e6, 0.3) and betaincinv(0.5, 20.5, 0.975).
        near(beta_share(3e6 + 1.0, 7e6, 0.3), 0.49984400);
        near(beta_quantile(0.5, 20.5, 0.975), 0.11663898);
    }
}
