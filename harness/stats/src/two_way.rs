//! Variance components of a table of choices by worlds with one value per cell: the two-way layout without replication
//! (Searle, Casella and McCulloch 1992, 4.4), where worlds are random and choices are all there are, or a random sample
//! of them.

/// The variance of a value for a random choice and a random world, in two components.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoWay {
    /// The variance between the means of the choices over all worlds. The estimate is unbiased, so it can be negative
    /// if the true value is near 0; averages over many tables must include such values.
    pub between: f64,
    /// The mean over the choices of the variance over worlds.
    pub within: f64,
}

impl TwoWay {
    /// Returns the sum of both components: the variance of a value.
    pub fn total(self) -> f64 {
        self.between + self.within
    }
}

/// Returns the components of a table of `cells`, choice by choice with `worlds` values each. `choices` is the number of
/// all choices, at least that of the table, and is the divisor of the variance between them, which is 0 for a single
/// choice. `None` for an empty or ragged table, fewer than two worlds, or one of several choices.
pub fn two_way(cells: &[f64], worlds: usize, choices: u64) -> Option<TwoWay> {
    if worlds < 2 || cells.is_empty() || !cells.len().is_multiple_of(worlds) {
        return None;
    }
    let rows = cells.len() / worlds;
    if (rows as u64) > choices || rows == 1 && choices > 1 {
        return None;
    }
    let mean = |sum: f64, count: usize| sum / count as f64;
    let of_row: Vec<f64> = cells.chunks(worlds).map(|row| mean(row.iter().sum(), worlds)).collect();
    let of_world = |world: usize| mean(cells.iter().skip(world).step_by(worlds).sum(), rows);
    let of_world: Vec<f64> = (0..worlds).map(of_world).collect();
    let all = mean(of_row.iter().sum(), rows);
    let square = |off: f64| off * off;
    let squares = |of: &dyn Fn(usize, usize) -> f64| -> f64 {
        let place = |at: usize| (at / worlds, at % worlds);
        cells.iter().enumerate().map(|(at, value)| square(value - of(place(at).0, place(at).1))).sum()
    };
    let within = squares(&|row, _| of_row[row]) / (rows * (worlds - 1)) as f64;
    if rows == 1 {
        return Some(TwoWay { between: 0.0, within });
    }
    let spread = of_row.iter().map(|row| square(row - all)).sum::<f64>() / (rows - 1) as f64;
    let rest = squares(&|row, world| of_row[row] + of_world[world] - all) / ((rows - 1) * (worlds - 1)) as f64;
    let part = (choices - 1) as f64 / choices as f64;
    Some(TwoWay { between: part * (spread - rest / worlds as f64), within })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Moments;
    use ergo_core::rng::{Rng, Seed, shuffle, unit};

    #[test]
    fn two_way_matches_hand_calculation() {
        // Rows 1 3 and 5 11: means 2 and 8, their variance 18. Column means 3 and 7, overall 5; residuals ±1, with one
        // degree of freedom 4.
        let found = two_way(&[1.0, 3.0, 5.0, 11.0], 2, 2).unwrap();
        // Within: (2 + 18) / 2. Between: half of 18 − 4 / 2.
        assert_eq!((found.between, found.within, found.total()), (8.0, 10.0, 18.0));
        // Two of four choices: three quarters of it.
        assert_eq!(two_way(&[1.0, 3.0, 5.0, 11.0], 2, 4).unwrap().between, 12.0);
        // Effects of worlds on all choices are not noise between them; with one choice all variance is within.
        assert_eq!(two_way(&[0.0, 9.0, 2.0, 11.0], 2, 2).unwrap().between, 1.0);
        assert_eq!(two_way(&[0.0, 9.0], 2, 1), Some(TwoWay { between: 0.0, within: 40.5 }));
        for (cells, worlds, choices) in [(&[][..], 2, 1), (&[1.0, 2.0], 1, 2), (&[1.0, 2.0, 3.0], 2, 2)] {
            assert_eq!(two_way(cells, worlds, choices), None);
        }
        assert_eq!((two_way(&[0.0, 9.0], 2, 3), two_way(&[0.0; 6], 2, 2)), (None, None));
    }

    /// Uniform from −√3 to √3: variance 1.
    fn noise(rng: &mut Rng) -> f64 {
        (2.0 * unit(rng) - 1.0) * 3.0_f64.sqrt()
    }

    /// Tables with planted means, of all choices or of some. On average the planted variances are recovered, and 0 if
    /// all means are equal, however large the effects of worlds are.
    #[test]
    fn two_way_recovers_planted_components() {
        for (worths, tried) in [(vec![0.0; 5], 5), (vec![1.0, 2.0, 6.0], 3), ((0..15).map(f64::from).collect(), 6)] {
            let count = worths.len() as f64;
            let mean = worths.iter().sum::<f64>() / count;
            let between = worths.iter().map(|worth| (worth - mean) * (worth - mean)).sum::<f64>() / count;
            let (world, rest) = (2.0, 3.0);
            let within = world * world + rest * rest;
            let mut off = [Moments::default(); 3];
            for number in 0..4_000 {
                let mut rng = Seed::master(number).derive("two-way", &[worths.len() as u64]).rng();
                let mut some = worths.clone();
                shuffle(&mut rng, &mut some);
                let worlds: Vec<f64> = (0..4).map(|_| world * noise(&mut rng)).collect();
                let mut cells = Vec::new();
                for worth in &some[..tried] {
                    cells.extend(worlds.iter().map(|world| worth + world + rest * noise(&mut rng)));
                }
                let found = two_way(&cells, 4, worths.len() as u64).unwrap();
                let values = [found.between - between, found.within - within, found.total() - between - within];
                off.iter_mut().zip(values).for_each(|(off, value)| off.push(value));
            }
            for off in off {
                assert!(off.mean().abs() < 4.0 * off.standard_error().unwrap(), "{tried} of {count}: {off:?}");
            }
        }
    }
}
