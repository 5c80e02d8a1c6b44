//! Screening by elementary effects (Morris 1991), with the mean of their sizes (Campolongo, Cariboni and Saltelli 2007).

use ergo_core::rng::{Rng, Seed, below, shuffle};

use crate::interval::Interval;
use crate::moments::Moments;
use crate::paired::t_test_of;

/// Places on the grid of a factor that has as many levels; of another the ends are two.
const PLACES: usize = 4;
/// So many times as many trajectories are drawn as are kept.
const CANDIDATES: usize = 5;

/// The effects of a factor from point to point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elementary {
    /// The mean effect of the whole range of the factor.
    pub mean: f64,
    /// Its 95 % interval over trajectories; nothing for fewer than two.
    pub interval: Option<Interval>,
    /// p-value that the mean is 0, over trajectories: Student's t; 1 for fewer than two.
    pub p: f64,
    /// The mean size of effects, μ*: large where the factor matters, in whatever direction. Noise alone makes it larger than 0.
    pub size: f64,
    /// The deviation of the effects, σ: large beside μ* where the factor interacts or is not linear.
    pub deviation: f64,
}

/// `count` trajectories one after another. Each begins anywhere on the grid and moves every factor once, in an order that is
/// drawn, by `Δ = p / (2(p − 1))` of its range; of a factor with fewer than four levels by all of it. Of five times as many
/// that are drawn those are kept, one by one, that lie farthest from those kept before.
pub fn trajectories(levels: &[usize], count: usize, seed: &Seed) -> Vec<Vec<usize>> {
    let seed = seed.derive("morris", &[]);
    let mut candidates: Vec<Vec<Vec<usize>>> =
        (0..(count * CANDIDATES) as u64).map(|number| trajectory(levels, &mut seed.stream(number))).collect();
    let mut kept: Vec<Vec<Vec<usize>>> = Vec::new();
    while kept.len() < count && !candidates.is_empty() {
        let far = |candidate: &Vec<Vec<usize>>| {
            kept.iter().map(|other| apart(candidate, other, levels)).fold(f64::INFINITY, f64::min)
        };
        let mut best = (0, f64::NEG_INFINITY);
        for (i, candidate) in candidates.iter().enumerate() {
            let distance = far(candidate);
            if distance > best.1 {
                best = (i, distance);
            }
        }
        kept.push(candidates.swap_remove(best.0));
    }
    kept.into_iter().flatten().collect()
}

/// The sum of the distances of all their points.
fn apart(one: &[Vec<usize>], other: &[Vec<usize>], levels: &[usize]) -> f64 {
    let distance = |a: &Vec<usize>, b: &Vec<usize>| {
        let square = |((a, b), count): ((&usize, &usize), &usize)| {
            let step = (*a as f64 - *b as f64) / (count - 1).max(1) as f64;
            step * step
        };
        a.iter().zip(b).zip(levels).map(square).sum::<f64>().sqrt()
    };
    one.iter().map(|a| other.iter().map(|b| distance(a, b)).sum::<f64>()).sum()
}

fn trajectory(levels: &[usize], rng: &mut Rng) -> Vec<Vec<usize>> {
    let places = |count: usize| if count >= PLACES { PLACES } else { 2 };
    let level = |place: usize, count: usize| {
        let places = places(count);
        (place * (count - 1) + (places - 1) / 2) / (places - 1)
    };
    // Half the grid below, half above: every place has one that is a step away.
    let mut at: Vec<usize> = levels.iter().map(|count| below(rng, places(*count) as u32) as usize).collect();
    let mut order: Vec<usize> = (0..levels.len()).collect();
    shuffle(rng, &mut order);
    let point = |at: &[usize]| at.iter().zip(levels).map(|(place, count)| level(*place, *count)).collect();
    let mut points = vec![point(&at)];
    for factor in order {
        let half = places(levels[factor]) / 2;
        at[factor] = if at[factor] >= half { at[factor] - half } else { at[factor] + half };
        points.push(point(&at));
    }
    points
}

/// The effects of every factor, from the values at the points of [`trajectories`].
pub fn elementary(levels: &[usize], points: &[Vec<usize>], values: &[f64]) -> Vec<Elementary> {
    let mut found = vec![(Moments::default(), Moments::default()); levels.len()];
    let length = levels.len() + 1;
    for (points, values) in points.chunks_exact(length).zip(values.chunks_exact(length)) {
        for step in 1..length {
            let moved = (0..levels.len()).find(|factor| points[step][*factor] != points[step - 1][*factor]);
            let Some(factor) = moved else { continue };
            let by = points[step][factor] as f64 - points[step - 1][factor] as f64;
            let effect = (values[step] - values[step - 1]) / (by / (levels[factor] - 1) as f64);
            found[factor].0.push(effect);
            found[factor].1.push(effect.abs());
        }
    }
    let one = |(effects, sizes): &(Moments, Moments)| {
        let test = t_test_of(effects);
        Elementary {
            mean: test.mean,
            interval: test.interval,
            p: test.p,
            size: sizes.mean(),
            deviation: effects.variance().unwrap_or(0.0).sqrt(),
        }
    };
    found.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVELS: [usize; 5] = [4, 9, 2, 3, 6];

    #[test]
    fn a_trajectory_moves_every_factor_once() {
        let points = trajectories(&LEVELS, 20, &Seed::master(3));
        assert_eq!(points.len(), 20 * 6);
        for points in points.chunks(6) {
            let mut moved = Vec::new();
            for two in points.windows(2) {
                let factors: Vec<usize> = (0..5).filter(|factor| two[0][*factor] != two[1][*factor]).collect();
                assert_eq!(factors.len(), 1, "{two:?}");
                moved.extend(factors);
            }
            moved.sort_unstable();
            assert_eq!(moved, [0, 1, 2, 3, 4]);
            assert!(points.iter().flatten().zip(LEVELS.iter().cycle()).all(|(level, count)| level < count));
        }
        assert_eq!(points, trajectories(&LEVELS, 20, &Seed::master(3)));
    }

    #[test]
    fn linear_effects_are_found_exactly_and_interactions_by_their_deviation() {
        let points = trajectories(&LEVELS, 20, &Seed::master(4));
        let unit = |point: &Vec<usize>, factor: usize| point[factor] as f64 / (LEVELS[factor] - 1) as f64;
        let values: Vec<f64> = points
            .iter()
            .map(|point| 3.0 * unit(point, 0) - 2.0 * unit(point, 1) + 4.0 * (unit(point, 2) - 0.5) * unit(point, 4))
            .collect();
        let found = elementary(&LEVELS, &points, &values);
        assert!((found[0].mean - 3.0).abs() < 1e-9 && found[0].deviation < 1e-9, "{found:?}");
        assert!((found[1].mean + 2.0).abs() < 1e-9 && (found[1].size - 2.0).abs() < 1e-9, "{found:?}");
        assert!(found[3].size < 1e-9 && found[3].interval.unwrap().high < 1e-9, "{found:?}");
        assert!(found[4].size > 1.5 && found[4].deviation > 1.5, "{found:?}");
    }
}
