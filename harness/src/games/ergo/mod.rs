//! What only ERGO has.

pub mod cases;
pub mod equity;
pub mod expanded;
pub(crate) mod line;
mod measures;
mod narrate;
mod shelved;
mod showing;
pub mod training;
