//! A multilayer perceptron whose inputs are 0 for the most part.

use std::sync::atomic::{AtomicU64, Ordering};

use ergo_engine::rng::{Rng, unit};

use super::simd::{SimdLayer, add_scaled};

/// Inputs that are not 0: place and value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs(Vec<(u16, f32)>);

impl Inputs {
    /// Takes all inputs back to 0.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Sets the input at `place`, 0 so far, to `value`.
    #[inline]
    pub fn put(&mut self, place: usize, value: f32) {
        if value != 0.0 {
            self.0.push((place as u16, value));
        }
    }

    /// Sets the input at `place`, 0 so far, to 1.
    #[inline]
    pub fn on(&mut self, place: usize) {
        self.0.push((place as u16, 1.0));
    }

    /// Sets the input at `place` to 1 if `yes`.
    #[inline]
    pub fn flag(&mut self, place: usize, yes: bool) {
        if yes {
            self.on(place);
        }
    }

    /// Takes all but the first `count` back to 0.
    #[inline]
    pub fn truncate(&mut self, count: usize) {
        self.0.truncate(count);
    }

    /// Sets those of `more`, places and values, 0 so far.
    pub fn extend(&mut self, more: &[(u16, f32)]) {
        self.0.extend_from_slice(more);
    }

    /// Those that are not 0, in the order they were set.
    pub fn entries(&self) -> &[(u16, f32)] {
        &self.0
    }

    /// Puts them into `row`, all of whose numbers are 0.
    pub fn fill(&self, row: &mut [f32]) {
        self.0.iter().for_each(|(place, value)| row[usize::from(*place)] = *value);
    }
}

/// A perceptron: inputs, one or more layers of hidden units, one or more outputs. Hidden units are leaky ReLUs, outputs are linear.
///
/// All weights lie in one list: for each layer first those of its first input to every unit, then those of its second and so
/// on, then one bias for every unit.
#[derive(Clone, Debug)]
pub struct Mlp {
    shape: Vec<usize>,
    weights: Vec<f32>,
    starts: Vec<usize>,
    stamp: Stamp,
    pub(super) simd: SimdLayer,
}

/// Equal only for nets of equal weights: what is remembered of one net's answers is told by it from another's. No answer hangs on it.
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

/// Room for the sums and outputs of the hidden units.
#[derive(Clone, Debug, Default)]
pub struct HiddenUnits {
    /// Of each hidden layer, what its units add up to.
    pub(super) sums: Vec<Vec<f32>>,
    /// Of each hidden layer, what its units pass on.
    pub(super) outputs: Vec<Vec<f32>>,
}

impl Mlp {
    /// A net of `shape` (inputs, hidden layers, outputs) whose weights are drawn evenly from an interval that keeps the spread of
    /// sums from layer to layer (He et al. 2015), for about `active` inputs that are not 0. Biases are 0.
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

    /// A net of `shape` with these weights; nothing if their number is not that of the shape, or the shape is none.
    pub fn from_weights(shape: &[usize], weights: Vec<f32>) -> Option<Self> {
        let sound = shape.len() >= 3 && shape.iter().all(|&size| size > 0);
        (sound && weights.len() == weights_of(shape)).then(|| Mlp::of(shape, weights))
    }

    fn of(shape: &[usize], weights: Vec<f32>) -> Self {
        let starts = (1..shape.len()).map(|layer| weights_of(&shape[..layer])).collect();
        let simd = SimdLayer::new(shape[1], &weights[..shape[0] * shape[1]]);
        Mlp { shape: shape.to_vec(), weights, starts, stamp: Stamp::new(), simd }
    }

    /// A net that answers the mean of what `nets` answer, up to rounding: their hidden units side by side. Nothing if there are
    /// none, or they have not one hidden layer and one output each, and the same inputs.
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

    /// A net that answers what `nets` answer, one after another, up to rounding: their hidden units side by side. Nothing if there are
    /// none, or they have not one hidden layer each and the same inputs.
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

    /// The weights of the first layer of all `nets` together, and how many units they have; nothing as [`Mlp::concatenate`] says.
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

    /// Inputs, hidden units of each layer, outputs.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// How many outputs it has.
    pub fn outputs(&self) -> usize {
        self.shape[self.shape.len() - 1]
    }

    /// Every weight and bias.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Every weight and bias, to be changed.
    pub fn weights_mut(&mut self) -> &mut [f32] {
        self.stamp = Stamp::new();
        self.simd.forget();
        &mut self.weights
    }

    /// What tells its weights from all others.
    pub fn stamp(&self) -> Stamp {
        self.stamp
    }

    pub(super) fn layers(&self) -> usize {
        self.shape.len() - 1
    }

    /// Where the weights of a layer start, how many inputs it has, and how many units.
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

    /// The sums of the first hidden layer when all inputs are 0.
    pub fn start_sums(&self, sums: &mut Vec<f32>) {
        sums.clear();
        sums.extend_from_slice(self.of_layer(0).1);
    }

    /// Adds what `inputs` add to the sums of the first hidden layer.
    pub fn add_inputs(&self, sums: &mut [f32], inputs: &Inputs) {
        self.add_entries(sums, inputs.entries());
    }

    /// The same for inputs given by place and value.
    pub fn add_entries(&self, sums: &mut [f32], entries: &[(u16, f32)]) {
        self.simd.add_rows(&mut sums[..self.shape[1]], self.of_layer(0).0, entries);
    }

    /// The output of a net that has one, given the sums of the first hidden layer in two `parts`, to which `inputs` add. `scratch` keeps what
    /// the hidden units say, or nothing.
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

    /// The sums of the first hidden layer: two parts, and what `inputs` add.
    fn sum_up(&self, [one, other]: [&[f32]; 2], inputs: &Inputs, scratch: &mut HiddenUnits) {
        scratch.fit(&self.shape);
        let sums = &mut scratch.sums[0];
        sums.iter_mut().zip(one.iter().zip(other)).for_each(|(sum, (one, other))| *sum = one + other);
        self.add_inputs(sums, inputs);
    }

    /// The output for `inputs` of a net that has one. `scratch` keeps what the hidden units say.
    pub fn forward(&self, inputs: &Inputs, scratch: &mut HiddenUnits) -> f32 {
        scratch.fit(&self.shape);
        scratch.sums[0].copy_from_slice(self.of_layer(0).1);
        self.add_inputs(&mut scratch.sums[0], inputs);
        self.finish(scratch)
    }

    /// Every output, into `outputs`, as [`Mlp::forward_with`] gives one.
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

    /// Every output for `inputs`, into `outputs`. `scratch` keeps what the hidden units say.
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

    /// What all hidden units pass on, given the sums of the first layer; how many layers of them there are.
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

/// How many weights and biases a net of `shape` has.
pub(super) fn weights_of(shape: &[usize]) -> usize {
    shape.windows(2).map(|pair| (pair[0] + 1) * pair[1]).sum()
}

/// Makes what a net answers for things of which one comes true the chances of each (softmax): above 0, their sum is 1.
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
