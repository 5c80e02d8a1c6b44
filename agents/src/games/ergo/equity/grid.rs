//! Multilinear interpolation on a grid.

/// The coordinates of the grid points along an axis, in rising order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis(Vec<u16>);

impl Axis {
    /// Creates an axis with `first`, every multiple of `step` between, and `last`.
    pub fn new(first: u16, last: u16, step: u16) -> Self {
        let mut knots: Vec<u16> = vec![first];
        knots.extend((1..).map(|i| i * step).take_while(|knot| *knot < last).filter(|knot| *knot > first));
        if last > first {
            knots.push(last);
        }
        Axis(knots)
    }

    /// Returns the coordinates of the grid points, in rising order.
    pub fn knots(&self) -> &[u16] {
        &self.0
    }

    /// Returns the index of the last grid point at or below `at` and the relative distance to the next one, from 0
    /// to below 1. Coordinates beyond the ends are moved to the nearest end.
    fn find(&self, at: u16) -> (usize, f64) {
        match self.0.partition_point(|knot| *knot <= at) {
            0 => (0, 0.0),
            above if above == self.0.len() => (above - 1, 0.0),
            above => {
                let (low, high) = (self.0[above - 1], self.0[above]);
                (above - 1, f64::from(at - low) / f64::from(high - low))
            }
        }
    }
}

/// Interpolates at the point `at` on a grid with `axis` in every dimension and writes `width` values to `out`.
/// `value(i)` is the number with index `i` in row-major order, with `width` numbers per grid point.
pub fn interpolate(axis: &Axis, at: &[u16], width: usize, value: impl Fn(usize) -> f64, out: &mut [f64]) {
    let mut low = [(0, 0.0); super::ending::SEATS];
    for (found, at) in low.iter_mut().zip(at) {
        *found = axis.find(*at);
    }
    let low = &low[..at.len()];
    out[..width].fill(0.0);
    // The bits of `corner` select a corner of the cell.
    for corner in 0..1_usize << at.len() {
        let (mut index, mut weight) = (0, 1.0);
        for (direction, (knot, share)) in low.iter().enumerate() {
            let up = corner >> direction & 1;
            weight *= if up == 1 { *share } else { 1.0 - share };
            index = index * axis.0.len() + knot + up;
        }
        if weight > 0.0 {
            (0..width).for_each(|i| out[i] += weight * value(index * width + i));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axis_includes_both_ends() {
        assert_eq!(Axis::new(0, 49, 5).knots(), [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 49]);
        assert_eq!(Axis::new(1, 12, 5).knots(), [1, 5, 10, 12]);
        assert_eq!(Axis::new(0, 3, 1).knots(), [0, 1, 2, 3]);
        assert_eq!(Axis::new(0, 0, 7).knots(), [0]);
    }

    #[test]
    fn interpolation_is_exact_for_multilinear_functions() {
        let axis = Axis::new(0, 49, 7);
        let truth = |x: u16, y: u16| 3.0 + f64::from(x) - 2.0 * f64::from(y) + 0.1 * f64::from(x) * f64::from(y);
        let points = axis.knots();
        let values: Vec<f64> =
            points.iter().flat_map(|x| points.iter().flat_map(move |y| [truth(*x, *y), -truth(*x, *y)])).collect();
        for x in 0..50 {
            for y in 0..50 {
                let mut found = [0.0; 2];
                interpolate(&axis, &[x, y], 2, |i| values[i], &mut found);
                assert!((found[0] - truth(x, y)).abs() < 1e-9 && found[0] == -found[1], "{x}, {y}");
            }
        }
    }
}
