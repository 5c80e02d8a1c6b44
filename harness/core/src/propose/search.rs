//! Candidates, and which of them no other beats.
//!
//! Tried are the base, the points that were played, scrambled Sobol' points, all that differ from one of the first two in one
//! factor, and then, until nothing better is found, all that so differ from one on the front (Pareto local search, Paquete,
//! Chiarandini and Stützle 2004).

use std::collections::BTreeSet;

use ergo_engine::rng::Seed;
use ergo_stats::design::{levels_of, sobol};
use rayon::prelude::*;

use super::space::{ChangeSize, Space};

/// The most times that the front is searched around.
const MOST_TURNS: usize = 200;

/// The band wanted of one measure at one table, and the model that foretells the measure: a value and its standard error.
pub struct PredictedTarget<'w> {
    /// The least and the most.
    pub band: [f64; 2],
    /// The model.
    pub foretell: &'w (dyn Fn(&[usize]) -> (f64, f64) + Sync),
}

/// A candidate, and what is expected of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The level of every factor.
    pub point: Vec<usize>,
    /// Its changes from the base.
    pub changed: ChangeSize,
    /// How many targets it is expected to miss.
    pub misses: f64,
    /// How far outside of the bands it is expected to be, in widths of bands, summed.
    pub outside: f64,
    /// By target a value and its standard error.
    pub foretold: Vec<(f64, f64)>,
}

/// The candidates tried, and those that no other beats.
pub struct SearchResult {
    /// Changes and expected misses of all candidates, in the order they were tried.
    pub all: Vec<(u64, f64)>,
    /// The front, fewest changes first.
    pub front: Vec<Candidate>,
    /// The base, if it lies at levels of the factors.
    pub base: Option<Candidate>,
}

/// Tries candidates of `space`, `drawn` of them by Sobol' points.
pub fn search(space: &Space<'_>, wanted: &[PredictedTarget<'_>], drawn: usize, seed: &Seed) -> SearchResult {
    let base = space.base();
    let levels = space.levels();
    let mut next: Vec<Vec<usize>> = base.iter().cloned().chain(space.design.points.iter().flatten().cloned()).collect();
    let near: Vec<Vec<usize>> = next.iter().flat_map(|point| space.beside(point)).collect();
    next.extend(near);
    next.extend(levels_of(&sobol(drawn, levels.len(), &seed.derive("candidates", &[])), &levels));
    let (mut known, mut all, mut front) = (BTreeSet::new(), Vec::new(), Vec::new());
    for _ in 0..MOST_TURNS {
        next.retain(|point| known.insert(point.clone()));
        let found: Vec<Candidate> =
            next.par_iter().map(|point| candidate(point, space.changed(point), wanted)).collect();
        all.extend(found.iter().map(|found| (found.changed.all, found.misses)));
        let before = front.clone();
        front = front_of(front.into_iter().chain(found).collect());
        if front == before {
            break;
        }
        let new = front.iter().filter(|candidate| !before.contains(candidate));
        next = new.flat_map(|candidate| space.beside(&candidate.point)).collect();
    }
    let base = base.map(|point| candidate(&point, space.changed(&point), wanted));
    SearchResult { all, front, base }
}

fn candidate(point: &[usize], changed: ChangeSize, wanted: &[PredictedTarget<'_>]) -> Candidate {
    let foretold: Vec<(f64, f64)> = wanted.iter().map(|wanted| (wanted.foretell)(point)).collect();
    let each = || wanted.iter().zip(&foretold);
    let misses = each().map(|(wanted, foretold)| missed(wanted.band, *foretold)).sum();
    let outside = each().map(|(wanted, (value, _))| distance(wanted.band, *value)).sum();
    Candidate { point: point.to_vec(), changed, misses, outside, foretold }
}

/// How probable it is that a value lies outside of `band`, where it is normal about `value` with that standard error.
fn missed([low, high]: [f64; 2], (value, error): (f64, f64)) -> f64 {
    if error <= 0.0 {
        return f64::from(u8::from(value < low || value > high));
    }
    // The tails below and above.
    let tail = |distance: f64| 0.5 * libm::erfc(distance / error / std::f64::consts::SQRT_2);
    (tail(value - low) + tail(high - value)).min(1.0)
}

/// How far a value lies outside of `band`, in its width; as it is where it has none.
fn distance([low, high]: [f64; 2], value: f64) -> f64 {
    let off = (low - value).max(value - high).max(0.0);
    if high > low { off / (high - low) } else { off }
}

/// Those that no other beats in both changes and expected misses, fewest changes first; of equals the first point.
fn front_of(mut all: Vec<Candidate>) -> Vec<Candidate> {
    all.sort_by(|one, other| {
        let by_misses = one.misses.total_cmp(&other.misses);
        one.changed.all.cmp(&other.changed.all).then(by_misses).then(one.point.cmp(&other.point))
    });
    let mut front: Vec<Candidate> = Vec::new();
    for candidate in all {
        if front.last().is_none_or(|last| candidate.misses < last.misses) {
            front.push(candidate);
        }
    }
    front
}

/// Up to `count` of the front that change something, fewest changes first: that with the fewest expected misses, then one by
/// one that which adds most to the area that they dominate (the hypervolume, Zitzler and Thiele 1999).
pub fn choose(front: &[Candidate], count: usize) -> Vec<usize> {
    let able: Vec<usize> = (0..front.len()).filter(|place| front[*place].changed.all > 0).collect();
    let corner = front.last().map_or(0.0, |last| last.changed.all as f64 + 1.0);
    let top = front.first().map_or(0.0, |first| first.misses);
    let area = |places: &[usize]| {
        let mut places = places.to_vec();
        places.sort_unstable();
        let (mut sum, mut above) = (0.0, top);
        for place in places {
            let Candidate { changed, misses, .. } = &front[place];
            sum += (corner - changed.all as f64) * (above - misses).max(0.0);
            above = above.min(*misses);
        }
        sum
    };
    let mut taken: Vec<usize> = able.last().copied().into_iter().collect();
    while taken.len() < count.min(able.len()) {
        let with = |place: usize| area(&[&taken[..], &[place]].concat());
        let left = able.iter().copied().filter(|place| !taken.contains(place));
        let best = left.reduce(|best, next| if with(next) > with(best) { next } else { best });
        taken.extend(best);
    }
    taken.truncate(count);
    taken.sort_unstable();
    taken
}
