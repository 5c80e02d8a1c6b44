//! What only Cogito has.

mod cases;
mod expanded;
mod measures;
mod narrate;
mod position;
mod shelved;
