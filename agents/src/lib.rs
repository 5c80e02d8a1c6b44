//! How to choose: agents for any game of the engine, and the ones that know a game.
//!
//! | where | what |
//! | --- | --- |
//! | [`agent`] | what an agent is, and what it is shown |
//! | [`fault`] | how it can fail |
//! | [`event`] | what an agent is told |
//! | [`spec`] | an agent as written in an experiment |
//! | [`registry`] | the agents of a game, as a value: name, options and how each is built |
//! | [`roster`] | games with agents of their own |
//! | [`random`] | at home in every game |
//! | [`process`] | a program outside, at home in every game; the page is its protocol |
//! | [`utility`] | what an agent wants, as numbers |
//! | [`search`] | looking ahead: searches for every game |
//! | [`hash`] | a hash that is the same everywhere, for tables and noise |
//! | [`interrupt`] | stopping a search that is under way |
//! | [`net`] | a small neural net: answers, gradients, weights as bytes |
//! | [`games`] | what belongs to one game: a room each, with the registry of its agents |
//!
//! A new agent is one file and an entry in the registry of each game it plays. One that never bets, asked for a choice:
//!
//! ```
//! use ergo_agents::{Agent, AgentFault, Decision, Entry, Registry};
//! use ergo_engine::toys::kuhn::{Choice, Kuhn};
//! use ergo_engine::{Game, Seat, Seed, Settings};
//!
//! struct Careful;
//!
//! impl Agent<Kuhn> for Careful {
//!     fn choose(&mut self, decision: &mut Decision<'_, Kuhn>) -> Result<Choice, AgentFault> {
//!         let quiet = |choice: &&Choice| matches!(choice, Choice::Check | Choice::Fold);
//!         decision.legal().iter().find(quiet).copied().ok_or(AgentFault::Illegal)
//!     }
//! }
//!
//! // As written in an experiment: `agent = { kind = "careful" }`.
//! let agents = Registry::new().with(Entry::new("careful", "never bets", |_| Careful));
//! let spec = agents.validate("careful", &Settings::default()).unwrap();
//! let mut careful = agents.build_untimed(&Kuhn, &spec, Seat::new(0), Seed::master(1));
//! let hand = Kuhn.deal(&mut Seed::master(2).rng());
//! assert_eq!(careful.choose(&Kuhn, &hand, Seat::new(0), &mut Vec::new()), Ok(Choice::Check));
//! ```

#![warn(unreachable_pub)]

pub mod agent;
pub mod event;
pub mod fault;
pub mod games;
pub mod hash;
pub mod interrupt;
pub mod net;
pub mod process;
pub mod random;
pub mod registry;
pub mod roster;
pub mod search;
pub mod spec;
pub mod utility;

pub use agent::{Agent, Decision, OmniscientAgent, Player, Policy};
pub use fault::AgentFault;
pub use registry::{AgentContext, Entry, Registry};
pub use roster::Roster;
pub use spec::AgentSpec;
