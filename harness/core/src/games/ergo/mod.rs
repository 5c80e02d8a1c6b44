//! ERGO: its measures, columns, worked cases, presentation and training.

/// The short name of the game.
pub const GAME: &str = <ergo_engine::ergo::Ergo as ergo_engine::options::Configurable>::NAME;

pub mod cases;
pub mod expanded;
mod exploit;
pub mod line;
mod measures;
mod presentation;
mod registration;
pub mod training;
