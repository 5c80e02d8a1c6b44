//! Programs outside: how they fail, what they may take, and that nobody is left when they are done.

#[path = "../common/mod.rs"]
mod common;

mod changed_program;
mod confirmation;
mod conformance;
mod exhaustion;
mod failures;
mod leftover_processes;
mod reuse;
mod sandbox;
