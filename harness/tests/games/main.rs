//! Every game through every verb; its worked cases.

#[path = "../common/mod.rs"]
mod common;

mod cases;
mod cogito;
mod ergo_invicta;
mod exploit;
mod numbers;
mod philosophia;
mod returns;
mod shelf;
mod transcripts;
mod verbs;
