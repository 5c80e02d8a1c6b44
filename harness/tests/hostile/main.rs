//! Files and arguments made to do harm, or changed by chance.

#[path = "../common/mod.rs"]
mod common;

mod bounds;
#[cfg(unix)]
mod damage;
mod edited;
mod files;
mod fuzz;
mod mutated;
