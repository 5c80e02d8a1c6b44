//! The room of Philosophia: its measures, its columns, and how a match of it is shown.

mod answers;
mod cases;
mod expanded;
mod measures;
mod position;
mod presentation;
mod registration;
mod staged;
mod training;
