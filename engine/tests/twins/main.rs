//! Comparisons with slow references: independent brute-force programs.

#[path = "../common/mod.rs"]
mod common;

mod brute_force;
mod draws;
mod verdicts;
