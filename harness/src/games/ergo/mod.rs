//! What only ERGO has.

pub mod cases;
pub mod equity;
pub mod expanded;
mod measures;
mod narrate;
mod shelved;
pub mod training;
