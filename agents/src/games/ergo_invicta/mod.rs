//! Agents of Ergo 1977.
//!
//! | module | contents |
//! | --- | --- |
//! | [`search`], [`alpha_beta`] | alpha-beta search, and its agent |
//! | [`greedy`] | an agent that looks one action ahead |
//! | [`mate`] | forced wins: exact solver and threat search |
//! | [`search_position`] | a game position with incremental updates and undo |
//! | [`windows`] | the windows of five squares and their values |
//! | [`position_evaluator`] | static evaluation by windows or a net |
//! | [`features`], [`shipped`] | the inputs of the net, and the net included in the program |

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
