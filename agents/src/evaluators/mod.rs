//! Judgement that belongs to one game.

pub mod ergo;
pub mod ergo_features;
pub mod ergo_net;
mod ergo_proofs;
pub mod ergo_weights;
pub mod judge;
pub mod net_judge;
pub mod tuned;
