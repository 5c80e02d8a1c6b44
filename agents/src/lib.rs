//! Agents for every game of [`ergo_engine`]: random play, searches, learned nets and hand-written players.
//!
//! An agent implements [`Agent`]: at each [`Decision`] it sees the rules, its observation and its legal actions,
//! and returns an action. A [`Registry`] lists the agents of one game by name, with their settings. An experiment
//! names an agent there, for example `agent = { kind = "ismcts", iterations = 200 }`.
//!
//! # Example
//!
//! Write an agent for Kuhn poker that never bets, register it and ask it for an action:
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
//! let agents = Registry::new().with(Entry::new("careful", "never bets", |_| Careful));
//! let spec = agents.validate("careful", &Settings::default())?;
//! let mut careful = agents.build_untimed(&Kuhn, &spec, Seat::new(0), Seed::master(1));
//! let hand = Kuhn.deal(&mut Seed::master(2).rng());
//! assert_eq!(careful.choose(&Kuhn, &hand, Seat::new(0), &mut Vec::new())?, Choice::Check);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! | module | contents |
//! | --- | --- |
//! | [`agent`] | the trait [`Agent`], decisions, players |
//! | [`fault`] | the ways in which an agent can fail |
//! | [`event`] | events sent to agents: ends of rounds and matches |
//! | [`spec`] | kinds of agents, and an agent's kind with its settings |
//! | [`registry`] | the agents of a game: name, settings and factory of each |
//! | [`roster`] | the trait of games that have a registry of agents |
//! | [`random`] | uniformly random play, for every game |
//! | [`process`] | external programs as agents, for every game, and their protocol |
//! | [`utility`] | objectives: the value of the end of a round or match to each seat |
//! | [`search`] | searches for every game: ISMCTS, PIMC, flat Monte Carlo, alpha-beta, CFR |
//! | [`hash`] | a hash that is the same on every machine |
//! | [`interrupt`] | stopping a running search |
//! | [`net`] | a small neural net: forward pass, gradients, file format |
//! | [`games`] | one folder per game: its own agents and their registry |

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
