//! Backpropagation: the gradient of a net's outputs with respect to its weights.

use super::mlp::{HiddenUnits, Inputs, Mlp};
use super::simd::{LEAK, add_scaled};

/// Scratch buffers of [`Mlp::add_gradient`].
#[derive(Clone, Debug, Default)]
pub struct GradientScratch {
    /// The derivative by the sum of each unit, for the current layer and the one before it.
    here: Vec<f32>,
    before: Vec<f32>,
}

impl Mlp {
    /// Adds to `gradient` (as long as the weights) the derivative of the outputs for `inputs`, each output
    /// multiplied by its entry of `factors`. `units` must hold the hidden units of the forward pass for these
    /// inputs.
    pub fn add_gradient(
        &self,
        inputs: &Inputs,
        units: &HiddenUnits,
        factors: &[f32],
        gradient: &mut [f32],
        scratch: &mut GradientScratch,
    ) {
        scratch.here.clear();
        scratch.here.extend_from_slice(factors);
        for layer in (1..self.layers()).rev() {
            let (start, from, to) = self.layer(layer);
            let weights = &self.weights()[start..start + from * to];
            let (rows, biases) = gradient[start..start + (from + 1) * to].split_at_mut(from * to);
            add_scaled(biases, &scratch.here, 1.0);
            scratch.before.clear();
            let outputs = units.outputs[layer - 1].iter().zip(&units.sums[layer - 1]);
            for ((row, change), (&output, &sum)) in weights.chunks_exact(to).zip(rows.chunks_exact_mut(to)).zip(outputs)
            {
                add_scaled(change, &scratch.here, output);
                let slope = if sum > 0.0 { 1.0 } else { LEAK };
                scratch.before.push(slope * self.simd.dot(row, &scratch.here));
            }
            std::mem::swap(&mut scratch.here, &mut scratch.before);
        }
        let (start, from, to) = self.layer(0);
        let (rows, biases) = gradient[start..start + (from + 1) * to].split_at_mut(from * to);
        add_scaled(biases, &scratch.here, 1.0);
        for &(place, value) in inputs.entries() {
            add_scaled(&mut rows[usize::from(place) * to..][..to], &scratch.here, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ergo_engine::rng::Seed;

    /// Compares every derivative with a central difference.
    #[test]
    fn gradient_equals_finite_differences() {
        for (shape, factors) in
            [(&[12, 9, 1][..], &[2.0][..]), (&[12, 16, 7, 1], &[2.0]), (&[12, 9, 3], &[2.0, -1.0, 0.5])]
        {
            let mut net = Mlp::random(shape, 4, &mut Seed::master(3).rng());
            net.weights_mut().iter_mut().enumerate().for_each(|(i, weight)| *weight += 0.01 * (i % 7) as f32);
            let mut inputs = Inputs::default();
            [(0, 1.0), (3, 0.5), (7, -1.25), (11, 2.0)].into_iter().for_each(|(place, value)| inputs.put(place, value));
            let (mut units, mut gradient) = (HiddenUnits::default(), vec![0.0; net.weights().len()]);
            let mut answers = Vec::new();
            net.forward_all(&inputs, &mut units, &mut answers);
            net.add_gradient(&inputs, &units, factors, &mut gradient, &mut GradientScratch::default());
            let mut answer = |net: &Mlp| {
                net.forward_all(&inputs, &mut units, &mut answers);
                answers.iter().zip(factors).map(|(answer, factor)| f64::from(answer * factor)).sum::<f64>()
            };
            let step = 1e-3_f32;
            let mut moved = 0;
            for (i, &derivative) in gradient.iter().enumerate() {
                let at = net.weights()[i];
                net.weights_mut()[i] = at + step;
                let above = answer(&net);
                net.weights_mut()[i] = at - step;
                let below = answer(&net);
                net.weights_mut()[i] = at;
                let difference = (above - below) / f64::from(2.0 * step);
                assert!((difference - f64::from(derivative)).abs() < 2e-3, "{i}: {derivative} and {difference}");
                moved += usize::from(derivative != 0.0);
            }
            assert!(moved > net.weights().len() / 4);
        }
    }
}
