//! Against slow twins: other programs that work out the same by brute force.

#[path = "../common/mod.rs"]
mod common;

mod brute_force;
mod draws;
mod verdicts;
