//! Means over several bots of one kind on the same deals, with inference for other bots of that kind and other deals.

use super::interval::{Interval, t_half_width};
use super::moments::Moments;

/// A mean over bots and deals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrossedMean {
    /// The mean, with equal weights for all bots and for all deals.
    pub mean: f64,
    /// The 95 % interval: for the population of bots if there are several, for the bot itself if there is one. `None`
    /// for fewer than two deals.
    pub interval: Option<Interval>,
}

/// Returns the mean of `values`, `[bot][deal]`, with bots and deals as random effects. The variance over bots and that
/// over deals are added, each with Student's quantile for its own number (Banerjee 1960: the coverage is at least
/// nominal). The interaction of bot and deal is in both and so counted twice. `None` without values or if the bots have
/// different numbers of deals.
pub fn crossed_mean(values: &[Vec<f64>]) -> Option<CrossedMean> {
    let (bots, deals) = (values.len(), values.first()?.len());
    if deals == 0 || values.iter().any(|of| of.len() != deals) {
        return None;
    }
    let (mut by_bot, mut by_deal) = (Moments::default(), Moments::default());
    for of in values {
        by_bot.push(of.iter().sum::<f64>() / deals as f64);
    }
    for deal in 0..deals {
        by_deal.push(values.iter().map(|of| of[deal]).sum::<f64>() / bots as f64);
    }
    let half = |moments: &Moments| Some(t_half_width(moments.standard_error()?, moments.count() - 1));
    let mean = by_deal.mean();
    let interval = half(&by_deal).map(|of_deals| {
        let all = libm::hypot(of_deals, half(&by_bot).unwrap_or(0.0));
        Interval { low: mean - all, high: mean + all }
    });
    Some(CrossedMean { mean, interval })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::normal;
    use crate::mean_interval;
    use ergo_core::rng::Seed;

    #[test]
    fn interval_of_single_bot_is_that_of_its_deals() {
        let values = vec![1.0, 4.0, 2.0, 9.0];
        let mut moments = Moments::default();
        values.iter().for_each(|value| moments.push(*value));
        let found = crossed_mean(&[values]).unwrap();
        assert_eq!((found.mean, found.interval), (4.0, mean_interval(&moments)));
        assert_eq!(crossed_mean(&[vec![3.0]]).unwrap(), CrossedMean { mean: 3.0, interval: None });
        assert_eq!(crossed_mean(&[]), None);
        assert_eq!(crossed_mean(&[vec![1.0, 2.0], vec![1.0]]), None);
    }

    #[test]
    fn interval_widens_with_differences_between_bots() {
        // By hand: bots 0 and 2 with mean 1 and standard error 1, one degree of freedom; deals do not differ.
        let found = crossed_mean(&[vec![0.0; 3], vec![2.0; 3]]).unwrap();
        let Interval { low, high } = found.interval.unwrap();
        assert_eq!(found.mean, 1.0);
        assert!((high - low - 2.0 * 12.706_204_736).abs() < 1e-6);
    }

    /// Returns the share of 2,000 samples whose interval includes the true value 0.
    fn held(bots: usize, deals: usize, spread: [f64; 3]) -> f64 {
        let runs = 2_000;
        let one = |run: &u64| {
            let mut rng = Seed::master(14).derive("crossed", &[bots as u64, deals as u64, *run]).rng();
            let mut normal = || normal(&mut rng);
            let of_deals: Vec<f64> = (0..deals).map(|_| spread[1] * normal()).collect();
            let bot = |_| {
                let own = spread[0] * normal();
                of_deals.iter().map(|deal| own + deal + spread[2] * normal()).collect()
            };
            let values: Vec<Vec<f64>> = (0..bots).map(bot).collect();
            let Interval { low, high } = crossed_mean(&values).unwrap().interval.unwrap();
            low <= 0.0 && 0.0 <= high
        };
        (0..runs).filter(one).count() as f64 / runs as f64
    }

    #[test]
    fn interval_coverage_is_at_least_nominal() {
        // Standard deviations of bots, deals and their interaction.
        for bots in [2, 3, 5] {
            for spread in [[1.0, 1.0, 1.0], [1.0, 0.0, 5.0], [0.1, 5.0, 1.0], [0.0, 1.0, 1.0]] {
                let held = held(bots, 40, spread);
                assert!(held >= 0.94, "{bots} bots, {spread:?}: {held}");
            }
        }
    }
}
