//! The workspace itself: its shape, what it rests on, what is committed beside it, and what its pages show.

#[path = "../common/mod.rs"]
mod common;

mod artefacts;
mod columns;
mod help;
mod listing;
mod new;
mod own_lab;
mod places;
mod readme;
mod supply;
mod tidy;
