//! What only ERGO has.

pub mod expanded;
mod measures;
mod narrate;
mod shelved;
