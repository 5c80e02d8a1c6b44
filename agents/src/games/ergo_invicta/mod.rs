//! Who can sit at ERGO of 1977, and what they know of it.
//!
//! | where | what |
//! | --- | --- |
//! | [`windows`] | the windows of five, kept up to date, and what they are worth |
//! | [`walk`] | a game walked forward and back |
//! | [`mate`] | forced fives: the exact solver, and wins by threats |
//! | [`search`], [`alpha_beta`] | looking ahead, and the agent that does |
//! | [`greedy`] | one action ahead |

mod agents;
pub mod alpha_beta;
pub mod greedy;
pub mod mate;
pub mod search;
pub mod walk;
pub mod windows;
