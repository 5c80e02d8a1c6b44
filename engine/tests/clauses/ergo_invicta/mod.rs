//! `ergo_invicta/RULES.md` clause by clause, gap by gap, ruling by ruling. `../named.rs` checks that none is missing.

mod ends;
mod invariants;
mod matches;
mod outside;
mod table;
mod turns;
