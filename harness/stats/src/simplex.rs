//! Small linear programmes.

/// The tolerance: amounts up to this count as 0.
const TINY: f64 = 1e-10;
/// The most pivots.
const MOST_PIVOTS: usize = 20_000;

/// A solved programme.
pub(super) struct Solution {
    /// The least cost.
    pub cost: f64,
    /// The dual price of each row: the saving if its bound were larger by 1; at least 0.
    pub prices: Vec<f64>,
}

/// The least `costs · x` with `rows · x ≤ bounds` and `x ≥ 0`, where no cost is below 0: the dual simplex method, which then
/// needs no first phase, with Bland's rule, which never circles. Nothing if no `x` will do.
pub(super) fn minimise(costs: &[f64], rows: &[Vec<f64>], bounds: &[f64]) -> Option<Solution> {
    let (n, m) = (costs.len(), rows.len());
    // Columns: variables, slacks, bound. The last row holds the costs.
    let mut table: Vec<Vec<f64>> = rows.iter().map(|row| [&row[..], &vec![0.0; m + 1]].concat()).collect();
    for (i, row) in table.iter_mut().enumerate() {
        row[n + i] = 1.0;
        row[n + m] = bounds[i];
    }
    table.push([costs, &vec![0.0; m + 1]].concat());
    let mut basis: Vec<usize> = (n..n + m).collect();
    for _ in 0..MOST_PIVOTS {
        let negative = (0..m).filter(|i| table[*i][n + m] < -TINY);
        let Some(leaving) = negative.min_by_key(|i| basis[*i]) else {
            let prices = table[m][n..n + m].to_vec();
            return Some(Solution { cost: -table[m][n + m], prices });
        };
        let mut entering: Option<(usize, f64)> = None;
        for column in (0..n + m).filter(|column| table[leaving][*column] < -TINY) {
            let ratio = table[m][column] / -table[leaving][column];
            if entering.is_none_or(|(_, least)| ratio < least - TINY) {
                entering = Some((column, ratio));
            }
        }
        let (column, _) = entering?;
        let pivot = table[leaving][column];
        table[leaving].iter_mut().for_each(|entry| *entry /= pivot);
        let row = table[leaving].clone();
        for (i, other) in table.iter_mut().enumerate().filter(|(i, _)| *i != leaving) {
            let by = other[column];
            if by != 0.0 {
                other.iter_mut().zip(&row).for_each(|(entry, from)| *entry -= by * from);
                other[column] = 0.0;
            }
            if i == m {
                other[..n + m].iter_mut().for_each(|cost| *cost = cost.max(0.0));
            }
        }
        basis[leaving] = column;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diet() {
        // 2x + 3y with x + y ≥ 4 and x + 3y ≥ 6: x = 3, y = 1 costs 9; prices 1.5 and 0.5.
        let solution = minimise(&[2.0, 3.0], &[vec![-1.0, -1.0], vec![-1.0, -3.0]], &[-4.0, -6.0]).unwrap();
        assert!((solution.cost - 9.0).abs() < 1e-9);
        assert!((solution.prices[0] - 1.5).abs() < 1e-9 && (solution.prices[1] - 0.5).abs() < 1e-9);
    }

    #[test]
    fn what_cannot_be() {
        assert!(minimise(&[1.0], &[vec![1.0], vec![-1.0]], &[1.0, -2.0]).is_none());
    }
}
