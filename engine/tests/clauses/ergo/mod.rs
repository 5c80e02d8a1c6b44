//! The rules clause by clause: each test names the clause of RULES.md, or the ruling, that it holds the engine to.

mod cards;
mod dealing;
mod invariants;
mod knowledge;
mod playing;
mod proofs;
mod specials;
mod table;
