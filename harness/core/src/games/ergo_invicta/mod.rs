//! The room of ERGO of 1977: its measures, its columns, and how a match of it is shown.

mod cases;
mod expanded;
mod measures;
mod position;
mod presentation;
mod registration;
mod training;
