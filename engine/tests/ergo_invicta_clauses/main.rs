//! `ergo_invicta/RULES.md` clause by clause, gap by gap, ruling by ruling. `clauses_named.rs` sees that none is missing.

#[path = "../common/mod.rs"]
mod common;
mod ends;
mod invariants;
mod matches;
mod outside;
mod table;
mod turns;
