//! Programs outside: how they fail, what they may take, and that nobody is left when they are done.

#[path = "../common/mod.rs"]
mod common;

mod changed;
mod conformance;
mod exhaustion;
mod failures;
mod llm;
mod outlive;
mod recorded;
mod reuse;
mod sandbox;
mod strangers;
