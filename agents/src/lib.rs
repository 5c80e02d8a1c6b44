//! How to choose: agents for any game of the engine, and the ones that know a game.
//!
//! | where | what |
//! | --- | --- |
//! | [`agent`] | what an agent is, what it is shown, how it can fail |
//! | [`news`] | what an agent is told |
//! | [`spec`] | an agent as written in an experiment |
//! | [`roster`] | which agents sit at which game |
//! | [`random`] | at home in every game |
//! | [`process`] | a program outside, at home in every game; the page is its protocol |
//! | [`utility`], [`equity`] | what an agent wants, as numbers; chances to win a match of ERGO from a score |
//! | [`evaluators`] | judgement that belongs to one game |
//! | [`search`] | looking ahead: searches for every game |
//! | [`hash`] | a hash that is the same everywhere, for tables and noise |
//! | [`net`] | a small neural net: answers, gradients, weights as bytes |
//! | [`greedy`], [`outcomes`], [`pass`], [`td`], [`cheater`] | ERGO |
//! | [`ergo`], [`toys`] | the rosters |
//!
//! A new agent is one file and a line in the roster of each game it plays.

pub mod agent;
pub mod cheater;
pub mod equity;
pub mod ergo;
pub mod evaluators;
pub mod greedy;
pub mod hash;
pub mod net;
pub mod news;
pub mod outcomes;
pub mod pass;
pub mod process;
pub mod random;
pub mod roster;
pub mod search;
pub mod spec;
pub mod td;
pub mod toys;
pub mod utility;
