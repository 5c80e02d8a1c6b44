//! Tests of the parts that all games share: random numbers, notation, observations for programs outside, the toys.

#[path = "../common/mod.rs"]
mod common;

mod notation;
mod outward;
mod rng;
mod toys;
