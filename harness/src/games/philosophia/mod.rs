//! What only Philosophia has.

mod asked;
mod cases;
mod drawn;
mod expanded;
mod measures;
mod narrate;
mod position;
mod shelved;
mod showing;
mod staged;
mod training;
