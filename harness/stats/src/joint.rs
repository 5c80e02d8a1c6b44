//! Means, variances and covariances of a stream of vectors.

/// Count, means and centred products of `N` values at a time, by Welford's recurrence: one pass, no list, and the same
/// bits for the same order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint<const N: usize> {
    count: u64,
    means: [f64; N],
    products: [[f64; N]; N],
}

impl<const N: usize> Default for Joint<N> {
    fn default() -> Self {
        Joint { count: 0, means: [0.0; N], products: [[0.0; N]; N] }
    }
}

impl<const N: usize> Joint<N> {
    /// Adds a vector.
    pub fn push(&mut self, values: [f64; N]) {
        self.count += 1;
        let count = self.count as f64;
        let mut off = values;
        for (off, mean) in off.iter_mut().zip(&mut self.means) {
            *off -= *mean;
            *mean += *off / count;
        }
        let share = (count - 1.0) / count;
        for (row, one) in self.products.iter_mut().zip(off) {
            row.iter_mut().zip(off).for_each(|(product, other)| *product += one * other * share);
        }
    }

    /// Returns the number of vectors.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the mean of value number `i`; 0 without vectors.
    ///
    /// # Panics
    ///
    /// If `i` is not below `N`.
    pub fn mean(&self, i: usize) -> f64 {
        self.means[i]
    }

    /// Returns the sum over vectors of `(weights · (vector − mean))²`.
    pub fn squares(&self, weights: [f64; N]) -> f64 {
        let row = |row: &[f64; N]| row.iter().zip(weights).map(|(product, weight)| product * weight).sum::<f64>();
        self.products.iter().zip(weights).map(|(products, weight)| weight * row(products)).sum::<f64>().max(0.0)
    }

    /// Returns the sum over vectors of `(value i − its mean) · (value j − its mean)`.
    ///
    /// # Panics
    ///
    /// If `i` or `j` is not below `N`.
    pub fn product(&self, i: usize, j: usize) -> f64 {
        self.products[i][j]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_products_match_direct_sums() {
        let rows = [[1.0, 2.0], [4.0, -1.0], [2.5, 0.5], [0.0, 7.0]];
        let mut joint = Joint::default();
        rows.iter().for_each(|row| joint.push(*row));
        let mean = |i: usize| rows.iter().map(|row| row[i]).sum::<f64>() / 4.0;
        assert!((joint.mean(0) - mean(0)).abs() < 1e-12 && (joint.mean(1) - mean(1)).abs() < 1e-12);
        let of = |row: &[f64; 2]| (3.0 * (row[0] - mean(0)) - 2.0 * (row[1] - mean(1))).powi(2);
        assert!((joint.squares([3.0, -2.0]) - rows.iter().map(of).sum::<f64>()).abs() < 1e-9);
        let product: f64 = rows.iter().map(|row| (row[0] - mean(0)) * (row[1] - mean(1))).sum();
        assert!((joint.product(0, 1) - product).abs() < 1e-12);
    }
}
