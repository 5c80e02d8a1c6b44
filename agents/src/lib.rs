//! How to choose: agents for any game of the engine, and the ones that know a game.
//!
//! | where | what |
//! | --- | --- |
//! | [`agent`] | what an agent is, what it is shown, how it can fail |
//! | [`spec`] | an agent as written in an experiment |
//! | [`roster`] | which agents sit at which game |
//! | [`random`] | at home in every game |
//! | [`evaluators`] | judgement that belongs to one game |
//! | [`greedy`], [`outcomes`], [`pass`], [`td`], [`cheater`] | ERGO |
//! | [`net`] | a small neural net: answers, gradients, weights as bytes |
//! | [`ergo`], [`toys`] | the rosters |
//!
//! A new agent is one file and a line in the roster of each game it plays.

pub mod agent;
pub mod cheater;
pub mod ergo;
pub mod evaluators;
pub mod greedy;
pub mod net;
pub mod outcomes;
pub mod pass;
pub mod random;
pub mod roster;
pub mod spec;
pub mod td;
pub mod toys;
