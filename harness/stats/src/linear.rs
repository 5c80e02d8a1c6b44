//! Linear equations with a symmetric, positive semidefinite matrix, as needed for Newton steps.

use std::ops::Range;

/// A pivot below this fraction of its diagonal element marks an unidentified direction.
const NOTHING: f64 = 1e-10;

/// The Cholesky decomposition of a matrix, stored row by row. A pivot that is not positive, as in an unidentified
/// direction, counts as infinite, so that solutions are 0 there.
pub(super) struct Cholesky {
    n: usize,
    lower: Vec<f64>,
}

impl Cholesky {
    /// Decomposes an `n × n` matrix. The result has no NaN for finite input.
    pub(super) fn new(mut matrix: Vec<f64>, n: usize) -> Self {
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
        Cholesky { n, lower: matrix }
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

    /// Returns the inverse in the identified directions, 0 elsewhere. It has the same bits as [`Cholesky::solve`] for
    /// all unit vectors, but is several times as fast.
    pub(super) fn inverse(&self) -> Vec<f64> {
        let n = self.n;
        // The solutions for all unit vectors: a row has one element of each.
        let mut solved = vec![0.0; n * n];
        let mut dots = vec![0.0; n];
        for i in 0..n {
            solved[i * n + i] = 1.0;
        }
        for i in 0..n {
            self.step(&mut solved, &mut dots, i, 0..i, |i, k| i * n + k);
        }
        for i in (0..n).rev() {
            self.step(&mut solved, &mut dots, i, i + 1..n, |i, k| k * n + i);
        }
        let mut inverse = vec![0.0; n * n];
        for (i, row) in solved.chunks(n.max(1)).enumerate() {
            row.iter().enumerate().for_each(|(j, value)| inverse[j * n + i] = *value);
        }
        inverse
    }

    /// Updates element `i` of all vectors from those at `others`.
    fn step(
        &self,
        solved: &mut [f64],
        dots: &mut [f64],
        i: usize,
        others: Range<usize>,
        at: impl Fn(usize, usize) -> usize,
    ) {
        let n = self.n;
        // The value of an empty sum.
        dots.fill(-0.0);
        for k in others {
            let factor = self.lower[at(i, k)];
            dots.iter_mut().zip(&solved[k * n..]).for_each(|(dot, value)| *dot += factor * value);
        }
        let root = self.lower[i * n + i];
        solved[i * n..].iter_mut().zip(dots).for_each(|(value, dot)| *value = (*value - *dot) / root);
    }

    /// Returns for each direction whether it is identified given the previous ones.
    pub(super) fn known(&self) -> Vec<bool> {
        (0..self.n).map(|i| self.lower[i * self.n + i].is_finite()).collect()
    }

    /// Returns the number of identified directions.
    pub(super) fn rank(&self) -> usize {
        self.roots().count()
    }

    /// Returns the log-determinant in the identified directions.
    pub(super) fn log_determinant(&self) -> f64 {
        self.roots().map(|root| 2.0 * libm::log(root)).sum()
    }

    fn roots(&self) -> impl Iterator<Item = f64> + '_ {
        (0..self.n).map(|i| self.lower[i * self.n + i]).filter(|root| root.is_finite())
    }
}

/// Solves `matrix · x = right` in place.
pub(super) fn solve(matrix: &[f64], right: &mut [f64]) {
    Cholesky::new(matrix.to_vec(), right.len()).solve(right);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solve_and_inverse_match_worked_example() {
        // 4x + 2y = 10, 2x + 3y = 11: x = 1, y = 3.
        let mut right = [10.0, 11.0];
        let factor = Cholesky::new(vec![4.0, 2.0, 2.0, 3.0], 2);
        factor.solve(&mut right);
        assert!((right[0] - 1.0).abs() < 1e-12 && (right[1] - 3.0).abs() < 1e-12);
        assert!((factor.log_determinant() - 8.0_f64.ln()).abs() < 1e-12 && factor.rank() == 2);
        let expected = [0.375, -0.25, -0.25, 0.5];
        assert!(factor.inverse().iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-12));
    }

    #[test]
    fn inverse_equals_solutions_of_unit_vectors_bitwise() {
        for (n, unknown) in [(0, 9), (1, 9), (2, 9), (7, 9), (7, 3)] {
            // One row may repeat another.
            let row = |i: usize| (0..n).map(move |k| libm::sin((3 * i * k + 2 * i * i + k + 1) as f64));
            let rows: Vec<Vec<f64>> = (0..n).map(|i| row(if i == unknown { 0 } else { i }).collect()).collect();
            let product = |i: usize, j: usize| rows[i].iter().zip(&rows[j]).map(|(a, b)| a * b).sum::<f64>();
            let factor = Cholesky::new((0..n * n).map(|at| product(at / n, at % n)).collect(), n);
            assert_eq!(factor.rank(), n - usize::from(unknown < n));
            let inverse = factor.inverse();
            for j in 0..n {
                let mut unit: Vec<f64> = (0..n).map(|i| f64::from(u8::from(i == j))).collect();
                factor.solve(&mut unit);
                let bits = |of: &[f64]| of.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
                assert_eq!(bits(&inverse[j * n..][..n]), bits(&unit));
            }
        }
    }

    #[test]
    fn solve_leaves_unidentified_direction_at_zero() {
        let mut right = [2.0, 2.0];
        let factor = Cholesky::new(vec![1.0, 1.0, 1.0, 1.0], 2);
        factor.solve(&mut right);
        assert_eq!(right, [2.0, 0.0]);
        assert_eq!((factor.rank(), factor.inverse()), (1, vec![1.0, 0.0, 0.0, 0.0]));
    }
}
