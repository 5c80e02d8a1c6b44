//! RULES.md of Philosophia, clause by clause, and the test cases PH-T1 to PH-T24 of its sources.

mod acts;
mod board;
mod cards;
mod common;
mod debates;
mod ending;
mod invariants;
mod knowledge;
mod labyrinth;
mod offering;
mod solo;
mod turns;
