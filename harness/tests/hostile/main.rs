//! Malicious and randomly mutated input.

#[path = "../common/mod.rs"]
mod common;

mod bounds;
#[cfg(unix)]
mod damage;
mod edited;
mod files;
mod fuzz;
mod mutated;
mod printed;
