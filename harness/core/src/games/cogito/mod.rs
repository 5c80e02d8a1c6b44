//! Cogito: its measures, columns, position format and presentation.

mod cases;
mod expanded;
mod measures;
mod position;
mod presentation;
mod registration;
