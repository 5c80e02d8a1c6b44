//! The rules clause by clause: each test is named after the clause or ruling of RULES.md that it checks.

mod cards;
mod dealing;
mod invariants;
mod knowledge;
mod playing;
mod proofs;
mod specials;
mod table;
