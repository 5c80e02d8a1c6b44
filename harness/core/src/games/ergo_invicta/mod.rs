//! The room of ERGO of 1977: its measures, its columns, and how a match of it is shown.

mod cases;
mod drawn;
pub mod expanded;
mod measures;
mod narrate;
mod position;
mod shelved;
mod showing;
mod training;
