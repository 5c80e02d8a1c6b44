//! Experiment files and schedules: the matches of a schedule, and failing agents.

#[path = "../common/mod.rs"]
mod common;

mod designs;
mod duplicates;
mod errors;
mod experiments;
mod faults;
mod schedule;
mod settings;
