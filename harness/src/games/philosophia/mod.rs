//! What only Philosophia has.

mod asked;
mod cases;
mod drawn;
mod expanded;
mod measures;
mod narrate;
mod position;
mod shelved;
mod staged;
mod training;
