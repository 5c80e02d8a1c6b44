//! Mean and variance of a stream of values.

/// Count, mean and sum of squares, by Welford's recurrence: one pass, no list, and the same bits for the same order.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// Returns the moments of `count` zeros.
    pub fn zeros(count: u64) -> Self {
        Moments { count, ..Moments::default() }
    }

    /// Adds a value.
    pub fn push(&mut self, value: f64) {
        self.count += 1;
        let off = value - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (value - self.mean);
    }

    /// Returns the number of values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the mean; 0 without values.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Returns the sample variance, or `None` for fewer than two values.
    pub fn variance(&self) -> Option<f64> {
        (self.count >= 2).then(|| self.squares.max(0.0) / (self.count - 1) as f64)
    }

    /// Returns the standard error of the mean, or `None` for fewer than two values.
    pub fn standard_error(&self) -> Option<f64> {
        let count = self.count as f64;
        (self.count >= 2).then(|| (self.squares.max(0.0) / (count - 1.0) / count).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_match_worked_example() {
        let mut moments = Moments::default();
        [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().for_each(|value| moments.push(value));
        // Sum 40, squares about the mean 32: variance 32/7, error sqrt(32/7/8).
        assert_eq!(moments.mean(), 5.0);
        assert!((moments.standard_error().unwrap() - (4.0_f64 / 7.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn zeros_equals_pushed_zeros() {
        let mut pushed = Moments::default();
        (0..5).for_each(|_| pushed.push(0.0));
        assert_eq!(pushed, Moments::zeros(5));
    }

    #[test]
    fn standard_error_of_one_value_is_none() {
        let mut moments = Moments::default();
        moments.push(3.0);
        assert_eq!(moments.standard_error(), None);
    }
}
