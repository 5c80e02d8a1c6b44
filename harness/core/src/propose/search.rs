//! Searches candidate points for those that are not dominated by another one.
//!
//! The search starts with the base, the played points, scrambled Sobol' points, and all points that differ from one of
//! the first two in one factor. Then it evaluates the neighbours of the points on the front until nothing improves
//! (Pareto local search, Paquete, Chiarandini and Stützle 2004).

use std::collections::BTreeSet;

use ergo_engine::rng::Seed;
use ergo_stats::design::{levels_of, sobol};
use rayon::prelude::*;

use super::space::{ChangeSize, Space};

/// The largest number of iterations around the front.
const MOST_TURNS: usize = 200;

/// The target range of one measure at one table, and its prediction.
pub struct PredictedTarget<'w> {
    /// The target range `[low, high]`.
    pub band: [f64; 2],
    /// Maps a point to the predicted value and its standard error.
    pub foretell: &'w (dyn Fn(&[usize]) -> (f64, f64) + Sync),
}

/// A candidate with its predictions.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The level of every factor.
    pub point: Vec<usize>,
    /// Its changes from the base.
    pub changed: ChangeSize,
    /// The expected number of missed targets.
    pub misses: f64,
    /// The sum of distances of the predictions from the target ranges, in widths of the ranges.
    pub outside: f64,
    /// By target, the predicted value and its standard error.
    pub foretold: Vec<(f64, f64)>,
}

/// The result of a search.
pub struct SearchResult {
    /// Number of changes and expected misses of all candidates, in the order of evaluation.
    pub all: Vec<(u64, f64)>,
    /// The front, fewest changes first.
    pub front: Vec<Candidate>,
    /// The base, if it is a point of the design space.
    pub base: Option<Candidate>,
}

/// Searches `space`; `drawn` is the number of Sobol' points.
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

/// Returns the probability that a normal value with this mean and standard error is outside of `band`.
fn missed([low, high]: [f64; 2], (value, error): (f64, f64)) -> f64 {
    if error <= 0.0 {
        return f64::from(u8::from(value < low || value > high));
    }
    // The tails below and above.
    let tail = |distance: f64| 0.5 * libm::erfc(distance / error / std::f64::consts::SQRT_2);
    (tail(value - low) + tail(high - value)).min(1.0)
}

/// Returns the distance of a value from `band` in widths of the band, or as it is if the width is 0.
fn distance([low, high]: [f64; 2], value: f64) -> f64 {
    let off = (low - value).max(value - high).max(0.0);
    if high > low { off / (high - low) } else { off }
}

/// Returns the candidates that are not dominated in changes and expected misses, fewest changes first; of equal ones
/// the first point.
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

/// Returns up to `count` indices of candidates on the front that change something, fewest changes first: the one with
/// the fewest expected misses, then in turn the one that adds most to the dominated area (the hypervolume, Zitzler and
/// Thiele 1999).
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
