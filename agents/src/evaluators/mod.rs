//! Judgement that belongs to one game.

pub mod ergo;
pub mod judge;
pub mod tuned;
