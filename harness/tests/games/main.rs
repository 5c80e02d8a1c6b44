//! Every game through every verb; its worked cases.

#[path = "../common/mod.rs"]
mod common;

mod cases;
mod cogito;
mod ergo_invicta;
mod exploit;
mod game_registry;
mod numbers;
mod philosophia;
mod returns;
mod text;
mod transcripts;
mod verbs;
