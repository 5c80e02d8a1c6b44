//! The rules.
pub mod game;
pub mod options;
pub mod rng;
pub mod seat;
pub mod toys;
pub mod transcript;
