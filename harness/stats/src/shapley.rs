//! Whose is it? Shapley values (1953): a whole that several bring about together, parted so that each has the mean of what it
//! adds over all orders in which they could come.

use std::collections::BTreeMap;

use ergo_core::rng::{Seed, shuffle};

use super::interval::{Interval, t_half};
use super::moments::Moments;

/// The most who share: a coalition is a set of bits.
pub const MOST_PLAYERS: usize = 32;

/// The part of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// The estimate.
    pub value: f64,
    /// Its 95 % interval, over deals and over orders.
    pub interval: Interval,
}

/// How a whole is parted.
#[derive(Clone, Debug, PartialEq)]
pub struct Shapley {
    /// By player. Their sum is `whole`, but for rounding.
    pub parts: Vec<Part>,
    /// The value of all together less that of nobody.
    pub whole: f64,
    /// Whether all orders were taken, not some of them.
    pub exact: bool,
    /// Coalitions of which the value was asked.
    pub coalitions: usize,
}

/// Parts the whole among `players`. `value` says what a coalition, a bit for each who is in it, has in every deal; deals in
/// common. All orders are taken where that asks for no more coalitions than `pairs` orders, each with its reverse (antithetic
/// orders, Mitchell et al. 2022), which are drawn from `seed` otherwise. No coalition is asked for twice.
pub fn shapley(players: usize, pairs: usize, seed: &Seed, mut value: impl FnMut(u32) -> Vec<f64>) -> Shapley {
    assert!((1..=MOST_PLAYERS).contains(&players), "{players} players, expected 1 to {MOST_PLAYERS}");
    let all = if players == MOST_PLAYERS { u32::MAX } else { (1 << players) - 1 };
    let mut known: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    let mut of = |coalition: u32| known.entry(coalition).or_insert_with(|| value(coalition)).clone();
    let (none, every) = (of(0), of(all));
    let deals = none.len();
    let exact = players < 24 && (1_usize << players) <= 2 * pairs.max(1) * players;
    // By player: what it adds in every deal, the mean over orders; and over pairs of orders, the mean over deals.
    let mut by_deal = vec![vec![0.0; deals]; players];
    let mut by_order = vec![Moments::default(); players];
    let added = |before: &[f64], after: &[f64]| {
        after.iter().zip(before).map(|(after, before)| after - before).collect::<Vec<f64>>()
    };
    if exact {
        // One by the number of orders in which exactly these come before.
        let weight = |before: u32| {
            let ways = (1..=before).fold(1.0, |ways, i| ways * f64::from(players as u32 - i) / f64::from(i));
            1.0 / (ways * players as f64)
        };
        for coalition in 0..=all {
            let before = of(coalition);
            let share = weight(coalition.count_ones());
            for player in (0..players).filter(|player| coalition >> player & 1 == 0) {
                let added = added(&before, &of(coalition | 1 << player));
                by_deal[player].iter_mut().zip(added).for_each(|(sum, added)| *sum += share * added);
            }
        }
    } else {
        for pair in 0..pairs as u64 {
            let mut order: Vec<usize> = (0..players).collect();
            shuffle(&mut seed.derive("shapley", &[]).stream(pair), &mut order);
            let mut sums = vec![0.0; players];
            for reversed in [false, true] {
                let (mut coalition, mut before) = (0, none.clone());
                for place in 0..players {
                    let player = order[if reversed { players - 1 - place } else { place }];
                    coalition |= 1 << player;
                    let after = of(coalition);
                    let share = 1.0 / (2.0 * pairs as f64);
                    for ((sum, after), before) in by_deal[player].iter_mut().zip(&after).zip(&before) {
                        *sum += share * (after - before);
                    }
                    sums[player] += added(&before, &after).iter().sum::<f64>() / (2.0 * deals as f64);
                    before = after;
                }
            }
            by_order.iter_mut().zip(sums).for_each(|(moments, sum)| moments.push(sum));
        }
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let part = |(deals, orders): (&Vec<f64>, &Moments)| {
        let mut over = Moments::default();
        deals.iter().for_each(|value| over.push(*value));
        // Deals and orders are both drawn, and every order meets every deal.
        let errors = [over.standard_error(), orders.standard_error()].map(|error| error.unwrap_or(0.0));
        let counts = [over.count(), orders.count()].into_iter().filter(|count| *count > 1).min();
        let error = (errors[0] * errors[0] + errors[1] * errors[1]).sqrt();
        let half = counts.map_or(0.0, |count| t_half(error, count - 1));
        Part { value: over.mean(), interval: Interval { low: over.mean() - half, high: over.mean() + half } }
    };
    let parts = by_deal.iter().zip(&by_order).map(part).collect();
    Shapley { parts, whole: mean(&every) - mean(&none), exact, coalitions: known.len() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ergo_core::rng::unit;

    /// Each adds its own number, the first two 6 more together.
    fn worth(players: usize, coalition: u32) -> f64 {
        let own: f64 = (0..players).filter(|player| coalition >> player & 1 == 1).map(|player| player as f64).sum();
        own + if coalition & 3 == 3 { 6.0 } else { 0.0 }
    }

    #[test]
    fn gloves() {
        // One left glove and two right ones: a pair is worth 1. Shapley values 2/3, 1/6, 1/6.
        let pair = |coalition: u32| vec![f64::from(u8::from(coalition & 1 == 1 && coalition > 1))];
        let found = shapley(3, 100, &Seed::master(1), pair);
        assert!(found.exact && found.coalitions == 8 && found.whole == 1.0);
        let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        near(found.parts[0].value, 2.0 / 3.0);
        near(found.parts[1].value, 1.0 / 6.0);
        near(found.parts[2].value, 1.0 / 6.0);
    }

    #[test]
    fn parts_sum_to_the_whole_and_hold_the_truth() {
        let (players, deals) = (12, 50);
        let (mut held, mut all) = (0, 0);
        for number in 0..40 {
            let seed = Seed::master(number);
            let noisy = |coalition: u32| {
                let mut rng = seed.derive("value", &[u64::from(coalition)]).rng();
                let mut shared = seed.derive("deal", &[]).rng();
                (0..deals)
                    .map(|_| {
                        // Of a deal, of every player in a deal, and of this evaluation alone.
                        let deal = unit(&mut shared) - 0.5;
                        let luck: Vec<f64> = (0..players).map(|_| unit(&mut shared) - 0.5).collect();
                        let each: f64 =
                            (0..players).filter(|player| coalition >> player & 1 == 1).map(|player| luck[player]).sum();
                        worth(players, coalition) + deal + each + unit(&mut rng) - 0.5
                    })
                    .collect::<Vec<f64>>()
            };
            let found = shapley(players, 30, &seed, noisy);
            assert!(!found.exact);
            let sum: f64 = found.parts.iter().map(|part| part.value).sum();
            assert!((sum - found.whole).abs() < 1e-9, "{sum} {found:?}");
            for (player, part) in found.parts.iter().enumerate() {
                let truth = player as f64 + if player < 2 { 3.0 } else { 0.0 };
                held += u32::from((part.interval.low..=part.interval.high).contains(&truth));
                all += 1;
            }
        }
        assert!(held * 100 >= all * 93, "{held} of {all}");
    }
}
