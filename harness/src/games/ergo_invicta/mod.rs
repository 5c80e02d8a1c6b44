//! What only ERGO of 1977 has.

mod cases;
pub mod expanded;
mod measures;
mod narrate;
mod position;
mod shelved;
mod showing;
mod training;
