//! RULES.md of every game, clause by clause: each test names the clause, gap or ruling that it holds the engine to.

#[path = "../common/mod.rs"]
mod common;

mod cogito;
mod ergo;
mod ergo_invicta;
mod named;
mod philosophia;
