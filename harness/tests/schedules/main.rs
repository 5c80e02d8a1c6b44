//! Experiment files and schedules: which matches there are, and what becomes of agents that fail in them.

#[path = "../common/mod.rs"]
mod common;

mod designs;
mod duplicates;
mod errors;
mod experiments;
mod faults;
mod schedule;
mod settings;
