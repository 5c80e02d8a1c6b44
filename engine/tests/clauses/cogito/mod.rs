//! RULES.md of Cogito, clause by clause.

mod common;
mod declaring;
mod invariants;
mod knowledge;
mod laps;
mod playing;
mod rows;
