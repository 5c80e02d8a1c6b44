//! Searches that play any game of the engine.
//!
//! | module | contents |
//! | --- | --- |
//! | [`flat`], [`pimc`], [`ismcts`], [`mcts`], [`alpha_beta`] | the searches |
//! | [`cfr`], [`explicit_game`], [`mccfr`], [`solvers`] | solvers for small games, and agents that play their solutions |
//! | [`regret`] | regret matching for simultaneous choices |
//! | [`rollout`], [`known_opponents`] | a response to known players |
//! | [`agent`], `omniscient` | the agent around a search, and one that sees the true state |
//! | [`moves`] | what a move is in a game, and where determinized worlds come from |
//! | [`evaluator`] | static evaluation of states and moves |
//! | [`playout`] | playing on to the end of the round with a cheap policy |
//! | [`budget`] | limits on iterations, evaluations and time |
//! | `tree`, [`select`] | tree statistics and selection rules |
//! | `order` | sorting by value |
//! | [`options`] | the settings of the searches |
//! | [`registry`] | the agents that every game has |
//!
//! A search receives an observation, determinizes worlds that fit it and plays in them; it never sees the true
//! state. It stops at the end of the round, whose value [`crate::utility`] defines.

pub mod agent;
pub mod alpha_beta;
pub mod budget;
pub mod cfr;
pub mod evaluator;
pub mod explicit_game;
pub mod flat;
mod grow;
pub mod ismcts;
mod ismcts_settings;
pub mod known_opponents;
pub mod mccfr;
pub mod mcts;
pub mod moves;
pub(crate) mod omniscient;
pub mod options;
pub(crate) mod order;
pub mod pimc;
pub mod playout;
pub mod registry;
pub mod regret;
pub mod rollout;
pub mod select;
pub mod solvers;
mod tree;
