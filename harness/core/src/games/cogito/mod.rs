//! The room of Cogito: its measures, its columns, and how a match of it is shown.

mod cases;
mod drawn;
mod expanded;
mod measures;
mod narrate;
mod position;
mod shelved;
mod showing;
