//! Linear equations with a symmetric, positive definite matrix: what a Newton step needs, and no more.

/// Solves `matrix · x = right` in place by Cholesky's decomposition: `right` becomes `x`, and the lower triangle of `matrix`
/// (rows one after another, `n × n`) its factor. A pivot that is not positive, as of a direction about which nothing is
/// known, counts as infinite: `x` is 0 there. Never NaN for finite input.
pub(super) fn solve(matrix: &mut [f64], right: &mut [f64]) {
    let n = right.len();
    for j in 0..n {
        let dot: f64 = (0..j).map(|k| matrix[j * n + k] * matrix[j * n + k]).sum();
        let pivot = matrix[j * n + j] - dot;
        let root = if pivot > matrix[j * n + j] * 1e-14 { pivot.sqrt() } else { f64::INFINITY };
        matrix[j * n + j] = root;
        for i in j + 1..n {
            let dot: f64 = (0..j).map(|k| matrix[i * n + k] * matrix[j * n + k]).sum();
            matrix[i * n + j] = (matrix[i * n + j] - dot) / root;
        }
    }
    for i in 0..n {
        let dot: f64 = (0..i).map(|k| matrix[i * n + k] * right[k]).sum();
        right[i] = (right[i] - dot) / matrix[i * n + i];
    }
    for i in (0..n).rev() {
        let dot: f64 = (i + 1..n).map(|k| matrix[k * n + i] * right[k]).sum();
        right[i] = (right[i] - dot) / matrix[i * n + i];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worked_example() {
        // 4x + 2y = 10, 2x + 3y = 11: x = 1, y = 3.
        let mut right = [10.0, 11.0];
        solve(&mut [4.0, 2.0, 2.0, 3.0], &mut right);
        assert!((right[0] - 1.0).abs() < 1e-12 && (right[1] - 3.0).abs() < 1e-12);
    }

    #[test]
    fn an_unknown_direction_stays_at_zero() {
        let mut right = [2.0, 2.0];
        solve(&mut [1.0, 1.0, 1.0, 1.0], &mut right);
        assert_eq!(right, [2.0, 0.0]);
    }
}
