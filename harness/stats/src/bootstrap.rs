//! The Bayesian block bootstrap.

use ergo_core::rng::Seed;
use rayon::prelude::*;
use statrs::distribution::{ContinuousCDF, Normal};

use super::interval::{Interval, NORMAL_QUANTILE, t_quantile, within};

/// An estimate with its bootstrap draws. Intervals hold 95 %. They are percentiles of the draws, widened for the number
/// of blocks as Student's t widens the normal interval ("expanded percentile" interval, Hesterberg 2015).
#[derive(Clone, Debug, PartialEq)]
pub struct Replicates {
    estimate: Vec<f64>,
    draws: Vec<Vec<f64>>,
    blocks: usize,
}

impl Replicates {
    /// Generates `draws` draws with `draw`. Each call gets its own random stream, so the result does not depend on
    /// threads. `blocks` is the number of blocks behind the estimate.
    pub fn generate(
        estimate: Vec<f64>,
        blocks: usize,
        draws: u32,
        seed: &Seed,
        draw: impl Fn(&mut ergo_core::rng::Rng) -> Vec<f64> + Sync,
    ) -> Self {
        let seed = seed.derive("bootstrap", &[]);
        let draws = (0..draws).into_par_iter().map(|i| draw(&mut seed.stream(u64::from(i)))).collect();
        Replicates { estimate, draws, blocks }
    }

    /// Returns the estimate.
    pub fn estimate(&self) -> &[f64] {
        &self.estimate
    }

    /// Returns the draws, each as long as the estimate.
    pub fn draws(&self) -> &[Vec<f64>] {
        &self.draws
    }

    /// Returns the interval of a statistic from its value in each draw, or `None` for fewer than two blocks.
    pub fn interval_of(&self, mut values: Vec<f64>) -> Option<Interval> {
        if self.blocks < 2 || values.is_empty() {
            return None;
        }
        values.sort_unstable_by(f64::total_cmp);
        let tail = Normal::standard().cdf(-self.widening() * NORMAL_QUANTILE);
        Some(Interval { low: quantile(&values, tail), high: quantile(&values, 1.0 - tail) })
    }

    /// Returns the factor by which intervals are wider than the percentiles of the draws. It corrects the variance of
    /// the draws, which is too small by (n − 1) / (n + 1), and uses Student's quantile for `n` blocks.
    pub fn widening(&self) -> f64 {
        let blocks = self.blocks as f64;
        ((blocks + 1.0) / (blocks - 1.0)).sqrt() * t_quantile(self.blocks as u64 - 1) / NORMAL_QUANTILE
    }
}

/// Returns the quantile of `sorted`, which must not be empty, at `share`: the value at position `share · (n + 1)`, with
/// linear interpolation. This choice is unbiased for any number of draws.
pub(super) fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = within(share * (sorted.len() + 1) as f64 - 1.0, 0.0, (sorted.len() - 1) as f64);
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    below + (above - below) * (place - place.floor())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interval_of_grid_matches_percentiles() {
        let grid: Vec<f64> = (0..=1000).map(f64::from).collect();
        let of = |blocks| Replicates { estimate: Vec::new(), draws: Vec::new(), blocks }.interval_of(grid.clone());
        let interval = of(1_000_000).unwrap();
        assert!((interval.low - 24.05).abs() < 0.01 && (interval.high - 975.95).abs() < 0.01, "{interval:?}");
        // Few blocks give wide intervals, and one gives none.
        assert!(of(5).unwrap().low < 1.0);
        assert_eq!(of(1), None);
    }

    #[test]
    fn generate_with_same_seed_gives_same_draws() {
        let draw = |rng: &mut ergo_core::rng::Rng| vec![ergo_core::rng::unit(rng)];
        let draws = || Replicates::generate(vec![0.5], 10, 50, &Seed::master(4), draw);
        assert_eq!(draws(), draws());
        assert_ne!(draws().draws[0], draws().draws[1]);
    }
}
