//! Tests of the shared parts: random numbers, notation, observations for external programs, the toys.

#[path = "../common/mod.rs"]
mod common;

mod notation;
mod outward;
mod rng;
mod toys;
