//! What makes a bot better, and proves it: `ergo train`, `ergo tune`, `ergo compare`.

#[path = "../common/mod.rs"]
mod common;

mod compare;
mod training;
mod tune;
