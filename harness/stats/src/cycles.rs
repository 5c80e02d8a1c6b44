//! Intransitivity of a pool: decomposition of pairwise log-odds into a part that ratings explain and a cyclic part
//! (Jiang, Lim, Yao and Ye 2011; Balduzzi, Tuyls, Perolat and Graepel 2018).
//!
//! A matrix of `n` entrants is a list of `n × n` numbers, row by row: positive if the row does better than the column.

use ergo_core::rng::Seed;

use super::bootstrap::Replicates;
use super::choice::exponential;
use super::interval::Interval;
use super::linear::Cholesky;

/// Returns the log-odds of `wins`, where `wins[i · n + j]` is the number of wins of `i` over `j`, with shared wins in
/// fractions. Half a win is added to each side, so that all values are finite, and 0 for pairs that never met.
pub fn log_odds(wins: &[f64], entrants: usize) -> Vec<f64> {
    let mut matrix = vec![0.0; entrants * entrants];
    for i in 0..entrants {
        for j in (0..entrants).filter(|j| *j != i) {
            matrix[i * entrants + j] = libm::log((wins[i * entrants + j] + 0.5) / (wins[j * entrants + i] + 0.5));
        }
    }
    matrix
}

/// The decomposition of a matrix of log-odds.
#[derive(Clone, Debug, PartialEq)]
pub struct Decomposition {
    /// The ratings whose differences fit best; they sum to 0.
    pub ratings: Vec<f64>,
    /// The share of the sum of squares that no ratings explain, from 0 to 1; 0 for a zero matrix. Noise alone makes it
    /// positive.
    pub curl_share: f64,
    /// The strongest cycle among entrants that won at least once, if any three of them have met each other.
    pub cycle: Option<Cycle>,
}

/// Three entrants in a cycle, each doing better against the next than ratings explain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cycle {
    /// The three entrants in cyclic order, the smallest number first.
    pub entrants: [usize; 3],
    /// The sum of the log-odds around the cycle; at least 0.
    pub strength: f64,
}

/// The evidence that the wins give about a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairEvidence {
    /// The two never met.
    Nothing,
    /// Both won at least once.
    Odds,
    /// One of them never won: the log-odds are a lower bound in size.
    Bound,
}

/// Returns the evidence about every pair; `wins` is a matrix as in [`log_odds`].
pub fn pair_evidence(wins: &[f64], entrants: usize) -> Vec<PairEvidence> {
    let of = |place: usize| {
        let (i, j) = (place / entrants, place % entrants);
        let (one, other) = (wins[i * entrants + j], wins[j * entrants + i]);
        match (one > 0.0, other > 0.0) {
            _ if i == j => PairEvidence::Nothing,
            (false, false) => PairEvidence::Nothing,
            (true, true) => PairEvidence::Odds,
            _ => PairEvidence::Bound,
        }
    };
    (0..entrants * entrants).map(of).collect()
}

/// Decomposes a matrix in which every pair is known. Only its antisymmetric part counts.
pub fn decompose(matrix: &[f64], entrants: usize) -> Decomposition {
    decompose_partial(matrix, &vec![PairEvidence::Odds; entrants * entrants], entrants)
}

/// Decomposes a matrix in which some pairs are unknown or only bounded. The fitted values of unknown pairs, and
/// excesses of fitted values over bounds, count as explained.
pub fn decompose_partial(matrix: &[f64], known: &[PairEvidence], entrants: usize) -> Decomposition {
    let at = |i: usize, j: usize| (matrix[i * entrants + j] - matrix[j * entrants + i]) / 2.0;
    let (ratings, rest) = apart(matrix, known, entrants);
    let is_known = |place: &usize| known[*place] != PairEvidence::Nothing;
    let all: f64 = (0..known.len()).filter(is_known).map(|k| at(k / entrants, k % entrants).powi(2)).sum();
    let curl: f64 = rest.iter().map(|rest| rest * rest).sum();
    let met = |i: usize, j: usize| known[i * entrants + j] != PairEvidence::Nothing;
    // An entrant that never won beats no other.
    let wins = |i: usize, j: usize| match known[i * entrants + j] {
        PairEvidence::Nothing => false,
        PairEvidence::Odds => true,
        PairEvidence::Bound => at(i, j) > 0.0,
    };
    let has_won: Vec<bool> = (0..entrants).map(|i| (0..entrants).any(|j| j != i && wins(i, j))).collect();
    let whole = |[a, b, c]: [usize; 3]| met(a, b) && met(b, c) && met(c, a) && has_won[a] && has_won[b] && has_won[c];
    let mut cycle: Option<Cycle> = None;
    for a in 0..entrants {
        for b in a + 1..entrants {
            for c in (b + 1..entrants).filter(|c| whole([a, b, *c])) {
                let sum = at(a, b) + at(b, c) + at(c, a);
                if cycle.is_none_or(|cycle| sum.abs() > cycle.strength) {
                    let order = if sum < 0.0 { [a, c, b] } else { [a, b, c] };
                    cycle = Some(Cycle { entrants: order, strength: sum.abs() });
                }
            }
        }
    }
    Decomposition { ratings, curl_share: if all > 0.0 { curl / all } else { 0.0 }, cycle }
}

/// The largest number of rounds of [`apart`]; each leaves at most a third of the error.
const MOST_ROUNDS: usize = 40;

/// Returns the best-fitting ratings and the residual of each pair.
fn apart(matrix: &[f64], known: &[PairEvidence], entrants: usize) -> (Vec<f64>, Vec<f64>) {
    let n = entrants;
    let at = |i: usize, j: usize| (matrix[i * n + j] - matrix[j * n + i]) / 2.0;
    let mut wanted: Vec<f64> = (0..n * n).map(|k| at(k / n, k % n)).collect();
    let mut ratings = vec![0.0; n];
    for _ in 0..MOST_ROUNDS {
        // Only differences count, so the sum is held at 0.
        let mut normal = vec![1.0; n * n];
        ratings = vec![0.0; n];
        for i in 0..n {
            for j in (0..n).filter(|j| *j != i && known[i * n + j] != PairEvidence::Nothing) {
                normal[i * n + i] += 1.0;
                normal[i * n + j] -= 1.0;
                ratings[i] += wanted[i * n + j];
            }
        }
        Cholesky::new(normal, n).solve(&mut ratings);
        let mut moved = 0.0_f64;
        for k in (0..n * n).filter(|k| known[*k] == PairEvidence::Bound) {
            let (least, fit) = (at(k / n, k % n), ratings[k / n] - ratings[k % n]);
            let next = if least > 0.0 { least.max(fit) } else { least.min(fit) };
            moved = moved.max((next - wanted[k]).abs());
            wanted[k] = next;
        }
        if moved < 1e-9 {
            break;
        }
    }
    let rest = |k: usize| match known[k] {
        PairEvidence::Nothing => 0.0,
        _ => wanted[k] - (ratings[k / n] - ratings[k % n]),
    };
    let rest = (0..n * n).map(rest).collect();
    (ratings, rest)
}

/// Wins of `one` over `other` in a block, with shared wins in fractions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wins {
    /// The block.
    pub block: usize,
    /// The winner.
    pub one: usize,
    /// The loser.
    pub other: usize,
    /// The number of wins.
    pub count: f64,
}

/// Returns the total wins as a matrix.
pub fn win_matrix(wins: &[Wins], entrants: usize) -> Vec<f64> {
    weighted(wins, entrants, |_| 1.0)
}

fn weighted(wins: &[Wins], entrants: usize, weight: impl Fn(usize) -> f64) -> Vec<f64> {
    let mut matrix = vec![0.0; entrants * entrants];
    wins.iter().for_each(|wins| matrix[wins.one * entrants + wins.other] += weight(wins.block) * wins.count);
    matrix
}

/// Returns the log-odds of all pairs with bootstrap draws over blocks.
pub fn bootstrap(wins: &[Wins], entrants: usize, seed: &Seed, draws: u32) -> Replicates {
    let blocks = wins.iter().map(|wins| wins.block + 1).max().unwrap_or(0);
    let estimate = log_odds(&win_matrix(wins, entrants), entrants);
    let draw = |rng: &mut _| {
        let mut weights: Vec<f64> = (0..blocks).map(|_| exponential(rng)).collect();
        let scale = blocks as f64 / weights.iter().sum::<f64>();
        weights.iter_mut().for_each(|weight| *weight *= scale);
        log_odds(&weighted(wins, entrants, |block| weights[block]), entrants)
    };
    Replicates::generate(estimate, blocks, draws, seed, draw)
}

/// The share of draws in which one entrant must do better than another to be clearly better.
const CLEARLY: f64 = 0.975;

/// Returns the entrants that may be the best, in ascending order: the smallest set whose members are each clearly
/// better than all outside. Weak entrants that all others beat would hide cycles at the top.
pub fn may_be_best(replicates: &Replicates, known: &[PairEvidence], entrants: usize) -> Vec<usize> {
    let draws = replicates.draws();
    let clearly = |one: usize, other: usize| {
        let place = one * entrants + other;
        let better = draws.iter().filter(|draw| draw[place] > 0.0).count() as f64;
        known[place] != PairEvidence::Nothing && better >= CLEARLY * draws.len() as f64
    };
    let beaten = |one: usize| (0..entrants).filter(|&other| other != one && clearly(one, other)).count();
    let mut best: Vec<usize> = (0..entrants).max_by_key(|&one| (beaten(one), entrants - one)).into_iter().collect();
    let mut place = 0;
    while let Some(&member) = best.get(place) {
        let more = (0..entrants).filter(|&other| !best.contains(&other) && !clearly(member, other)).collect::<Vec<_>>();
        best.extend(more);
        place += 1;
    }
    best.sort_unstable();
    best
}

/// The intransitivity of a pool, corrected for noise.
#[derive(Clone, Debug, PartialEq)]
pub struct Curl {
    /// The share of the sum of squared log-odds that no ratings explain, with the noise subtracted from both.
    pub share: f64,
    /// Interval with a coverage of about 95 %; `None` for fewer than two blocks.
    pub interval: Option<Interval>,
    /// The p-value of the hypothesis that ratings explain everything.
    pub p: f64,
    /// The strongest cycle among entrants that won at least once, if any three of them have met each other.
    pub cycle: Option<Cycle>,
    /// The share of draws in which the same cycle in the same direction is the strongest.
    pub frequency: f64,
}

impl Curl {
    /// Returns true if the intransitivity is significant: the interval excludes 0 and p is below 0.05.
    pub fn is_supported(&self) -> bool {
        self.interval.is_some_and(|interval| interval.low > 0.0) && self.p < 0.05
    }
}

/// Returns the intransitivity of a matrix with its draws, or `None` if no three pairs form a cycle or there are no
/// draws.
pub fn estimate_curl(replicates: &Replicates, known: &[PairEvidence], entrants: usize) -> Option<Curl> {
    let whole = decompose_partial(replicates.estimate(), known, entrants);
    let draws = replicates.draws();
    if !has_circle(known, entrants) || draws.is_empty() {
        return None;
    }
    let kept = |matrix: &[f64]| -> Vec<f64> {
        matrix
            .iter()
            .zip(known)
            .map(|(odds, known)| if *known == PairEvidence::Nothing { 0.0 } else { *odds })
            .collect()
    };
    let rests = |matrix: &[f64]| apart(matrix, known, entrants).1;
    let squares = |values: &[f64]| values.iter().map(|value| value * value).sum::<f64>();
    let off = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
    let (all, rest) = (kept(replicates.estimate()), rests(replicates.estimate()));
    let (mut noise, mut noise_of_rest, mut as_large, mut same) = (0.0, 0.0, 1.0, 0.0);
    let mut drawn = Vec::with_capacity(draws.len());
    for draw in draws {
        let (all_of, rest_of) = (kept(draw), rests(draw));
        noise += off(&all_of, &all);
        noise_of_rest += off(&rest_of, &rest);
        as_large += if off(&rest_of, &rest) >= squares(&rest) { 1.0 } else { 0.0 };
        drawn.push((squares(&all_of), squares(&rest_of)));
        let cycle = decompose_partial(draw, known, entrants).cycle;
        same += if cycle.map(|c| c.entrants) == whole.cycle.map(|c| c.entrants) { 1.0 } else { 0.0 };
    }
    let count = draws.len() as f64;
    let (noise, noise_of_rest) = (noise / count, noise_of_rest / count);
    let share = |rest: f64, all: f64| if all > 0.0 { (rest.max(0.0) / all).min(1.0) } else { 0.0 };
    // An estimate contains the noise once, a draw contains it twice.
    let shares: Vec<f64> =
        drawn.iter().map(|(all, rest)| share(rest - 2.0 * noise_of_rest, all - 2.0 * noise)).collect();
    Some(Curl {
        share: share(squares(&rest) - noise_of_rest, squares(&all) - noise),
        interval: replicates.interval_of(shares),
        p: as_large / (count + 1.0),
        cycle: whole.cycle,
        frequency: same / count,
    })
}

/// Returns true if the known pairs contain a cycle.
fn has_circle(known: &[PairEvidence], entrants: usize) -> bool {
    let mut group: Vec<usize> = (0..entrants).collect();
    for k in (0..known.len()).filter(|k| k / entrants < k % entrants && known[*k] != PairEvidence::Nothing) {
        let (one, other) = (group[k / entrants], group[k % entrants]);
        if one == other {
            return true;
        }
        group.iter_mut().filter(|of| **of == other).for_each(|of| *of = one);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use ergo_core::rng::{Seed, unit};

    #[test]
    fn decompose_of_ratings_and_of_cycle_is_exact() {
        let theta = [1.0, 0.25, -1.25];
        let matrix: Vec<f64> = (0..9).map(|k| theta[k / 3] - theta[k % 3]).collect();
        let found = decompose(&matrix, 3);
        assert!(found.curl_share < 1e-12 && found.cycle.unwrap().strength < 1e-12);
        assert!(found.ratings.iter().zip(theta).all(|(a, b)| (a - b).abs() < 1e-12));
        // Paper (0) loses to scissors (1), scissors to rock (2), rock to paper.
        let circle = [0.0, -1.0, 1.0, 1.0, 0.0, -1.0, -1.0, 1.0, 0.0];
        let found = decompose(&circle, 3);
        assert_eq!((found.curl_share, found.ratings), (1.0, vec![0.0; 3]));
        assert_eq!(found.cycle, Some(Cycle { entrants: [0, 2, 1], strength: 3.0 }));
    }

    #[test]
    fn decompose_gives_orthogonal_parts() {
        let mut rng = Seed::master(7).rng();
        let matrix: Vec<f64> = (0..25).map(|_| unit(&mut rng) - 0.5).collect();
        let found = decompose(&matrix, 5);
        let at = |i: usize, j: usize| (matrix[i * 5 + j] - matrix[j * 5 + i]) / 2.0;
        let square = |of: &dyn Fn(usize, usize) -> f64| (0..25).map(|k| of(k / 5, k % 5).powi(2)).sum::<f64>();
        let gradient = square(&|i, j| found.ratings[i] - found.ratings[j]);
        assert!((gradient / square(&at) - (1.0 - found.curl_share)).abs() < 1e-12);
    }

    #[test]
    fn decompose_of_small_pools_is_zero() {
        assert_eq!(decompose(&[], 0).curl_share, 0.0);
        assert_eq!(decompose(&log_odds(&[0.0; 4], 2), 2).curl_share, 0.0);
        assert_eq!(decompose(&log_odds(&[0.0, 9.0, 0.0, 0.0], 2), 2).cycle, None);
        assert!(log_odds(&[0.0, 9.0, 0.0, 0.0], 2)[1] == 19.0_f64.ln());
    }

    /// Returns wins of `blocks` blocks of 4 matches per pair; `chance(i, j)` is the probability that i beats j.
    fn season(entrants: usize, blocks: usize, chance: impl Fn(usize, usize) -> f64) -> Vec<Wins> {
        let mut rng = Seed::master(5).rng();
        let mut wins = Vec::new();
        for block in 0..blocks {
            for (one, other) in (0..entrants).flat_map(|one| (one + 1..entrants).map(move |other| (one, other))) {
                let won = (0..4).filter(|_| unit(&mut rng) < chance(one, other)).count() as f64;
                wins.push(Wins { block, one, other, count: won });
                wins.push(Wins { block, one: other, other: one, count: 4.0 - won });
            }
        }
        wins
    }

    fn curl_of(wins: &[Wins], entrants: usize) -> Curl {
        let draws = bootstrap(wins, entrants, &Seed::master(2), 300);
        estimate_curl(&draws, &pair_evidence(&win_matrix(wins, entrants), entrants), entrants).unwrap()
    }

    #[test]
    fn curl_of_equals_and_of_ladder_is_insignificant() {
        let equals = curl_of(&season(5, 60, |_, _| 0.5), 5);
        assert!(equals.p > 0.05 && equals.interval.unwrap().low < 0.05, "{equals:?}");
        let luce = |i: usize, j: usize| 1.0 / (1.0 + libm::exp(i as f64 - j as f64));
        let ladder = curl_of(&season(5, 200, luce), 5);
        assert!(ladder.p > 0.05 && ladder.share < 0.05, "{ladder:?}");
    }

    /// Three entrants in a cycle, and two that all others beat: the cycle dominates among the three, and is small in
    /// the whole pool.
    #[test]
    fn may_be_best_separates_cycle_from_weak_entrants() {
        let strong = |i: usize, j: usize| if (i + 1) % 3 == j { 0.65 } else { 0.35 };
        let chance = |i: usize, j: usize| match (i, j) {
            (0..3, 0..3) => strong(i, j),
            (0..3, _) => 0.99,
            _ => 0.98,
        };
        let wins = season(5, 200, chance);
        let draws = bootstrap(&wins, 5, &Seed::master(2), 300);
        let known_of = |wins: &[Wins], count| pair_evidence(&win_matrix(wins, count), count);
        let best = may_be_best(&draws, &known_of(&wins, 5), 5);
        assert_eq!(best, [0, 1, 2]);
        let among: Vec<Wins> = wins.iter().copied().filter(|wins| wins.one < 3 && wins.other < 3).collect();
        let (whole, among) = (curl_of(&wins, 5), curl_of(&among, 3));
        assert!(whole.share < 0.05 && among.share > 0.8 && among.is_supported(), "{whole:?} {among:?}");
        // In a ladder with clear steps only the top may be best; among entrants that never met all may be.
        let ladder = season(4, 200, |i, j| if i < j { 0.7 } else { 0.3 });
        let draws = bootstrap(&ladder, 4, &Seed::master(2), 300);
        assert_eq!(may_be_best(&draws, &known_of(&ladder, 4), 4), [0]);
        assert_eq!(may_be_best(&draws, &[PairEvidence::Nothing; 16], 4), [0, 1, 2, 3]);
    }

    #[test]
    fn curl_of_one_sided_wins_respects_bounds() {
        // 0 always beats 1 and 2, and 1 always beats 2: two steps are at least as large as one.
        let steps = curl_of(&season(3, 50, |_, _| 1.0), 3);
        assert!(steps.share < 1e-6, "{steps:?}");
        // A cycle of such wins is one.
        let circle = curl_of(&season(3, 50, |i, j| if j - i == 1 { 1.0 } else { 0.0 }), 3);
        assert!(circle.share > 0.999 && circle.interval.unwrap().low > 0.99, "{circle:?}");
        assert_eq!(circle.cycle.unwrap().entrants, [0, 1, 2]);
    }

    #[test]
    fn cycle_excludes_entrant_without_wins() {
        // 3 loses to all, and 0 to 2 beat each other in turn.
        let odds = |i: usize, j: usize| match (i, j) {
            (_, 3) => 40.0,
            (0, 2) => -1.0,
            _ => 1.0,
        };
        let wins = season(4, 60, |i, j| 1.0 / (1.0 + libm::exp(-odds(i, j))));
        assert_eq!(curl_of(&wins, 4).cycle.unwrap().entrants, [0, 1, 2]);
        let two: Vec<Wins> = wins.into_iter().filter(|won| won.one != 1 && won.other != 1).collect();
        let sums = win_matrix(&two, 4);
        assert_eq!(decompose_partial(&log_odds(&sums, 4), &pair_evidence(&sums, 4), 4).cycle, None);
    }

    #[test]
    fn curl_of_planted_cycle_matches_its_share() {
        // Log-odds of 1 around the cycle of three, and 2 down to a fourth: curl 6 of 6 + 6 · 4.
        let odds = |i: usize, j: usize| match (i, j) {
            (0, 1) | (1, 2) => 1.0,
            (0, 2) => -1.0,
            _ => 2.0,
        };
        let found = curl_of(&season(4, 400, |i, j| 1.0 / (1.0 + libm::exp(-odds(i, j)))), 4);
        assert!((found.share - 0.2).abs() < 0.05 && found.p < 0.01, "{found:?}");
        assert!(found.interval.unwrap().low > 0.1 && found.frequency > 0.95, "{found:?}");
    }

    #[test]
    fn curl_without_cycle_of_pairs_is_none() {
        let wins: Vec<Wins> = season(4, 20, |_, _| 0.6).into_iter().filter(|w| w.one.abs_diff(w.other) == 1).collect();
        let draws = bootstrap(&wins, 4, &Seed::master(2), 20);
        assert_eq!(estimate_curl(&draws, &pair_evidence(&win_matrix(&wins, 4), 4), 4), None);
    }
}
