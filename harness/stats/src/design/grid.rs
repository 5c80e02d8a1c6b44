//! Designs on a grid, by the book and without chance.

/// The most points of a design: larger ones are refused by whoever asks for them, not truncated here.
pub const MOST_POINTS: usize = 1 << 20;

/// `base`, then every factor at each of its other levels while the others stay where they are.
pub fn one_at_a_time(levels: &[usize], base: &[usize]) -> Vec<Vec<usize>> {
    let mut points = vec![base.to_vec()];
    for (factor, &count) in levels.iter().enumerate() {
        for level in (0..count).filter(|level| *level != base[factor]) {
            let mut point = base.to_vec();
            point[factor] = level;
            points.push(point);
        }
    }
    points
}

/// Every level of every factor with every other, the last factor changing fastest; nothing where that is more than
/// [`MOST_POINTS`].
pub fn factorial(levels: &[usize]) -> Option<Vec<Vec<usize>>> {
    let count = levels.iter().try_fold(1_usize, |all, &count| all.checked_mul(count))?;
    if count > MOST_POINTS {
        return None;
    }
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

/// A regular fraction of the two-level factorial, of resolution IV (Box and Hunter 1961): no main effect is confounded with
/// another or with an interaction of two factors, interactions of two may be with one another. Every factor is at its lowest
/// or its highest level; the columns are the products of an odd number of `m` basic columns, which makes 2^m points for up to
/// 2^(m − 1) factors. `centres` points with every factor in its middle follow, for a look at curvature.
pub fn fractional(levels: &[usize], centres: usize) -> Vec<Vec<usize>> {
    let least = levels.len().max(1).next_power_of_two().trailing_zeros() + 1;
    // The basic columns first: a design of few factors is then a full factorial.
    let basic = if levels.len() <= 2 { levels.len() as u32 } else { least };
    let mut words: Vec<u32> = (1..1_u32 << basic).filter(|word| word.count_ones() % 2 == 1).collect();
    words.sort_by_key(|word| (word.count_ones(), *word));
    let column = |run: u32, word: u32| ((run & word).count_ones() + word.count_ones() + 1) % 2 == 1;
    let mut points: Vec<Vec<usize>> = (0..1_u32 << basic)
        .map(|run| {
            levels.iter().zip(&words).map(|(&count, &word)| if column(run, word) { count - 1 } else { 0 }).collect()
        })
        .collect();
    let middle: Vec<usize> = levels.iter().map(|count| (count - 1) / 2).collect();
    points.extend(std::iter::repeat_n(middle, centres));
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_changes_one() {
        let points = one_at_a_time(&[3, 2], &[1, 0]);
        assert_eq!(points, [[1, 0], [0, 0], [2, 0], [1, 1]]);
    }

    #[test]
    fn a_factorial_has_every_point_once() {
        let points = factorial(&[2, 3]).unwrap();
        assert_eq!(points, [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
        assert_eq!(factorial(&[2; 40]), None);
        assert_eq!(factorial(&[]).unwrap(), [[0_usize; 0]]);
    }

    #[test]
    fn a_fraction_keeps_main_effects_free_of_interactions_of_two() {
        for factors in 1..=16 {
            let points = fractional(&vec![2; factors], 0);
            let sign = |point: &Vec<usize>, factor: usize| if point[factor] == 1 { 1_i64 } else { -1 };
            let sum = |of: &dyn Fn(&Vec<usize>) -> i64| points.iter().map(of).sum::<i64>();
            for i in 0..factors {
                assert_eq!(sum(&|point| sign(point, i)), 0, "{factors} factors, {i}");
                for j in 0..i {
                    assert_eq!(sum(&|point| sign(point, i) * sign(point, j)), 0, "{factors} factors, {i} {j}");
                    for k in 0..j {
                        let together = sum(&|point| sign(point, i) * sign(point, j) * sign(point, k));
                        assert_eq!(together, 0, "{factors} factors, {i} {j} {k}");
                    }
                }
            }
        }
        // Twelve factors: 2^(12 − 7) runs.
        assert_eq!(fractional(&[2; 12], 4).len(), 32 + 4);
        // Levels between are for the centre.
        let points = fractional(&[5, 9, 3], 1);
        assert!(points[..8].iter().all(|point| point.iter().zip([4, 8, 2]).all(|(at, top)| [0, top].contains(at))));
        assert_eq!(points[8], [2, 4, 1]);
    }
}
