//! Who can sit at ERGO of 1977, and what they know of it.
//!
//! | where | what |
//! | --- | --- |
//! | [`windows`] | the windows of five, kept up to date, and what they are worth |
//! | [`search_position`] | a game walked forward and back |
//! | [`mate`] | forced fives: the exact solver, and wins by threats |
//! | [`search`], [`alpha_beta`] | search ahead, and the agent that does |
//! | [`greedy`] | one action ahead |
//! | [`features`], [`position_evaluator`], [`shipped`] | what a net is shown, what it or the windows say, and the net that comes with the program |

mod agents;
pub mod alpha_beta;
pub mod features;
pub mod greedy;
pub mod mate;
mod order;
pub mod position_evaluator;
pub mod search;
pub mod search_position;
pub mod shipped;
pub mod windows;
