//! The rules.
pub mod game;
pub mod laws;
pub mod options;
pub mod rng;
pub mod seat;
pub mod toys;
pub mod transcript;
