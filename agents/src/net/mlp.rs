//! A multilayer perceptron with sparse inputs.

use std::sync::atomic::{AtomicU64, Ordering};

use ergo_engine::rng::{Rng, unit};

use super::simd::{SimdLayer, add_scaled};

/// Sparse inputs: the index and value of each input that is not 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs(Vec<(u16, f32)>);

impl Inputs {
    /// Sets all inputs to 0.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Sets the input at index `place` to `value`. It must not have been set before.
    #[inline]
    pub fn put(&mut self, place: usize, value: f32) {
        if value != 0.0 {
            self.0.push((place as u16, value));
        }
    }

    /// Sets the input at index `place` to 1. It must not have been set before.
    #[inline]
    pub fn on(&mut self, place: usize) {
        self.0.push((place as u16, 1.0));
    }

    /// Sets the input at index `place` to 1 if `yes`. It must not have been set before.
    #[inline]
    pub fn flag(&mut self, place: usize, yes: bool) {
        if yes {
            self.on(place);
        }
    }

    /// Keeps the first `count` entries and sets all others to 0.
    #[inline]
    pub fn truncate(&mut self, count: usize) {
        self.0.truncate(count);
    }

    /// Sets the inputs of `more`, given as indices and values. They must not have been set before.
    pub fn extend(&mut self, more: &[(u16, f32)]) {
        self.0.extend_from_slice(more);
    }

    /// Returns the index and value of each input that was set, in the order of setting.
    pub fn entries(&self) -> &[(u16, f32)] {
        &self.0
    }

    /// Writes the values to `row`, which must be all 0.
    pub fn fill(&self, row: &mut [f32]) {
        self.0.iter().for_each(|(place, value)| row[usize::from(*place)] = *value);
    }
}

/// A multilayer perceptron: inputs, one or more hidden layers of leaky ReLU units, and linear outputs.
///
/// All weights are stored in one vector. Each layer stores a row of weights for each of its inputs, with one weight
/// per unit, and then one bias per unit.
#[derive(Clone, Debug)]
pub struct Mlp {
    shape: Vec<usize>,
    weights: Vec<f32>,
    starts: Vec<usize>,
    stamp: Stamp,
    pub(super) simd: SimdLayer,
}

/// An identifier of a net's weights, for caches of its outputs. Two stamps are equal only if the weights are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp(u64);

impl Stamp {
    fn new() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Stamp(LAST.fetch_add(1, Ordering::Relaxed))
    }
}

impl PartialEq for Mlp {
    fn eq(&self, other: &Self) -> bool {
        self.shape == other.shape && self.weights == other.weights
    }
}

/// The sums and outputs of the hidden units; also scratch space of the forward pass.
#[derive(Clone, Debug, Default)]
pub struct HiddenUnits {
    /// For each hidden layer, the weighted sum of each unit.
    pub(super) sums: Vec<Vec<f32>>,
    /// For each hidden layer, the output of each unit.
    pub(super) outputs: Vec<Vec<f32>>,
}

impl Mlp {
    /// Creates a net of `shape` (inputs, hidden layers, outputs) with random weights for about `active` nonzero
    /// inputs. Weights are uniform in an interval that preserves the variance of sums from layer to layer (He et
    /// al. 2015); biases are 0.
    pub fn random(shape: &[usize], active: usize, rng: &mut Rng) -> Self {
        let mut weights = Vec::with_capacity(weights_of(shape));
        for (layer, pair) in shape.windows(2).enumerate() {
            let (inputs, units) = (pair[0], pair[1]);
            let from = if layer == 0 { active } else { inputs };
            let width = libm::sqrt(6.0 / from as f64);
            weights.extend((0..inputs * units).map(|_| (width * (2.0 * unit(rng) - 1.0)) as f32));
            weights.resize(weights.len() + units, 0.0);
        }
        Mlp::of(shape, weights)
    }

    /// Creates a net of `shape` with these weights. Returns `None` if their number does not fit the shape, or if
    /// the shape has no hidden layer or an empty layer.
    pub fn from_weights(shape: &[usize], weights: Vec<f32>) -> Option<Self> {
        let sound = shape.len() >= 3 && shape.iter().all(|&size| size > 0);
        (sound && weights.len() == weights_of(shape)).then(|| Mlp::of(shape, weights))
    }

    fn of(shape: &[usize], weights: Vec<f32>) -> Self {
        let starts = (1..shape.len()).map(|layer| weights_of(&shape[..layer])).collect();
        let simd = SimdLayer::new(shape[1], &weights[..shape[0] * shape[1]]);
        Mlp { shape: shape.to_vec(), weights, starts, stamp: Stamp::new(), simd }
    }

    /// Returns a net whose output is the mean of the outputs of `nets`, up to rounding. Returns `None` if `nets` is
    /// empty, or if they do not all have one hidden layer, one output and the same inputs.
    pub fn committee(nets: &[&Mlp]) -> Option<Self> {
        if nets.iter().any(|net| net.outputs() != 1) {
            return None;
        }
        let share = 1.0 / nets.len() as f32;
        let (mut weights, units) = Mlp::side_by_side(nets)?;
        for net in nets {
            weights.extend(net.of_layer(1).0.iter().map(|weight| share * weight));
        }
        weights.push(nets.iter().filter_map(|net| net.weights.last()).map(|bias| share * bias).sum());
        Mlp::from_weights(&[nets[0].shape[0], units, 1], weights)
    }

    /// Returns a net with the outputs of all `nets`, one after another, up to rounding. Returns `None` if `nets` is
    /// empty, or if they do not all have one hidden layer and the same inputs.
    pub fn concatenate(nets: &[&Mlp]) -> Option<Self> {
        let (mut weights, units) = Mlp::side_by_side(nets)?;
        let outputs: usize = nets.iter().map(|net| net.outputs()).sum();
        let mut before = 0;
        for net in nets {
            for row in net.of_layer(1).0.chunks_exact(net.outputs()) {
                let from = weights.len() + before;
                weights.resize(weights.len() + outputs, 0.0);
                weights[from..][..row.len()].copy_from_slice(row);
            }
            before += net.outputs();
        }
        nets.iter().for_each(|net| weights.extend_from_slice(net.of_layer(1).1));
        Mlp::from_weights(&[nets[0].shape[0], units, outputs], weights)
    }

    /// Returns the weights of the joint first layer of all `nets` and its number of units; `None` as in
    /// [`Mlp::concatenate`].
    fn side_by_side(nets: &[&Mlp]) -> Option<(Vec<f32>, usize)> {
        let inputs = nets.first()?.shape[0];
        if nets.iter().any(|net| net.shape.len() != 3 || net.shape[0] != inputs) {
            return None;
        }
        let mut weights = Vec::new();
        // A row for each input, then the biases.
        for row in 0..=inputs {
            for net in nets {
                let (start, _, units) = net.layer(0);
                weights.extend_from_slice(&net.weights[start + row * units..][..units]);
            }
        }
        Some((weights, nets.iter().map(|net| net.shape[1]).sum()))
    }

    /// Returns the number of inputs, of units of each hidden layer, and of outputs.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Returns the number of outputs.
    pub fn outputs(&self) -> usize {
        self.shape[self.shape.len() - 1]
    }

    /// Returns every weight and bias.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Returns every weight and bias for modification, and changes the stamp.
    pub fn weights_mut(&mut self) -> &mut [f32] {
        self.stamp = Stamp::new();
        self.simd.forget();
        &mut self.weights
    }

    /// Returns the identifier of the current weights.
    pub fn stamp(&self) -> Stamp {
        self.stamp
    }

    pub(super) fn layers(&self) -> usize {
        self.shape.len() - 1
    }

    /// Returns the offset of the weights of a layer, its number of inputs and its number of units.
    #[inline]
    pub(super) fn layer(&self, layer: usize) -> (usize, usize, usize) {
        (self.starts[layer], self.shape[layer], self.shape[layer + 1])
    }

    #[inline]
    fn of_layer(&self, layer: usize) -> (&[f32], &[f32]) {
        let (start, inputs, units) = self.layer(layer);
        let (weights, rest) = self.weights[start..].split_at(inputs * units);
        (weights, &rest[..units])
    }

    /// Sets `sums` to the sums of the first hidden layer for inputs that are all 0.
    pub fn start_sums(&self, sums: &mut Vec<f32>) {
        sums.clear();
        sums.extend_from_slice(self.of_layer(0).1);
    }

    /// Adds the contribution of `inputs` to the sums of the first hidden layer.
    pub fn add_inputs(&self, sums: &mut [f32], inputs: &Inputs) {
        self.add_entries(sums, inputs.entries());
    }

    /// Adds the contribution of inputs given as indices and values to the sums of the first hidden layer.
    pub fn add_entries(&self, sums: &mut [f32], entries: &[(u16, f32)]) {
        self.simd.add_rows(&mut sums[..self.shape[1]], self.of_layer(0).0, entries);
    }

    /// Returns the output of a net with one output. The sums of the first hidden layer are those of the two parts
    /// plus the contribution of `inputs`. The contents of `scratch` are unspecified afterwards.
    #[inline]
    pub fn forward_with(&self, [one, other]: [&[f32]; 2], inputs: &Inputs, scratch: &mut HiddenUnits) -> f32 {
        if let [_, _, 1] = *self.shape
            && self.simd.is_ready()
        {
            let (last, biases) = self.of_layer(1);
            return biases[0] + self.simd.answer([one, other], inputs.entries(), last);
        }
        self.sum_up([one, other], inputs, scratch);
        self.finish(scratch)
    }

    /// Computes the sums of the first hidden layer: the two parts plus the contribution of `inputs`.
    fn sum_up(&self, [one, other]: [&[f32]; 2], inputs: &Inputs, scratch: &mut HiddenUnits) {
        scratch.fit(&self.shape);
        let sums = &mut scratch.sums[0];
        sums.iter_mut().zip(one.iter().zip(other)).for_each(|(sum, (one, other))| *sum = one + other);
        self.add_inputs(sums, inputs);
    }

    /// Returns the output of a net with one output for `inputs`. `scratch` holds the hidden units afterwards.
    pub fn forward(&self, inputs: &Inputs, scratch: &mut HiddenUnits) -> f32 {
        scratch.fit(&self.shape);
        scratch.sums[0].copy_from_slice(self.of_layer(0).1);
        self.add_inputs(&mut scratch.sums[0], inputs);
        self.finish(scratch)
    }

    /// Writes every output to `outputs`, for sums as in [`Mlp::forward_with`].
    #[inline]
    pub fn forward_all_with(
        &self,
        parts: [&[f32]; 2],
        inputs: &Inputs,
        scratch: &mut HiddenUnits,
        outputs: &mut Vec<f32>,
    ) {
        self.sum_up(parts, inputs, scratch);
        self.finish_all(scratch, outputs);
    }

    /// Writes every output for `inputs` to `outputs`. `scratch` holds the hidden units afterwards.
    pub fn forward_all(&self, inputs: &Inputs, scratch: &mut HiddenUnits, outputs: &mut Vec<f32>) {
        scratch.fit(&self.shape);
        scratch.sums[0].copy_from_slice(self.of_layer(0).1);
        self.add_inputs(&mut scratch.sums[0], inputs);
        self.finish_all(scratch, outputs);
    }

    fn finish(&self, scratch: &mut HiddenUnits) -> f32 {
        let (hidden, (weights, biases)) = (self.pass_on(scratch), self.of_layer(self.layers() - 1));
        debug_assert_eq!(biases.len(), 1);
        biases[0] + self.simd.dot(&scratch.outputs[hidden - 1], weights)
    }

    fn finish_all(&self, scratch: &mut HiddenUnits, outputs: &mut Vec<f32>) {
        let (hidden, (weights, biases)) = (self.pass_on(scratch), self.of_layer(self.layers() - 1));
        outputs.clear();
        outputs.extend_from_slice(biases);
        for (row, &output) in weights.chunks_exact(biases.len()).zip(&scratch.outputs[hidden - 1]) {
            add_scaled(outputs, row, output);
        }
    }

    /// Computes the outputs of all hidden units from the sums of the first layer, and returns the number of hidden
    /// layers.
    fn pass_on(&self, scratch: &mut HiddenUnits) -> usize {
        let hidden = self.shape.len() - 2;
        for layer in 0..hidden {
            self.simd.pass_on(&scratch.sums[layer], &mut scratch.outputs[layer]);
            if layer + 1 < hidden {
                let (weights, biases) = self.of_layer(layer + 1);
                let sums = &mut scratch.sums[layer + 1];
                sums.copy_from_slice(biases);
                for (row, &output) in weights.chunks_exact(biases.len()).zip(&scratch.outputs[layer]) {
                    add_scaled(sums, row, output);
                }
            }
        }
        hidden
    }
}

/// Returns the number of weights and biases of a net of `shape`.
pub(super) fn weights_of(shape: &[usize]) -> usize {
    shape.windows(2).map(|pair| (pair[0] + 1) * pair[1]).sum()
}

/// Replaces logits with probabilities (softmax), which sum to 1.
#[inline]
pub fn softmax(answers: &mut [f32]) {
    let most = answers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for answer in &mut *answers {
        *answer = libm::expf(*answer - most);
        sum += *answer;
    }
    answers.iter_mut().for_each(|answer| *answer /= sum);
}

impl HiddenUnits {
    fn fit(&mut self, shape: &[usize]) {
        let hidden = &shape[1..shape.len() - 1];
        if self.sums.len() != hidden.len() || self.sums.iter().zip(hidden).any(|(sums, &units)| sums.len() != units) {
            self.sums = hidden.iter().map(|&units| vec![0.0; units]).collect();
            self.outputs = self.sums.clone();
        }
    }
}
