//! Does the pool go round in circles? The split of pairwise log-odds into what ratings explain and what only cycles do
//! (Jiang, Lim, Yao and Ye 2011; Balduzzi, Tuyls, Perolat and Graepel 2018).
//!
//! A matrix of `n` entrants is a list of `n × n` numbers, row by row: positive where the row does better than the column.

use super::bootstrap::Replicates;

/// Log-odds from wins: `wins[i · n + j]` is the number of wins (shared ones in parts) of `i` over `j`. Half a win is added to
/// each side, so that all is finite, and 0 where two never met.
pub fn log_odds(wins: &[f64], entrants: usize) -> Vec<f64> {
    let mut matrix = vec![0.0; entrants * entrants];
    for i in 0..entrants {
        for j in (0..entrants).filter(|j| *j != i) {
            matrix[i * entrants + j] = libm::log((wins[i * entrants + j] + 0.5) / (wins[j * entrants + i] + 0.5));
        }
    }
    matrix
}

/// A matrix taken apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    /// The ratings whose differences come closest; they sum to 0.
    pub ratings: Vec<f64>,
    /// The share of the squares that no ratings explain, from 0 to 1; 0 of a matrix of zeros. Noise alone makes it larger
    /// than 0.
    pub curl_share: f64,
    /// The strongest cycle, if there are three entrants.
    pub cycle: Option<Cycle>,
}

/// Three entrants in a circle, each doing better against the next than ratings explain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cycle {
    /// The three; the smallest number first.
    pub entrants: [usize; 3],
    /// The sum of the log-odds round the circle; at least 0.
    pub strength: f64,
}

/// Takes a matrix apart; only its antisymmetric part counts.
pub fn split(matrix: &[f64], entrants: usize) -> Split {
    let at = |i: usize, j: usize| (matrix[i * entrants + j] - matrix[j * entrants + i]) / 2.0;
    let mean = |i: usize| (0..entrants).map(|j| at(i, j)).sum::<f64>() / entrants as f64;
    let ratings: Vec<f64> = (0..entrants).map(mean).collect();
    let (mut all, mut curl) = (0.0, 0.0);
    for i in 0..entrants {
        for j in 0..entrants {
            let rest = at(i, j) - (ratings[i] - ratings[j]);
            all += at(i, j) * at(i, j);
            curl += rest * rest;
        }
    }
    let mut cycle: Option<Cycle> = None;
    for a in 0..entrants {
        for b in a + 1..entrants {
            for c in b + 1..entrants {
                let sum = at(a, b) + at(b, c) + at(c, a);
                if cycle.is_none_or(|cycle| sum.abs() > cycle.strength) {
                    let order = if sum < 0.0 { [a, c, b] } else { [a, b, c] };
                    cycle = Some(Cycle { entrants: order, strength: sum.abs() });
                }
            }
        }
    }
    Split { ratings, curl_share: if all > 0.0 { curl / all } else { 0.0 }, cycle }
}

/// The share of draws of a matrix in which its strongest cycle is also the strongest, the same way round. Nothing without
/// a cycle or draws. (For the interval of the curl share: `replicates.interval(|draw| split(draw, n).curl_share)`.)
pub fn cycle_frequency(replicates: &Replicates, entrants: usize) -> Option<f64> {
    let cycle = split(replicates.estimate(), entrants).cycle?;
    let draws = replicates.draws();
    let same = |draw: &&Vec<f64>| split(draw, entrants).cycle.is_some_and(|other| other.entrants == cycle.entrants);
    (!draws.is_empty()).then(|| draws.iter().filter(same).count() as f64 / draws.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ergo_engine::rng::{Seed, unit};

    #[test]
    fn ratings_leave_no_curl_and_circles_nothing_else() {
        let theta = [1.0, 0.25, -1.25];
        let matrix: Vec<f64> = (0..9).map(|k| theta[k / 3] - theta[k % 3]).collect();
        let found = split(&matrix, 3);
        assert!(found.curl_share < 1e-12 && found.cycle.unwrap().strength < 1e-12);
        assert!(found.ratings.iter().zip(theta).all(|(a, b)| (a - b).abs() < 1e-12));
        // Paper (0) loses to scissors (1), scissors to rock (2), rock to paper.
        let circle = [0.0, -1.0, 1.0, 1.0, 0.0, -1.0, -1.0, 1.0, 0.0];
        let found = split(&circle, 3);
        assert_eq!((found.curl_share, found.ratings), (1.0, vec![0.0; 3]));
        assert_eq!(found.cycle, Some(Cycle { entrants: [0, 2, 1], strength: 3.0 }));
    }

    #[test]
    fn the_parts_are_orthogonal() {
        let mut rng = Seed::master(7).rng();
        let matrix: Vec<f64> = (0..25).map(|_| unit(&mut rng) - 0.5).collect();
        let found = split(&matrix, 5);
        let at = |i: usize, j: usize| (matrix[i * 5 + j] - matrix[j * 5 + i]) / 2.0;
        let square = |of: &dyn Fn(usize, usize) -> f64| (0..25).map(|k| of(k / 5, k % 5).powi(2)).sum::<f64>();
        let gradient = square(&|i, j| found.ratings[i] - found.ratings[j]);
        assert!((gradient / square(&at) - (1.0 - found.curl_share)).abs() < 1e-12);
    }

    #[test]
    fn small_pools_and_no_wins() {
        assert_eq!(split(&[], 0).curl_share, 0.0);
        assert_eq!(split(&log_odds(&[0.0; 4], 2), 2).curl_share, 0.0);
        assert_eq!(split(&log_odds(&[0.0, 9.0, 0.0, 0.0], 2), 2).cycle, None);
        assert!(log_odds(&[0.0, 9.0, 0.0, 0.0], 2)[1] == 19.0_f64.ln());
    }

    #[test]
    fn a_clear_circle_is_the_strongest_in_all_draws() {
        let circle = vec![0.0, -1.0, 1.0, 1.0, 0.0, -1.0, -1.0, 1.0, 0.0];
        let shaken = |rng: &mut ergo_engine::rng::Rng| circle.iter().map(|x| x + 0.1 * unit(rng)).collect();
        let replicates = Replicates::of(circle.clone(), 100, 50, &Seed::master(1), shaken);
        assert_eq!(cycle_frequency(&replicates, 3), Some(1.0));
        let interval = replicates.interval(|draw| split(draw, 3).curl_share).unwrap();
        assert!(interval.low > 0.95);
    }
}
