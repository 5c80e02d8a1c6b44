//! Experimental designs as plain data. A point is one 0-based level per factor, and the same seed gives the same
//! points.

use ergo_core::rng::{Seed, below};
use sobol_burley::sample;

/// The largest number of Sobol' points.
pub const MOST_POINTS: usize = 1 << 16;
/// The largest number of dimensions of Sobol' points.
pub const MOST_DIMENSIONS: usize = 256;
/// Returns the full factorial design, the last factor changing fastest, or `None` if it has more than `most` points.
pub fn factorial(levels: &[usize], most: usize) -> Option<Vec<Vec<usize>>> {
    levels.iter().try_fold(1_usize, |all, &count| all.checked_mul(count)).filter(|count| *count <= most)?;
    let mut points = vec![Vec::with_capacity(levels.len())];
    for &count in levels {
        let longer = |point: &Vec<usize>| {
            let point = point.clone();
            (0..count).map(move |level| [&point[..], &[level]].concat())
        };
        points = points.iter().flat_map(longer).collect();
    }
    Some(points)
}

/// Returns the first `count` points of Sobol's sequence (1967) in the unit cube, with nested uniform scrambling (Owen
/// 1995). Each point is uniform, and together they fill the space evenly, best if `count` is a power of 2. At most
/// [`MOST_POINTS`] points in [`MOST_DIMENSIONS`] dimensions.
pub fn sobol(count: usize, dimensions: usize, seed: &Seed) -> Vec<Vec<f64>> {
    let scramble = below(&mut seed.derive("sobol", &[]).rng(), u32::MAX);
    let number = |i: usize, dimension: usize| f64::from(sample(i as u32, dimension as u32, scramble));
    (0..count).map(|i| (0..dimensions).map(|dimension| number(i, dimension)).collect()).collect()
}

/// Maps points of the unit cube to levels: a factor with `n` levels divides the interval into `n` equal parts.
pub fn levels_of(points: &[Vec<f64>], levels: &[usize]) -> Vec<Vec<usize>> {
    let level = |(at, &count): (&f64, &usize)| ((at * count as f64) as usize).min(count - 1);
    points.iter().map(|point| point.iter().zip(levels).map(level).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factorial_lists_every_point_once() {
        let points = factorial(&[2, 3], 6).unwrap();
        assert_eq!(points, [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
        assert_eq!((factorial(&[2, 3], 5), factorial(&[2; 40], 999)), (None, None));
        assert_eq!(factorial(&[], 1).unwrap(), [[0_usize; 0]]);
    }

    #[test]
    fn sobol_points_are_stratified() {
        for number in 0..20 {
            let points = sobol(64, 8, &Seed::master(number));
            for dimension in 0..8 {
                let mut parts: Vec<usize> = points.iter().map(|point| (point[dimension] * 64.0) as usize).collect();
                parts.sort_unstable();
                assert_eq!(parts, (0..64).collect::<Vec<_>>(), "seed {number}, dimension {dimension}");
            }
            // The first two dimensions form a net: one point in every elementary interval of the plane.
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
    fn sobol_integration_is_unbiased() {
        // The integral of x₁·x₂·x₃ is 1/8. With 256 points the error of one scrambling is about 1e-3, and that of 200
        // is smaller.
        let mean =
            |number| sobol(256, 3, &Seed::master(number)).iter().map(|p| p[0] * p[1] * p[2]).sum::<f64>() / 256.0;
        let found = (0..200).map(mean).sum::<f64>() / 200.0;
        assert!((found - 0.125).abs() < 2e-4, "{found}");
    }

    #[test]
    fn levels_of_divides_into_equal_parts() {
        let levels = levels_of(&[vec![0.0, 0.999], vec![0.49, 0.5], vec![0.5, 0.34]], &[2, 3]);
        assert_eq!(levels, [[0, 2], [0, 1], [1, 1]]);
    }
}
