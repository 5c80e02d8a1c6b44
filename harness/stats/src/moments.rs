//! Mean and spread of a stream of values.

/// Count, mean and spread of the values so far (Welford's recurrence: one pass, no list, the same bits for the same order).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// `count` values, all 0.
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

    /// How many values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; 0 of none.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The variance of a value; nothing for fewer than two.
    pub fn variance(&self) -> Option<f64> {
        (self.count >= 2).then(|| self.squares.max(0.0) / (self.count - 1) as f64)
    }

    /// The standard error of the mean; nothing for fewer than two values.
    pub fn standard_error(&self) -> Option<f64> {
        let count = self.count as f64;
        (self.count >= 2).then(|| (self.squares.max(0.0) / (count - 1.0) / count).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_error_of_a_worked_example() {
        let mut moments = Moments::default();
        [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().for_each(|value| moments.push(value));
        // Sum 40, squares about the mean 32: variance 32/7, error sqrt(32/7/8).
        assert_eq!(moments.mean(), 5.0);
        assert!((moments.standard_error().unwrap() - (4.0_f64 / 7.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn zeros_are_like_zeros_pushed() {
        let mut pushed = Moments::default();
        (0..5).for_each(|_| pushed.push(0.0));
        assert_eq!(pushed, Moments::zeros(5));
    }

    #[test]
    fn one_value_has_no_error() {
        let mut moments = Moments::default();
        moments.push(3.0);
        assert_eq!(moments.standard_error(), None);
    }
}
