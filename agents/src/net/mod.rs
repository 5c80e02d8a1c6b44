//! A small neural net in f32 with a fixed order of summation.
//!
//! | module | contents |
//! | --- | --- |
//! | [`mlp`] | the net and its forward pass for sparse inputs |
//! | [`gradient`] | backpropagation |
//! | [`adam`] | the optimizer |
//! | [`format`](mod@format) | the file format of weights |
//! | [`custom`] | nets loaded from files that an agent's settings name |
//! | `simd` | sums of many units at once with SIMD |
//!
//! The crate does not use a neural net library. The available ones add a graph, allocations per layer or a native
//! library to a computation of about a microsecond, and none promises the same bits on every machine. These loops
//! do.

pub mod adam;
pub mod custom;
pub mod format;
pub mod gradient;
pub mod mlp;
mod simd;
