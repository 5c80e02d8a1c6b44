//! Linear equations with a symmetric, positive semidefinite matrix: what a Newton step needs, and no more.

/// A pivot below this part of its diagonal element is one of a direction about which nothing is known.
const NOTHING: f64 = 1e-10;

/// Cholesky's decomposition of a matrix, its rows one after another. A pivot that is not positive, as of a direction about
/// which nothing is known, counts as infinite: what is solved for is 0 there.
pub(super) struct Factor {
    n: usize,
    lower: Vec<f64>,
}

impl Factor {
    /// Decomposes a matrix of `n × n` numbers. Never NaN for finite input.
    pub(super) fn of(mut matrix: Vec<f64>, n: usize) -> Self {
        for j in 0..n {
            let dot: f64 = (0..j).map(|k| matrix[j * n + k] * matrix[j * n + k]).sum();
            let pivot = matrix[j * n + j] - dot;
            let root = if pivot > matrix[j * n + j] * NOTHING { pivot.sqrt() } else { f64::INFINITY };
            matrix[j * n + j] = root;
            for i in j + 1..n {
                let dot: f64 = (0..j).map(|k| matrix[i * n + k] * matrix[j * n + k]).sum();
                matrix[i * n + j] = (matrix[i * n + j] - dot) / root;
            }
        }
        Factor { n, lower: matrix }
    }

    /// Solves `matrix · x = right` in place.
    pub(super) fn solve(&self, right: &mut [f64]) {
        let (n, matrix) = (self.n, &self.lower);
        for i in 0..n {
            let dot: f64 = (0..i).map(|k| matrix[i * n + k] * right[k]).sum();
            right[i] = (right[i] - dot) / matrix[i * n + i];
        }
        for i in (0..n).rev() {
            let dot: f64 = (i + 1..n).map(|k| matrix[k * n + i] * right[k]).sum();
            right[i] = (right[i] - dot) / matrix[i * n + i];
        }
    }

    /// The inverse in the directions about which something is known, 0 elsewhere.
    pub(super) fn inverse(&self) -> Vec<f64> {
        let n = self.n;
        let mut inverse = vec![0.0; n * n];
        for (j, row) in inverse.chunks_mut(n.max(1)).enumerate() {
            row[j] = 1.0;
            self.solve(row);
        }
        inverse
    }

    /// Of every direction whether something is known about it that those before it do not say.
    pub(super) fn known(&self) -> Vec<bool> {
        (0..self.n).map(|i| self.lower[i * self.n + i].is_finite()).collect()
    }

    /// How many directions something is known about.
    pub(super) fn rank(&self) -> usize {
        self.roots().count()
    }

    /// The logarithm of the determinant in those directions.
    pub(super) fn log_determinant(&self) -> f64 {
        self.roots().map(|root| 2.0 * libm::log(root)).sum()
    }

    fn roots(&self) -> impl Iterator<Item = f64> + '_ {
        (0..self.n).map(|i| self.lower[i * self.n + i]).filter(|root| root.is_finite())
    }
}

/// Solves `matrix · x = right` in place.
pub(super) fn solve(matrix: &[f64], right: &mut [f64]) {
    Factor::of(matrix.to_vec(), right.len()).solve(right);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worked_example() {
        // 4x + 2y = 10, 2x + 3y = 11: x = 1, y = 3.
        let mut right = [10.0, 11.0];
        let factor = Factor::of(vec![4.0, 2.0, 2.0, 3.0], 2);
        factor.solve(&mut right);
        assert!((right[0] - 1.0).abs() < 1e-12 && (right[1] - 3.0).abs() < 1e-12);
        assert!((factor.log_determinant() - 8.0_f64.ln()).abs() < 1e-12 && factor.rank() == 2);
        let expected = [0.375, -0.25, -0.25, 0.5];
        assert!(factor.inverse().iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-12));
    }

    #[test]
    fn an_unknown_direction_stays_at_zero() {
        let mut right = [2.0, 2.0];
        let factor = Factor::of(vec![1.0, 1.0, 1.0, 1.0], 2);
        factor.solve(&mut right);
        assert_eq!(right, [2.0, 0.0]);
        assert_eq!((factor.rank(), factor.inverse()), (1, vec![1.0, 0.0, 0.0, 0.0]));
    }
}
