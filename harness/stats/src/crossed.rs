//! Several bots of one kind on the same deals: what others of that kind would do, on other deals.

use super::interval::{Interval, t_half};
use super::moments::Moments;

/// A mean over bots and deals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossed {
    /// The mean, every bot and every deal counted alike.
    pub mean: f64,
    /// Its 95 % interval: for all bots of which these are a sample, or for this one alone where there is one. Nothing for fewer
    /// than two deals.
    pub interval: Option<Interval>,
}

/// The mean of `values`, by bot and deal, where both are drawn: what a bot is worth and what a deal is worth are two sources of
/// error, each with few or many of it. The variance of the mean over bots and that of the mean over deals are added, each with
/// Student's quantile for its own number (Banerjee 1960: such an interval holds the truth at least as often as it says). What is
/// peculiar to a bot on a deal is in both, and so counted twice. Nothing without values, or where bots have not equally many.
pub fn crossed(values: &[Vec<f64>]) -> Option<Crossed> {
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
    let half = |moments: &Moments| Some(t_half(moments.standard_error()?, moments.count() - 1));
    let mean = by_deal.mean();
    let interval = half(&by_deal).map(|of_deals| {
        let all = libm::hypot(of_deals, half(&by_bot).unwrap_or(0.0));
        Interval { low: mean - all, high: mean + all }
    });
    Some(Crossed { mean, interval })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::normal;
    use crate::mean_interval;
    use ergo_core::rng::Seed;

    #[test]
    fn a_bot_alone_has_the_interval_of_its_deals() {
        let values = vec![1.0, 4.0, 2.0, 9.0];
        let mut moments = Moments::default();
        values.iter().for_each(|value| moments.push(*value));
        let found = crossed(&[values]).unwrap();
        assert_eq!((found.mean, found.interval), (4.0, mean_interval(&moments)));
        assert_eq!(crossed(&[vec![3.0]]).unwrap(), Crossed { mean: 3.0, interval: None });
        assert_eq!(crossed(&[]), None);
        assert_eq!(crossed(&[vec![1.0, 2.0], vec![1.0]]), None);
    }

    #[test]
    fn bots_that_differ_widen_it() {
        // By hand: bots 0 and 2 with mean 1 and standard error 1, one degree of freedom; deals do not differ.
        let found = crossed(&[vec![0.0; 3], vec![2.0; 3]]).unwrap();
        let Interval { low, high } = found.interval.unwrap();
        assert_eq!(found.mean, 1.0);
        assert!((high - low - 2.0 * 12.706_204_736).abs() < 1e-6);
    }

    /// Of how many of 2,000 samples the interval holds the truth, 0.
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
            let Interval { low, high } = crossed(&values).unwrap().interval.unwrap();
            low <= 0.0 && 0.0 <= high
        };
        (0..runs).filter(one).count() as f64 / runs as f64
    }

    #[test]
    fn held_at_least_as_often_as_said() {
        // What bots, deals and both together differ by; the last of two or three bots with nothing of their own.
        for bots in [2, 3, 5] {
            for spread in [[1.0, 1.0, 1.0], [1.0, 0.0, 5.0], [0.1, 5.0, 1.0], [0.0, 1.0, 1.0]] {
                let held = held(bots, 40, spread);
                assert!(held >= 0.94, "{bots} bots, {spread:?}: {held}");
            }
        }
    }
}
