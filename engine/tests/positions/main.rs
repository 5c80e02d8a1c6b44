//! Worked positions, and whole matches written down as text.

#[path = "../common/mod.rs"]
mod common;

mod cogito;
mod ergo;
mod ergo_invicta;
mod golden;
