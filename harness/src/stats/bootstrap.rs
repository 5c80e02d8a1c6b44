//! The Bayesian block bootstrap: how estimates would have come out with other blocks.

use std::ops::Range;

use ergo_engine::rng::Seed;
use rayon::prelude::*;
use statrs::distribution::{ContinuousCDF, Normal};

use super::Interval;
use super::choice::Choices;
use super::interval::{NORMAL_QUANTILE, t_quantile, within};

/// How to bootstrap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The number of draws.
    pub draws: u32,
    /// Newton steps from the fit to each draw.
    pub steps: usize,
}

impl Default for Settings {
    /// 2,000 draws of three steps.
    fn default() -> Self {
        Settings { draws: 2_000, steps: 3 }
    }
}

/// An estimate and its draws. Intervals hold 95 %; they are percentiles of the draws, widened for the number of blocks as
/// Student's t widens the normal interval (the "expanded percentile" interval, Hesterberg 2015).
#[derive(Clone, Debug, PartialEq)]
pub struct Replicates {
    estimate: Vec<f64>,
    draws: Vec<Vec<f64>>,
    blocks: usize,
}

/// All differences of two entrants at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// One entrant.
    pub one: usize,
    /// The other, with the larger number.
    pub other: usize,
    /// Rating of the one less that of the other.
    pub difference: f64,
    /// Holds the true difference, in 95 % of experiments for all pairs together.
    pub interval: Interval,
}

/// The ranks that an entrant may have, 1 the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankSet {
    /// One more than how many are clearly better.
    pub best: usize,
    /// All less how many are clearly worse.
    pub worst: usize,
}

impl Replicates {
    /// Draws of any estimate: `draw` is given a stream of its own for every draw, so that they do not depend on threads.
    pub fn of(
        estimate: Vec<f64>,
        blocks: usize,
        draws: u32,
        seed: &Seed,
        draw: impl Fn(&mut ergo_engine::rng::Rng) -> Vec<f64> + Sync,
    ) -> Self {
        let seed = seed.derive("bootstrap", &[]);
        let draws = (0..draws).into_par_iter().map(|i| draw(&mut seed.stream(u64::from(i)))).collect();
        Replicates { estimate, draws, blocks }
    }

    /// Draws of a fit. Every one of `groups` is a range of parameters of which only differences count: they are moved to sum
    /// to 0.
    pub(super) fn refit(
        choices: &Choices,
        fit: &[f64],
        groups: &[Range<usize>],
        seed: &Seed,
        settings: Settings,
    ) -> Self {
        let centred = |mut parameters: Vec<f64>| {
            for group in groups.iter().filter(|group| !group.is_empty()) {
                let group = &mut parameters[group.clone()];
                let mean = group.iter().sum::<f64>() / group.len() as f64;
                group.iter_mut().for_each(|parameter| *parameter -= mean);
            }
            parameters
        };
        let redraw = |rng: &mut _| centred(choices.redraw(fit, settings.steps, rng));
        Replicates::of(centred(fit.to_vec()), choices.blocks(), settings.draws, seed, redraw)
    }

    /// The estimate.
    pub fn estimate(&self) -> &[f64] {
        &self.estimate
    }

    /// The draws, each as long as the estimate.
    pub fn draws(&self) -> &[Vec<f64>] {
        &self.draws
    }

    /// The interval of parameter number `i`. Like all intervals here: nothing for fewer than two blocks.
    pub fn parameter(&self, i: usize) -> Option<Interval> {
        self.interval(|parameters| parameters[i])
    }

    /// The interval of parameter `one` less parameter `other`.
    pub fn difference(&self, one: usize, other: usize) -> Option<Interval> {
        self.interval(|parameters| parameters[one] - parameters[other])
    }

    /// The interval of any number made of the parameters.
    pub fn interval(&self, of: impl Fn(&[f64]) -> f64) -> Option<Interval> {
        self.interval_of(self.draws.iter().map(|draw| of(draw)).collect())
    }

    /// The interval of any number of which there is a value for every draw.
    pub fn interval_of(&self, mut values: Vec<f64>) -> Option<Interval> {
        if self.blocks < 2 || values.is_empty() {
            return None;
        }
        values.sort_unstable_by(f64::total_cmp);
        let tail = Normal::standard().cdf(-self.widening() * NORMAL_QUANTILE);
        Some(Interval { low: quantile(&values, tail), high: quantile(&values, 1.0 - tail) })
    }

    /// The share of draws in which parameter `one` exceeds parameter `other`; equal ones count half. 0.5 without draws.
    pub fn probability_better(&self, one: usize, other: usize) -> f64 {
        let count = |draw: &Vec<f64>| match draw[one].total_cmp(&draw[other]) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        };
        if self.draws.is_empty() {
            return 0.5;
        }
        self.draws.iter().map(count).sum::<f64>() / self.draws.len() as f64
    }

    /// Intervals of all differences among the first `entrants` parameters that hold together: the largest |t| of all pairs
    /// stays within them in 95 % of draws. Nothing for fewer than two blocks.
    pub fn pairs(&self, entrants: usize) -> Option<Vec<Pair>> {
        if self.blocks < 2 || self.draws.is_empty() {
            return None;
        }
        let mut pairs: Vec<(usize, usize, f64)> = Vec::new();
        for one in 0..entrants {
            for other in one + 1..entrants {
                pairs.push((one, other, self.spread(one, other)));
            }
        }
        let off = |draw: &[f64], &(one, other, spread): &(usize, usize, f64)| {
            let moved = draw[one] - draw[other] - (self.estimate[one] - self.estimate[other]);
            if spread > 0.0 { moved.abs() / spread } else { 0.0 }
        };
        let largest = |draw: &Vec<f64>| pairs.iter().map(|pair| off(draw, pair)).fold(0.0, f64::max);
        let mut largest: Vec<f64> = self.draws.iter().map(largest).collect();
        largest.sort_unstable_by(f64::total_cmp);
        let reach = quantile(&largest, 0.95) * self.widening();
        let pair = |&(one, other, spread): &(usize, usize, f64)| {
            let difference = self.estimate[one] - self.estimate[other];
            let half = reach * spread;
            Pair { one, other, difference, interval: Interval { low: difference - half, high: difference + half } }
        };
        Some(pairs.iter().map(pair).collect())
    }

    /// The ranks that each of the first `entrants` may have (Mogstad, Romano, Shaikh and Wilhelm 2024): in 95 % of
    /// experiments all true ranks lie in them. All ranks for fewer than two blocks.
    pub fn rank_sets(&self, entrants: usize) -> Vec<RankSet> {
        let mut sets = vec![RankSet { best: 1, worst: entrants }; entrants];
        for Pair { one, other, interval, .. } in self.pairs(entrants).unwrap_or_default() {
            let (better, worse) = match interval {
                Interval { low, .. } if low > 0.0 => (one, other),
                Interval { high, .. } if high < 0.0 => (other, one),
                _ => continue,
            };
            sets[better].worst -= 1;
            sets[worse].best += 1;
        }
        sets
    }

    /// The standard deviation of a difference over the draws.
    fn spread(&self, one: usize, other: usize) -> f64 {
        let count = self.draws.len() as f64;
        let mean = self.draws.iter().map(|draw| draw[one] - draw[other]).sum::<f64>() / count;
        let square = |draw: &Vec<f64>| (draw[one] - draw[other] - mean) * (draw[one] - draw[other] - mean);
        (self.draws.iter().map(square).sum::<f64>() / count).sqrt()
    }

    /// How much wider than the draws: they vary (n − 1) / (n + 1) as much as they should, and their number is not infinite.
    fn widening(&self) -> f64 {
        let blocks = self.blocks as f64;
        ((blocks + 1.0) / (blocks - 1.0)).sqrt() * t_quantile(self.blocks as u64 - 1) / NORMAL_QUANTILE
    }
}

/// The value below which the share `share` lies of the distribution that `sorted`, not empty, was drawn from: the one at place
/// `share · (n + 1)`, between neighbours in proportion. On average this leaves out what it says, however few the draws.
pub(super) fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = within(share * (sorted.len() + 1) as f64 - 1.0, 0.0, (sorted.len() - 1) as f64);
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    below + (above - below) * (place - place.floor())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replicates(draws: Vec<Vec<f64>>, blocks: usize) -> Replicates {
        let estimate = draws.first().cloned().unwrap_or_default();
        Replicates { estimate, draws, blocks }
    }

    #[test]
    fn percentiles_of_a_grid() {
        let grid = (0..=1000).map(|i| vec![f64::from(i), 500.0]).collect();
        let grid = replicates(grid, 1_000_000);
        let interval = grid.parameter(0).unwrap();
        assert!((interval.low - 24.05).abs() < 0.01 && (interval.high - 975.95).abs() < 0.01, "{interval:?}");
        assert!((grid.probability_better(0, 1) - 500.5 / 1001.0).abs() < 1e-12);
        let interval = grid.difference(0, 1).unwrap();
        assert!((interval.low + 475.95).abs() < 0.01);
    }

    #[test]
    fn few_blocks_have_wide_intervals_and_one_has_none() {
        let grid: Vec<_> = (0..=1000).map(|i| vec![f64::from(i)]).collect();
        assert!(replicates(grid.clone(), 5).parameter(0).unwrap().low < 1.0);
        assert_eq!(replicates(grid, 1).parameter(0), None);
        assert_eq!(replicates(Vec::new(), 9).rank_sets(2), [RankSet { best: 1, worst: 2 }; 2]);
        assert_eq!(replicates(Vec::new(), 9).probability_better(0, 1), 0.5);
    }

    #[test]
    fn ranks_follow_clear_differences_only() {
        // 0 far above 1 and 2, which cross.
        let draws = (0..200).map(|i| vec![10.0 + f64::from(i % 7) * 0.1, f64::from(i % 5), f64::from(i % 3) + 1.0]);
        let mut replicates = replicates(draws.collect(), 1000);
        replicates.estimate = vec![10.3, 2.0, 2.0];
        let sets = replicates.rank_sets(3);
        assert_eq!(sets[0], RankSet { best: 1, worst: 1 });
        assert_eq!(sets[1], RankSet { best: 2, worst: 3 });
        assert_eq!(sets[2], RankSet { best: 2, worst: 3 });
        assert_eq!(replicates.pairs(3).unwrap().len(), 3);
    }

    #[test]
    fn the_same_seed_gives_the_same_draws() {
        let draw = |rng: &mut ergo_engine::rng::Rng| vec![ergo_engine::rng::unit(rng)];
        let draws = || Replicates::of(vec![0.5], 10, 50, &Seed::master(4), draw);
        assert_eq!(draws(), draws());
        assert_ne!(draws().draws[0], draws().draws[1]);
    }
}
