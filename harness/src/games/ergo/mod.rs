//! What only ERGO has.

/// Its name.
pub(crate) const GAME: &str = <ergo_engine::ergo::Ergo as ergo_engine::options::Configurable>::NAME;

pub mod cases;
pub mod equity;
pub mod expanded;
mod exploit;
pub(crate) mod line;
mod measures;
mod narrate;
mod shelved;
mod showing;
pub mod training;
