//! External programs: faults, resource limits, sandbox and leftover processes.

#[path = "../common/mod.rs"]
mod common;

mod changed_program;
mod confirmation;
mod conformance;
mod exhaustion;
mod failures;
mod fault_reports;
mod leftover_processes;
mod llm;
mod recorded;
mod reuse;
mod sandbox;
