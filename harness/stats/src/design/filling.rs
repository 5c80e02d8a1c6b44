//! Designs that fill the space.

use ergo_core::rng::{Seed, below, shuffle, unit};
use sobol_burley::sample;

/// The most points of a sequence of Sobol' points.
pub const MOST_POINTS: usize = 1 << 16;
/// The most numbers of a Sobol' point.
pub const MOST_DIMENSIONS: usize = 256;
/// Latin hypercubes of which the one with the widest least distance is taken.
const TRIES: u64 = 50;

/// The first `count` points of Sobol's sequence (1967), from 0 up to but without 1, scrambled by nested uniform scrambling
/// (Owen 1995): every point is uniform by itself and all together fill the space evenly, most of all a power of 2 of them.
/// At most [`MOST_POINTS`] in [`MOST_DIMENSIONS`].
pub fn sobol(count: usize, dimensions: usize, seed: &Seed) -> Vec<Vec<f64>> {
    let scramble = below(&mut seed.derive("sobol", &[]).rng(), u32::MAX);
    let number = |i: usize, dimension: usize| f64::from(sample(i as u32, dimension as u32, scramble));
    (0..count).map(|i| (0..dimensions).map(|dimension| number(i, dimension)).collect()).collect()
}

/// A Latin hypercube (McKay, Beckman and Conover 1979): of every number one in each of `count` equal parts. Of fifty drawn, the
/// one whose nearest two points lie farthest apart (maximin, Johnson, Moore and Ylvisaker 1990).
pub fn latin_hypercube(count: usize, dimensions: usize, seed: &Seed) -> Vec<Vec<f64>> {
    let seed = seed.derive("latin hypercube", &[]);
    let draw = |number: u64| {
        let mut rng = seed.stream(number);
        let mut points = vec![vec![0.0; dimensions]; count];
        for dimension in 0..dimensions {
            let mut parts: Vec<usize> = (0..count).collect();
            shuffle(&mut rng, &mut parts);
            for (point, part) in points.iter_mut().zip(parts) {
                point[dimension] = (part as f64 + unit(&mut rng)) / count as f64;
            }
        }
        points
    };
    let best = (0..TRIES).map(draw).map(|points| (least_distance(&points), points));
    let best = best.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map_or_else(Vec::new, |(_, points)| points)
}

/// The square of the distance of the two points that lie nearest.
fn least_distance(points: &[Vec<f64>]) -> f64 {
    let mut least = f64::INFINITY;
    for (i, one) in points.iter().enumerate() {
        for other in &points[..i] {
            least = least.min(one.iter().zip(other).map(|(a, b)| (a - b) * (a - b)).sum());
        }
    }
    least
}

/// The levels in which points between 0 and 1 lie: a factor of `n` levels has `n` equal parts.
pub fn levels_of(points: &[Vec<f64>], levels: &[usize]) -> Vec<Vec<usize>> {
    let level = |(at, &count): (&f64, &usize)| ((at * count as f64) as usize).min(count - 1);
    points.iter().map(|point| point.iter().zip(levels).map(level).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_latin_hypercube_has_one_point_in_every_part() {
        let points = latin_hypercube(20, 3, &Seed::master(1));
        for dimension in 0..3 {
            let mut parts: Vec<usize> = points.iter().map(|point| (point[dimension] * 20.0) as usize).collect();
            parts.sort_unstable();
            assert_eq!(parts, (0..20).collect::<Vec<_>>());
        }
        assert_eq!(points, latin_hypercube(20, 3, &Seed::master(1)));
        assert_ne!(points, latin_hypercube(20, 3, &Seed::master(2)));
    }

    #[test]
    fn sobol_points_fill_every_part_alike() {
        for number in 0..20 {
            let points = sobol(64, 8, &Seed::master(number));
            for dimension in 0..8 {
                let mut parts: Vec<usize> = points.iter().map(|point| (point[dimension] * 64.0) as usize).collect();
                parts.sort_unstable();
                assert_eq!(parts, (0..64).collect::<Vec<_>>(), "seed {number}, dimension {dimension}");
            }
            // The first two numbers are a net: one point in every elementary interval of the plane.
            for [across, up] in [[8, 8], [16, 4], [2, 32]] {
                let part =
                    |point: &Vec<f64>| (point[0] * across as f64) as usize * up + (point[1] * up as f64) as usize;
                let mut parts: Vec<usize> = points.iter().map(part).collect();
                parts.sort_unstable();
                assert_eq!(parts, (0..64).collect::<Vec<_>>(), "seed {number}, {across} by {up}");
            }
        }
        assert_ne!(sobol(4, 2, &Seed::master(1)), sobol(4, 2, &Seed::master(2)));
    }

    #[test]
    fn scrambled_points_integrate_without_bias() {
        // The integral of x₁·x₂·x₃ is 1/8; by 256 points the error of each is about 1e-3, of 200 scramblings less.
        let mean =
            |number| sobol(256, 3, &Seed::master(number)).iter().map(|p| p[0] * p[1] * p[2]).sum::<f64>() / 256.0;
        let found = (0..200).map(mean).sum::<f64>() / 200.0;
        assert!((found - 0.125).abs() < 2e-4, "{found}");
    }

    #[test]
    fn levels_are_equal_parts() {
        let levels = levels_of(&[vec![0.0, 0.999], vec![0.49, 0.5], vec![0.5, 0.34]], &[2, 3]);
        assert_eq!(levels, [[0, 2], [0, 1], [1, 1]]);
    }
}
