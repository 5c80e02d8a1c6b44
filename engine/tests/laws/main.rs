//! The laws of every game, that they can fail, and what a seat must not see.

#[path = "../common/mod.rs"]
mod common;

mod bite;
mod ergo;
mod games;
mod hiding;
