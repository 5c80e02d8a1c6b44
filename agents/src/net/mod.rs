//! A small neural net, written out by hand: f32, plain loops, sums in one order.
//!
//! | where | what |
//! | --- | --- |
//! | [`mlp`] | the net, and what it says of inputs most of which are 0 |
//! | [`gradient`] | how its answer changes with its weights |
//! | [`adam`] | the step that training takes |
//! | [`format`](mod@format) | weights as bytes |
//! | [`custom`] | nets from files, by the settings of an agent |
//! | `simd` | sums of many units at once, in steps as simd as the processor takes |
//!
//! No crate for nets is used. The ones there are add a graph, an allocation for every layer or a native library to what takes a
//! microsecond here, sum in an order of their own, and none promises the same bits on every machine; these loops do.

pub mod adam;
pub mod custom;
pub mod format;
pub mod gradient;
pub mod mlp;
mod simd;
