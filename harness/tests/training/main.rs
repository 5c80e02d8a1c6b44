//! The verbs that improve bots and measure the improvement: `ergo train`, `ergo tune`, `ergo compare`.

#[path = "../common/mod.rs"]
mod common;

mod answers;
mod compare;
mod experts;
mod guests;
mod nets;
mod results;
mod training;
mod tune;
