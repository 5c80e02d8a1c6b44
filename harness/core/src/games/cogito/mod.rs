//! The room of Cogito: its measures, its columns, and how a match of it is shown.

mod cases;
mod expanded;
mod measures;
mod position;
mod presentation;
mod registration;
