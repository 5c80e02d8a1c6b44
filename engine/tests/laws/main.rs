//! The laws of every game, tests that they can fail, and tests of hidden information.

#[path = "../common/mod.rs"]
mod common;

mod bite;
mod ergo;
mod games;
mod hiding;
