//! Ergo 1977: its measures, columns, position format, presentation and training.

mod cases;
mod expanded;
mod measures;
mod position;
mod presentation;
mod registration;
mod training;
