//! RULES.md of every game, clause by clause: each test names the clauses and rulings that it checks.

#[path = "../common/mod.rs"]
mod common;

mod cogito;
mod ergo;
mod ergo_invicta;
mod named;
mod philosophia;
