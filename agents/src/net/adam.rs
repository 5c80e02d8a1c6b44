//! The Adam optimizer (Kingma and Ba 2015): every weight moves by steps of about the same size, whatever the size
//! of its gradient.

/// Decay of the mean of the gradients.
const MEAN_DECAY: f32 = 0.9;
/// Decay of the mean of the squared gradients.
const SQUARE_DECAY: f32 = 0.999;
/// Keeps the step finite where every gradient so far was 0.
const FLOOR: f32 = 1e-8;

/// The state of the optimizer: the moments of the gradients so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// Mean of the gradients, for each weight.
    pub means: Vec<f32>,
    /// Mean of the squared gradients, for each weight.
    pub squares: Vec<f32>,
    /// The two decays to the power of the number of steps taken.
    pub powers: [f32; 2],
}

impl Adam {
    /// Creates the state before the first step of a net with this many weights.
    pub fn new(weights: usize) -> Self {
        Adam { means: vec![0.0; weights], squares: vec![0.0; weights], powers: [1.0; 2] }
    }

    /// Moves `weights` by a step of about `rate` against `gradient`.
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32) {
        self.powers[0] *= MEAN_DECAY;
        self.powers[1] *= SQUARE_DECAY;
        let (mean_share, square_share) = (1.0 / (1.0 - self.powers[0]), 1.0 / (1.0 - self.powers[1]));
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, &slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
            *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
            *weight -= rate * (*mean * mean_share) / ((*square * square_share).sqrt() + FLOOR);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adam_steps_equal_values_by_hand() {
        let mut adam = Adam::new(3);
        let mut weights = [1.0, 1.0, 1.0];
        adam.step(&mut weights, &[4.0, -0.001, 0.0], 0.01);
        for (weight, expected) in weights.iter().zip([0.99, 1.01, 1.0]) {
            assert!((weight - expected).abs() < 1e-6, "{weight} instead of {expected}");
        }
        // Means 0.36 + 0.2, squares 0.015984 + 0.004, divided by 0.19 and 0.001999: a step of 0.01 * 2.947368 /
        // 3.161806.
        adam.step(&mut weights, &[2.0, 0.0, 0.0], 0.01);
        assert!((weights[0] - (0.99 - 0.009_321_8)).abs() < 1e-6, "{}", weights[0]);
        assert_eq!(weights[2], 1.0);
    }
}
