//! What only Cogito has.

mod cases;
mod drawn;
mod expanded;
mod measures;
mod narrate;
mod position;
mod shelved;
mod showing;
