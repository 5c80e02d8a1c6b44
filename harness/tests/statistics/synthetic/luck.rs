//! Blocks with covariates of mean 0 and a known truth, and how often means with luck taken out are right about it.

use ergo_engine::rng::{Rng, Seed, below, unit};
use ergo_lab::stats::control::Controlled;
use ergo_lab::stats::{Interval, Moments, mean_interval};
use rayon::prelude::*;

/// How much of it there is.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub name: &'static str,
    pub blocks: u64,
    /// Covariates that have nothing to do with the value.
    pub idle: usize,
    /// How strongly luck decides, from 0 to 1.
    pub luck: f64,
}

/// The kinds that are tried.
pub const KINDS: [Kind; 4] = [
    Kind { name: "200 blocks, strong luck", blocks: 200, idle: 4, luck: 1.0 },
    Kind { name: "240 blocks, some luck, 24 idle covariates", blocks: 240, idle: 24, luck: 0.6 },
    Kind { name: "240 blocks, no luck, 24 idle covariates", blocks: 240, idle: 24, luck: 0.0 },
    Kind { name: "1,000 blocks, some luck, 24 idle covariates", blocks: 1_000, idle: 24, luck: 0.6 },
];

/// The findings, shares in per cent.
#[derive(Debug)]
pub struct Found {
    /// How often the interval of the plain mean held the truth.
    pub raw: f64,
    /// How often the adjusted one did.
    pub adjusted: f64,
    /// How often a correction seemed different from 0 at 5 %.
    pub alarms: f64,
    /// The mean error of the adjusted mean, in its standard errors over all tries.
    pub bias: f64,
    /// The mean correction, likewise.
    pub correction: f64,
    /// The mean ratio of variances that was said.
    pub said: f64,
    /// The ratio of variances that was, over all tries.
    pub was: f64,
}

/// The truth: every block is won or lost, half of them won.
const TRUTH: f64 = 0.5;

/// One block: cards come until a walk of coins has gone three steps away from where it began, or a dozen have come. What ends
/// it is what is drawn, so its length depends on luck; the sums keep mean 0. The block is won with a probability that is
/// linear in one lopsided sum and odd in the symmetric one, and so is one half on average.
fn block(kind: Kind, rng: &mut Rng, out: &mut Vec<f64>) {
    out.clear();
    out.resize(2 + kind.idle + 1, 0.0);
    for _ in 0..12 {
        out[0] += if below(rng, 2) == 0 { 1.0 } else { -1.0 };
        out[1] += f64::from(u8::from(below(rng, 5) == 0)) - 0.2;
        for idle in &mut out[2..2 + kind.idle] {
            *idle += f64::from(u8::from(below(rng, 8) == 0)) - 0.125;
        }
        if out[0].abs() >= 3.0 {
            break;
        }
    }
    let chance = TRUTH + kind.luck * (0.3 * libm::tanh(out[0]) + 0.018 * out[1]);
    let last = out.len() - 1;
    out[last] = f64::from(u8::from(unit(rng) < chance));
}

/// Plays `count` sets of blocks and counts.
pub fn found(kind: Kind, count: u64, seed: &Seed) -> Found {
    let one = |number: u64| {
        let mut rng = seed.derive(kind.name, &[number]).rng();
        let (mut controlled, mut raw, mut values) = (Controlled::new(2 + kind.idle, 1), Moments::default(), Vec::new());
        for deal in 0..kind.blocks {
            block(kind, &mut rng, &mut values);
            raw.push(values[values.len() - 1]);
            controlled.push((deal % 2) as usize, &values);
        }
        let adjusted = controlled.adjusted(0).expect("blocks enough");
        let hits = [mean_interval(&raw), Some(adjusted.interval)].map(|interval| holds(interval, TRUTH));
        (hits, raw.mean(), adjusted)
    };
    let all: Vec<_> = (0..count).into_par_iter().map(one).collect();
    let share = |hit: &dyn Fn(usize) -> bool| 100.0 * (0..all.len()).filter(|i| hit(*i)).count() as f64 / count as f64;
    let moments = |value: &dyn Fn(usize) -> f64| {
        let mut moments = Moments::default();
        (0..all.len()).for_each(|i| moments.push(value(i)));
        moments
    };
    let (raw, adjusted) = (moments(&|i| all[i].1), moments(&|i| all[i].2.mean));
    let taken = moments(&|i| all[i].2.correction.mean);
    Found {
        raw: share(&|i| all[i].0[0]),
        adjusted: share(&|i| all[i].0[1]),
        alarms: share(&|i| all[i].2.correction.p < 0.05),
        bias: (adjusted.mean() - TRUTH) / adjusted.standard_error().expect("many tries"),
        correction: taken.mean() / taken.standard_error().filter(|error| *error > 0.0).unwrap_or(1.0),
        said: moments(&|i| all[i].2.ratio).mean(),
        was: adjusted.variance().expect("many tries") / raw.variance().expect("many tries"),
    }
}

fn holds(interval: Option<Interval>, truth: f64) -> bool {
    interval.is_some_and(|interval| interval.low <= truth && truth <= interval.high)
}
