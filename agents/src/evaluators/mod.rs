//! Judgement that belongs to one game.

pub mod ergo;
pub mod ergo_features;
pub mod ergo_net;
pub mod judge;
pub mod net_judge;
pub mod tuned;
