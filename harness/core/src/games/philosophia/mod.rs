//! The room of Philosophia: its measures, its columns, and how a match of it is shown.

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
