//! What only ERGO of 1977 has.

mod cases;
mod drawn;
pub mod expanded;
mod measures;
mod narrate;
mod position;
mod shelved;
mod showing;
mod training;
