//! Ratings, and how far one lies above another: estimates, intervals, probabilities and ranks by one law. It is Student's t
//! about the penalised fit, with the robust error of `stats::sandwich`. Where one side never won
//! ([`super::dominance`]) the other end is open, and for two who met it is the exact one for a share of blocks of which none
//! was lost.

use ergo_core::rng::Seed;
use rayon::prelude::*;
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::choice::{exponential, normal};
use super::dominance::{Bound, Dominance};
use super::interval::Interval;
use super::sandwich::{Error, Sandwich};

/// Draws of the covariance, for all leads together.
const DRAWS: u64 = 4_000;
/// The probability left outside on each side.
const TAIL: f64 = 0.025;

/// Entrants and their ratings.
pub struct Leads {
    ratings: Vec<f64>,
    zero: Vec<usize>,
    sandwich: Option<Sandwich>,
    dominance: Dominance,
}

/// How probable it is that one is better than another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Better {
    /// The probability, or the bound of it.
    pub probability: f64,
    /// How it is to be read.
    pub bound: Bound,
}

/// The ranks that an entrant may have, 1 the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankSet {
    /// One more than how many are clearly better.
    pub best: usize,
    /// All less how many are clearly worse.
    pub worst: usize,
}

impl Leads {
    /// Of the first parameters of a fit, those of entrants. 0 becomes the mean of `zero`. Without a covariance there are no
    /// intervals.
    pub fn new(parameters: &[f64], zero: Vec<usize>, sandwich: Option<Sandwich>, dominance: Dominance) -> Self {
        let mean = zero.iter().map(|one| parameters[*one]).sum::<f64>() / zero.len().max(1) as f64;
        let ratings = parameters.iter().map(|rating| rating - mean).collect();
        Leads { ratings, zero, sandwich, dominance }
    }

    /// The ratings in nats.
    pub fn ratings(&self) -> &[f64] {
        &self.ratings
    }

    /// Those of whose ratings 0 is the mean.
    pub fn zero(&self) -> &[usize] {
        &self.zero
    }

    /// How two stand by who won against whom.
    pub fn bound(&self, one: usize, other: usize) -> Bound {
        self.dominance.bound(one, other)
    }

    /// The 95 % interval of a rating; an open end is infinite. Nothing for the one that is 0 by itself.
    pub fn rating(&self, one: usize) -> Option<Interval> {
        if self.zero == [one] {
            return None;
        }
        let bound = self.zero.first().map_or(Bound::Neither, |zero| self.bound(one, *zero));
        Some(self.wald(self.ratings[one], bound, self.sandwich.as_ref()?.error(&self.weights(one)), TAIL))
    }

    /// The interval of a lead, for one question asked beforehand, with 95 %.
    pub fn lead(&self, one: usize, other: usize) -> Option<Interval> {
        self.lead_with(one, other, TAIL)
    }

    /// The interval of a lead that leaves out `tail` on each side.
    pub fn lead_with(&self, one: usize, other: usize, tail: f64) -> Option<Interval> {
        let bound = self.bound(one, other);
        let exact = |blocks: u32| libm::log((1.0 - share(tail, blocks)) / share(tail, blocks));
        let (above, below) = (self.dominance.blocks(one, other), self.dominance.blocks(other, one));
        let error = self.error(one, other)?;
        Some(match bound {
            Bound::Least if above > 0 => Interval { low: exact(above), high: f64::INFINITY },
            Bound::Most if below > 0 => Interval { low: f64::NEG_INFINITY, high: -exact(below) },
            _ => self.wald(self.ratings[one] - self.ratings[other], bound, error, tail),
        })
    }

    /// How probable it is that one is better than another; nothing where nothing is known.
    pub fn better(&self, one: usize, other: usize) -> Option<Better> {
        let bound = self.bound(one, other);
        let Error { deviation, freedom } = self.error(one, other)?;
        let (above, below) = (self.dominance.blocks(one, other), self.dominance.blocks(other, one));
        let never = |blocks: u32| 0.5_f64.powi(blocks.min(1_000) as i32);
        let probability = match bound {
            Bound::Neither => return None,
            Bound::Least if above > 0 => 1.0 - never(above),
            Bound::Most if below > 0 => never(below),
            _ => student(freedom).cdf((self.ratings[one] - self.ratings[other]) / deviation.max(f64::MIN_POSITIVE)),
        };
        Some(Better { probability, bound })
    }

    /// The probability left outside on each side of an interval of a lead, for all of them to hold together in 95 % of experiments: the
    /// largest |t| of all pairs, by draws of the covariance. 2.5 % for a single pair.
    pub fn tail_together(&self, seed: &Seed) -> f64 {
        let count = self.ratings.len();
        let Some(sandwich) = self.sandwich.as_ref().filter(|_| count > 2) else { return TAIL };
        let root = root(sandwich, count);
        let pairs: Vec<(usize, usize, f64)> = (0..count)
            .flat_map(|one| (one + 1..count).map(move |other| (one, other)))
            .filter(|(one, other)| self.bound(*one, *other) != Bound::Neither)
            .map(|(one, other)| (one, other, self.error(one, other).map_or(0.0, |error| error.deviation)))
            .filter(|(.., deviation)| *deviation > 0.0)
            .collect();
        let freedom = (sandwich.blocks() - 1) as f64;
        let seed = seed.derive("together", &[]);
        let largest = |draw: u64| {
            let mut rng = seed.stream(draw);
            let normals: Vec<f64> = (0..count).map(|_| normal(&mut rng)).collect();
            let at = |one: usize| (0..=one).map(|k| root[one * count + k] * normals[k]).sum::<f64>();
            let drawn: Vec<f64> = (0..count).map(at).collect();
            let off = |(one, other, deviation): &(usize, usize, f64)| (drawn[*one] - drawn[*other]).abs() / deviation;
            pairs.iter().map(off).fold(0.0, f64::max) / chi(freedom, &mut rng)
        };
        let mut all: Vec<f64> = (0..DRAWS).into_par_iter().map(largest).collect();
        all.sort_unstable_by(f64::total_cmp);
        let reach = all[(DRAWS as usize * 19) / 20];
        student(freedom).sf(reach).min(TAIL)
    }

    /// The ranks that each may have (Mogstad, Romano, Shaikh and Wilhelm 2024), by leads that leave out `tail` on each side:
    /// with that of [`Leads::tail_together`] all true ranks lie in them in 95 % of experiments. Nobody may be as high as one who is
    /// rated better may not, nor as low as one who is rated worse may not: where a lead over somebody is surer than one over
    /// somebody worse, both sets are as wide as the wider end.
    pub fn rank_sets(&self, tail: f64) -> Vec<RankSet> {
        let count = self.ratings.len();
        let mut sets = vec![RankSet { best: 1, worst: count }; count];
        for (one, other) in (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other))) {
            let (better, worse) = match self.lead_with(one, other, tail) {
                Some(Interval { low, .. }) if low > 0.0 => (one, other),
                Some(Interval { high, .. }) if high < 0.0 => (other, one),
                _ => continue,
            };
            sets[better].worst -= 1;
            sets[worse].best += 1;
        }
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by(|a, b| self.ratings[*b].total_cmp(&self.ratings[*a]));
        order.windows(2).for_each(|two| sets[two[1]].worst = sets[two[1]].worst.max(sets[two[0]].worst));
        order.windows(2).rev().for_each(|two| sets[two[0]].best = sets[two[0]].best.min(sets[two[1]].best));
        sets
    }

    /// The covariance of two ratings.
    pub fn covariance(&self, one: usize, other: usize) -> Option<f64> {
        Some(self.sandwich.as_ref()?.covariance_of(&self.weights(one), &self.weights(other)))
    }

    /// The error of a lead.
    pub fn error(&self, one: usize, other: usize) -> Option<Error> {
        let sandwich = self.sandwich.as_ref()?;
        let mut weights = vec![0.0; sandwich.parameters()];
        weights[one] += 1.0;
        weights[other] -= 1.0;
        Some(sandwich.error(&weights))
    }

    /// A rating as a sum of parameters.
    fn weights(&self, one: usize) -> Vec<f64> {
        let mut weights = vec![0.0; self.sandwich.as_ref().map_or(0, Sandwich::parameters)];
        weights[one] += 1.0;
        self.zero.iter().for_each(|zero| weights[*zero] -= 1.0 / self.zero.len() as f64);
        weights
    }

    fn wald(&self, value: f64, bound: Bound, Error { deviation, freedom }: Error, tail: f64) -> Interval {
        let half = deviation * -student(freedom).inverse_cdf(tail);
        Interval {
            low: if matches!(bound, Bound::Both | Bound::Least) { value - half } else { f64::NEG_INFINITY },
            high: if matches!(bound, Bound::Both | Bound::Most) { value + half } else { f64::INFINITY },
        }
    }
}

/// The largest share of blocks that goes to the one who won none of so many (Clopper and Pearson 1934).
fn share(tail: f64, blocks: u32) -> f64 {
    -libm::expm1(libm::log(tail) / f64::from(blocks))
}

fn student(freedom: f64) -> StudentsT {
    StudentsT::new(0.0, 1.0, freedom).expect("positive degrees of freedom")
}

/// The lower triangular root of the covariance of the ratings, as far as they vary.
fn root(sandwich: &Sandwich, count: usize) -> Vec<f64> {
    let mut root: Vec<f64> = (0..count * count).map(|k| sandwich.covariance(k / count, k % count)).collect();
    for j in 0..count {
        let dot: f64 = (0..j).map(|k| root[j * count + k] * root[j * count + k]).sum();
        let pivot = root[j * count + j] - dot;
        let own = if pivot > root[j * count + j] * 1e-12 { pivot.sqrt() } else { 0.0 };
        for i in j + 1..count {
            let dot: f64 = (0..j).map(|k| root[i * count + k] * root[j * count + k]).sum();
            root[i * count + j] = if own > 0.0 { (root[i * count + j] - dot) / own } else { 0.0 };
        }
        root[j * count + j] = own;
    }
    root
}

/// The root of χ² over its degrees of freedom, drawn: by Wilson and Hilferty (1931) beyond a hundred.
fn chi(freedom: f64, rng: &mut ergo_core::rng::Rng) -> f64 {
    let square = if freedom > 100.0 {
        let part = 2.0 / (9.0 * freedom);
        (1.0 - part + normal(rng) * part.sqrt()).max(0.0).powi(3)
    } else {
        let twos = (freedom / 2.0) as usize;
        let mut sum: f64 = (0..twos).map(|_| 2.0 * exponential(rng)).sum();
        if freedom as usize % 2 == 1 {
            let one = normal(rng);
            sum += one * one;
        }
        sum / freedom
    };
    square.sqrt()
}
