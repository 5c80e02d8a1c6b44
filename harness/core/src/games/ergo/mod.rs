//! The room of ERGO: its measures, its columns, its tools, and how a match of it is shown.

/// Its name.
pub const GAME: &str = <ergo_engine::ergo::Ergo as ergo_engine::options::Configurable>::NAME;

pub mod cases;
pub mod expanded;
mod exploit;
pub mod line;
mod measures;
mod presentation;
mod registration;
pub mod training;
