//! Looking ahead: searches that play any game of the engine, each written once.
//!
//! | where | what |
//! | --- | --- |
//! | [`moves`] | how a search walks a game: what one choice is, and where worlds come from |
//! | [`evaluator`] | what a state and a move are worth without looking ahead |
//! | [`budget`] | how long to search |
//! | [`playout`] | playing on to the end of the round by a cheap rule |
//! | [`known_opponents`], [`rollout`] | opponents that are known, so that the best answer to them is looked for; one for any game |
//! | `tree`, [`select`] | statistics of a tree, and which way to go down it |
//! | [`flat`], [`pimc`], [`ismcts`], [`mcts`], [`alpha_beta`] | the searches |
//! | [`regret`] | choices that all make at once, by regret matching |
//! | [`cfr`], [`explicit_game`] | games of two seats and constant sum, solved as trees in memory; a tree made of any game |
//! | [`mccfr`] | mixtures for everything a seat can know, from sampled matches |
//! | `order` | places by their values |
//! | [`solvers`] | agents that play what these find |
//! | [`agent`], `omniscient` | the agent round a search; one that sees all, for a yardstick |
//! | [`options`] | their options |
//! | [`registry`] | the agents that every game has |
//!
//! A search sees an observation, determinizes worlds that fit it and plays in them; it never holds the true state. The horizon is
//! the end of the round; what that is worth says [`crate::utility`].

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
