//! The laws of every game, that they can fail, and what a seat must not see.

#[path = "../common/mod.rs"]
mod common;

mod bite;
mod cogito;
mod ergo;
mod ergo_invicta;
mod hiding;
mod philosophia;
mod toys;
