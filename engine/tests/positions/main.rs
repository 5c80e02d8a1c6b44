//! Worked positions, and whole matches as text.

#[path = "../common/mod.rs"]
mod common;

mod cogito;
mod ergo;
mod ergo_invicta;
mod golden;
