//! Philosophia: its measures, columns, position format, presentation and training.

mod answers;
mod cases;
mod expanded;
mod measures;
mod position;
mod presentation;
mod registration;
mod staged;
mod training;
