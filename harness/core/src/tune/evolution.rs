//! Maximises a noisy function of a few numbers with MA-ES (Beyer and Sendhoff 2017, "Simplify your covariance matrix
//! adaptation evolution strategy").
//!
//! MA-ES is CMA-ES without the covariance matrix and its eigenvectors: points are drawn around a centre, and the
//! positions of the better half adapt the matrix for the next draws. Only the order of the values matters, so noise
//! that all points of a generation share is harmless. The available CMA-ES crates use logarithms of the system and an
//! older `rand`, so their results are not bit-identical between machines. These are.

use ergo_engine::rng::Seed;

use ergo_stats::choice::normal;

/// The state of a search.
#[derive(Clone, Debug)]
pub(crate) struct Evolution {
    seed: Seed,
    generation: u64,
    /// The centre of the draws.
    centre: Vec<f64>,
    /// The distance of the draws from the centre.
    step: f64,
    /// The matrix that transforms standard normal draws, row by row.
    matrix: Vec<Vec<f64>>,
    /// The evolution path of the centre, in standard normal units.
    path: Vec<f64>,
    /// The weights of the points for the next centre, best first: the better half, falling with the logarithm of the
    /// rank.
    weights: Vec<f64>,
    rates: Rates,
    /// Number of points per generation.
    population: usize,
}

/// The learning rates, as in the paper.
#[derive(Clone, Copy, Debug)]
struct Rates {
    /// The effective number of equally weighted points.
    effective: f64,
    path: f64,
    rank_one: f64,
    rank_many: f64,
    damping: f64,
    /// The mean length of a standard normal draw.
    length: f64,
}

/// A generation of points.
#[derive(Clone, Debug)]
pub(crate) struct Generation {
    /// Standard normal draws.
    draws: Vec<Vec<f64>>,
    /// The transformed draws.
    moves: Vec<Vec<f64>>,
    /// The points to evaluate.
    pub points: Vec<Vec<f64>>,
}

/// Returns the default number of points per generation for `dimensions` numbers: twice the usual number, because of the
/// noise.
pub fn usual_population(dimensions: usize) -> usize {
    2 * (4 + (3.0 * libm::log(dimensions as f64)) as usize)
}

impl Evolution {
    /// Starts a search from 0 in `dimensions` directions, with a first step of 1 in each. `population` must be at least
    /// 4.
    pub(crate) fn new(dimensions: usize, population: usize, seed: Seed) -> Self {
        let half = population / 2;
        let mut weights: Vec<f64> =
            (1..=half).map(|rank| libm::log((population as f64 + 1.0) / 2.0) - libm::log(rank as f64)).collect();
        let sum: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= sum);
        let effective = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let n = dimensions as f64;
        let path = (effective + 2.0) / (effective + n + 5.0);
        let rank_one = 2.0 / ((n + 1.3) * (n + 1.3) + effective);
        let many = 2.0 * (effective - 2.0 + 1.0 / effective) / ((n + 2.0) * (n + 2.0) + effective);
        let rates = Rates {
            effective,
            path,
            rank_one,
            rank_many: many.min(1.0 - rank_one),
            damping: 1.0 + path + 2.0 * (((effective - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0),
            length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        };
        let unit = |row: usize| (0..dimensions).map(|column| if row == column { 1.0 } else { 0.0 }).collect();
        Evolution {
            seed,
            generation: 0,
            centre: vec![0.0; dimensions],
            step: 1.0,
            matrix: (0..dimensions).map(unit).collect(),
            path: vec![0.0; dimensions],
            weights,
            rates,
            population,
        }
    }

    /// Returns the centre of the draws.
    pub(crate) fn centre(&self) -> &[f64] {
        &self.centre
    }

    /// Returns the distance of the draws from the centre, in first steps.
    pub(crate) fn step(&self) -> f64 {
        self.step
    }

    /// Returns the next points to evaluate: the same until [`Evolution::tell`] is called.
    pub(crate) fn ask(&self) -> Generation {
        let mut rng = self.seed.derive("generation", &[self.generation]).rng();
        let dimensions = self.centre.len();
        let draw = |_| (0..dimensions).map(|_| normal(&mut rng)).collect();
        let draws: Vec<Vec<f64>> = (0..self.population).map(draw).collect();
        let moves: Vec<Vec<f64>> = draws.iter().map(|draw| times(&self.matrix, draw)).collect();
        let point = |to: &Vec<f64>| self.centre.iter().zip(to).map(|(at, by)| at + self.step * by).collect();
        Generation { points: moves.iter().map(point).collect(), draws, moves }
    }

    /// Updates the search with the `values` of the points of `generation`. Larger values are better; ties keep their
    /// order.
    pub(crate) fn tell(&mut self, generation: &Generation, values: &[f64]) {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&one, &other| values[other].total_cmp(&values[one]));
        let best: Vec<(f64, usize)> = self.weights.iter().copied().zip(order).collect();
        let mean = |vectors: &[Vec<f64>], i: usize| best.iter().map(|&(weight, l)| weight * vectors[l][i]).sum::<f64>();

        let Rates { effective, path, rank_one, rank_many, damping, length } = self.rates;
        let dimensions = self.centre.len();
        let push = (effective * path * (2.0 - path)).sqrt();
        for i in 0..dimensions {
            self.centre[i] += self.step * mean(&generation.moves, i);
            self.path[i] = (1.0 - path) * self.path[i] + push * mean(&generation.draws, i);
        }
        let along = times(&self.matrix, &self.path);
        for (row, entries) in self.matrix.iter_mut().enumerate() {
            for (column, entry) in entries.iter_mut().enumerate() {
                let term =
                    |&(weight, l): &(f64, usize)| weight * generation.moves[l][row] * generation.draws[l][column];
                let spread: f64 = best.iter().map(term).sum();
                *entry +=
                    rank_one / 2.0 * (along[row] * self.path[column] - *entry) + rank_many / 2.0 * (spread - *entry);
            }
        }
        let norm = self.path.iter().map(|entry| entry * entry).sum::<f64>().sqrt();
        self.step *= libm::exp(path / damping * (norm / length - 1.0));
        self.generation += 1;
    }
}

fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a search for `generations` generations and returns the final centre.
    fn search(dimensions: usize, generations: u64, value: impl Fn(&[f64], u64) -> f64) -> Vec<f64> {
        let mut evolution = Evolution::new(dimensions, usual_population(dimensions), Seed::master(1));
        for number in 0..generations {
            let generation = evolution.ask();
            let values: Vec<f64> = generation.points.iter().map(|point| value(point, number)).collect();
            evolution.tell(&generation, &values);
        }
        evolution.centre().to_vec()
    }

    /// A long valley across the axes: without adapting the matrix it takes thousands of generations.
    #[test]
    fn evolution_finds_rotated_valley() {
        let valley = |x: &[f64], _: u64| {
            let (along, across) = (x[0] + x[1] - 6.0, x[0] - x[1] - 2.0);
            -(along * along + 1e6 * across * across + (x[2] + 1.0) * (x[2] + 1.0))
        };
        let found = search(3, 150, valley);
        for (found, expected) in found.iter().zip([4.0, 2.0, -1.0]) {
            assert!((found - expected).abs() < 1e-6, "{found:?}");
        }
    }

    /// Noise that all points of a generation share may have any size; individual noise is as large as the step.
    #[test]
    fn evolution_common_noise_is_harmless() {
        let bowl = |x: &[f64]| -x.iter().map(|entry| (entry - 2.0) * (entry - 2.0)).sum::<f64>();
        let shared = |x: &[f64], generation: u64| bowl(x) + 1e4 * libm::sin(generation as f64);
        assert!(search(4, 100, shared).iter().all(|found| (found - 2.0).abs() < 1e-3));
        let noisy = |x: &[f64], _: u64| bowl(x) + libm::sin(1e6 * x.iter().sum::<f64>());
        let found = search(4, 100, noisy);
        assert!(found.iter().all(|found| (found - 2.0).abs() < 0.5), "{found:?}");
    }

    #[test]
    fn evolution_ask_is_stable_until_tell() {
        let mut evolution = Evolution::new(2, 8, Seed::master(3));
        let (first, again) = (evolution.ask(), evolution.ask());
        assert_eq!(first.points, again.points);
        evolution.tell(&first, &[1.0, 8.0, 2.0, 7.0, 3.0, 6.0, 4.0, 5.0]);
        assert_ne!(evolution.ask().points, first.points);
        // The best points have the weights ln 4.5 - ln rank: points 1, 3, 5 and 7.
        let weights: Vec<f64> = (1..=4).map(|rank| (4.5_f64 / f64::from(rank)).ln()).collect();
        let sum: f64 = weights.iter().sum();
        let expected: f64 = [1, 3, 5, 7].iter().zip(&weights).map(|(&l, w)| w / sum * first.points[l][0]).sum();
        assert!((evolution.centre()[0] - expected).abs() < 1e-12);
    }
}
