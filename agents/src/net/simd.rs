//! Operations on many units at once, with SIMD steps as wide as the processor supports. Every sum is computed in a
//! fixed order, so results are identical to the last bit for any width.

use fearless_simd::{Level, Simd, SimdFrom, SimdSplit, dispatch, f32x8};

/// The slope of the leaky ReLU for negative sums.
pub(super) const LEAK: f32 = 0.05;

/// Number of partial sums of a dot product, so that a processor can compute them in parallel.
const LANES: usize = 8;

/// Number of sums of the first layer that are updated together. It is large enough to hide the latency of an
/// addition.
const BLOCK: usize = 64;

/// The SIMD level of the processor, and the first layer's weights in blocks.
#[derive(Clone, Debug)]
pub(super) struct SimdLayer {
    level: Level,
    /// The weights of the first layer in blocks, those of one input together. Empty if the number of units is not a
    /// multiple of the block size, or after the weights have changed.
    first: Vec<Block>,
}

/// Weights aligned to cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Block([f32; BLOCK]);

impl SimdLayer {
    /// Creates the layout for a first layer of this many `units`.
    pub(super) fn new(units: usize, weights: &[f32]) -> Self {
        let fits = units.is_multiple_of(BLOCK);
        let blocks = if fits { weights.as_chunks::<BLOCK>().0 } else { &[] };
        SimdLayer { level: Level::new(), first: blocks.iter().copied().map(Block).collect() }
    }

    /// Discards the layout, because the weights will change.
    pub(super) fn forget(&mut self) {
        self.first.clear();
    }

    /// Returns true if the weights of the first layer are laid out in blocks.
    #[inline]
    pub(super) fn is_ready(&self) -> bool {
        !self.first.is_empty()
    }

    /// Adds to `sums` the rows of the first layer's `weights` with the indices of `entries`, multiplied by their
    /// values.
    #[inline]
    pub(super) fn add_rows(&self, sums: &mut [f32], weights: &[f32], entries: &[(u16, f32)]) {
        match self.is_ready() {
            true => dispatch!(self.level, _ => add_blocks(sums, &self.first, entries)),
            false => dispatch!(self.level, _ => add_rows(sums, weights, entries)),
        }
    }

    /// Returns the dot product of `last` and the outputs of the first layer, whose sums are the two parts plus the
    /// rows of `entries`. Requires [`SimdLayer::is_ready`].
    #[inline]
    pub(super) fn answer(&self, parts: [&[f32]; 2], entries: &[(u16, f32)], last: &[f32]) -> f32 {
        dispatch!(self.level, level => answer(level, parts, &self.first, entries, last))
    }

    /// Computes the outputs of units with these `sums`.
    #[inline]
    pub(super) fn pass_on(&self, sums: &[f32], outputs: &mut [f32]) {
        dispatch!(self.level, _ => pass_on(sums, outputs));
    }

    #[inline]
    pub(super) fn dot(&self, one: &[f32], other: &[f32]) -> f32 {
        dispatch!(self.level, level => dot_by(level, one, other))
    }
}

/// Adds `factor` times `row` to `sums`.
#[inline(always)]
pub(super) fn add_scaled(sums: &mut [f32], row: &[f32], factor: f32) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += factor * weight;
    }
}

#[inline(always)]
fn add_rows(sums: &mut [f32], weights: &[f32], entries: &[(u16, f32)]) {
    let units = sums.len();
    let (blocks, rest) = sums.as_chunks_mut::<BLOCK>();
    let full = BLOCK * blocks.len();
    for (at, block) in blocks.iter_mut().enumerate() {
        add_to_block(block, |place| &weights[place * units + BLOCK * at..][..BLOCK], entries);
    }
    if rest.is_empty() {
        return;
    }
    for &(place, value) in entries {
        add_scaled(rest, &weights[usize::from(place) * units + full..], value);
    }
}

#[inline(always)]
fn add_blocks(sums: &mut [f32], weights: &[Block], entries: &[(u16, f32)]) {
    let blocks = sums.as_chunks_mut::<BLOCK>().0;
    let each = blocks.len();
    for (at, block) in blocks.iter_mut().enumerate() {
        add_to_block(block, |place| &weights[place * each + at].0, entries);
    }
}

/// Adds the part of each row that belongs to a block.
#[inline(always)]
fn add_to_block<'a>(block: &mut [f32; BLOCK], row: impl Fn(usize) -> &'a [f32], entries: &[(u16, f32)]) {
    // A local copy lets the compiler keep the sums in registers.
    let mut kept = *block;
    for &(place, value) in entries {
        add_scaled(&mut kept, row(place.into()), value);
    }
    *block = kept;
}

#[inline(always)]
fn answer<S: Simd>(
    level: S,
    [one, other]: [&[f32]; 2],
    weights: &[Block],
    entries: &[(u16, f32)],
    last: &[f32],
) -> f32 {
    let last = last.as_chunks::<BLOCK>().0;
    let mut lanes = f32x8::simd_from(level, [0.0; LANES]);
    let parts = one.as_chunks::<BLOCK>().0.iter().zip(other.as_chunks::<BLOCK>().0);
    for (at, ((one, other), factors)) in parts.zip(last).enumerate() {
        let mut sums: [f32; BLOCK] = std::array::from_fn(|i| one[i] + other[i]);
        add_to_block(&mut sums, |place| &weights[place * last.len() + at].0, entries);
        let mut outputs = [0.0; BLOCK];
        pass_on(&sums, &mut outputs);
        add_products(level, &mut lanes, &outputs, factors);
    }
    joined(lanes)
}

#[inline(always)]
fn pass_on(sums: &[f32], outputs: &mut [f32]) {
    for (output, &sum) in outputs.iter_mut().zip(sums) {
        *output = if sum > 0.0 { sum } else { LEAK * sum };
    }
}

#[inline(always)]
fn dot_by<S: Simd>(level: S, one: &[f32], other: &[f32]) -> f32 {
    let mut rest = 0.0;
    let (ones, others) = (one.as_chunks::<LANES>(), other.as_chunks::<LANES>());
    for (a, b) in ones.1.iter().zip(others.1) {
        rest += a * b;
    }
    let mut lanes = f32x8::simd_from(level, [0.0; LANES]);
    add_products(level, &mut lanes, one, other);
    joined(lanes) + rest
}

/// Adds the products to the lanes. Multiplication and addition are separate, because a fused operation would round
/// differently.
#[inline(always)]
fn add_products<S: Simd>(level: S, lanes: &mut f32x8<S>, one: &[f32], other: &[f32]) {
    for (one, other) in one.as_chunks::<LANES>().0.iter().zip(other.as_chunks::<LANES>().0) {
        *lanes += f32x8::simd_from(level, *one) * f32x8::simd_from(level, *other);
    }
}

/// Sums the lanes by halves. Summing them one by one made the compiler keep them apart through the whole loop, and
/// `td` was 8 % slower.
#[inline(always)]
fn joined<S: Simd>(lanes: f32x8<S>) -> f32 {
    let (low, high) = lanes.split();
    let [a, b, c, d] = (low + high).into();
    (a + c) + (b + d)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ergo_engine::rng::{Rng, Seed, unit};

    fn draw(count: usize, rng: &mut Rng) -> Vec<f32> {
        (0..count).map(|_| (4.0 * unit(rng) - 2.0) as f32).collect()
    }

    /// Results have the bits of plain loops for any SIMD width and number of units.
    #[test]
    fn simd_results_equal_plain_loops() {
        let mut rng = Seed::master(1).rng();
        for units in [1, 8, 20, 64, 100, 128, 192] {
            let inputs = 40;
            let weights = draw(inputs * units, &mut rng);
            let entries: Vec<(u16, f32)> = (0..inputs as u16).step_by(3).zip(draw(inputs, &mut rng)).collect();
            let (one, other, last) = (draw(units, &mut rng), draw(units, &mut rng), draw(units, &mut rng));
            let mut plain: Vec<f32> = (0..units).map(|unit| one[unit] + other[unit]).collect();
            let mut sums = plain.clone();
            for &(place, value) in &entries {
                for (unit, sum) in plain.iter_mut().enumerate() {
                    *sum += value * weights[usize::from(place) * units + unit];
                }
            }
            let mut simd = SimdLayer::new(units, &weights);
            assert_eq!(simd.is_ready(), units % BLOCK == 0);
            let mut later = sums.clone();
            simd.add_rows(&mut sums, &weights, &entries);
            let mut outputs = vec![0.0; units];
            simd.pass_on(&sums, &mut outputs);
            let mut lanes = [0.0; LANES];
            let full = units - units % LANES;
            for unit in 0..units {
                assert_eq!(sums[unit].to_bits(), plain[unit].to_bits(), "unit {unit} of {units}");
                let output = if plain[unit] > 0.0 { plain[unit] } else { LEAK * plain[unit] };
                assert_eq!(outputs[unit].to_bits(), output.to_bits(), "unit {unit} of {units}");
                if unit < full {
                    lanes[unit % LANES] += output * last[unit];
                }
            }
            let rest = (full..units).fold(0.0, |rest, unit| rest + outputs[unit] * last[unit]);
            let [a, b, c, d, e, f, g, h] = lanes;
            let dot = ((a + e) + (c + g)) + ((b + f) + (d + h)) + rest;
            assert_eq!(simd.dot(&outputs, &last).to_bits(), dot.to_bits(), "{units} units");
            if simd.is_ready() {
                assert_eq!(simd.answer([&one, &other], &entries, &last).to_bits(), dot.to_bits(), "{units} units");
            }
            simd.forget();
            simd.add_rows(&mut later, &weights, &entries);
            assert_eq!(later, sums);
        }
    }
}
