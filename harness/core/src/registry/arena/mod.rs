//! Games and agents behind object-safe traits. This is the only generic code of the harness: a game is registered by its type
//! and used as a [`DynGame`] everywhere else.
//!
//! | item | content |
//! | --- | --- |
//! | [`DynGame`] | a game of the [`GameRegistry`](crate::games::game_registry::GameRegistry): description, agents and options |
//! | [`DynRules`] | a game with options and a number of seats: deals, plays a match, replays a transcript |
//! | [`DynState`] | a state of a match |
//! | [`DynAgent`], [`AgentCallback`] | a seated agent, and a function that makes choices |
//! | [`Watcher`] | an observer of a match: decisions and rounds |
//! | [`presentation`] | a JSON view of a state and descriptions of actions |
//!
//! To add a game, pass its [`Registration`] to [`GameRegistry::with`](crate::games::game_registry::GameRegistry::with).
//!
//! ```
//! use ergo_engine::options::Settings;
//! use ergo_engine::rng::Seed;
//! use ergo_engine::seat::{Seat, SeatCount};
//! # use ergo_harness as ergo_lab;
//! use ergo_lab::games;
//!
//! let game = games::standard().game("kuhn-poker").unwrap();
//! let rules = game.configure(SeatCount::new(2), &Settings::default()).unwrap();
//! let mut hand = rules.deal(&Seed::master(1));
//! assert_eq!((hand.to_move(), hand.legal()), (Some(Seat::new(0)), vec!["check".to_owned(), "bet".to_owned()]));
//! hand.play("bet").unwrap();
//! assert_eq!(hand.to_move(), Some(Seat::new(1)));
//! ```

mod action_record;
pub mod agent;
pub mod exploit;
pub(crate) mod forfeit;
pub(crate) mod game;
pub mod narrate;
mod person;
mod players;
pub mod position;
pub mod presentation;
mod referee;
mod registration;
mod rules;
mod state;
mod table;
mod text;
mod watcher;

pub use action_record::ActionRecord;
pub use agent::{ActionRef, AgentCallback, DecisionView, DynAgent};
pub use game::{DynGame, GameDescription, Records};
pub use person::{ActionOption, Advice, Person, PersonMessage, RoundEnd, TableMessage, TurnChoice, TurnOptions};
pub use referee::Ending;
pub use registration::{BotFactory, Registered, Registration};
pub use rules::{DynRules, RulesInfo};
pub use state::{CardState, DynState, ReplayStep, TurnDescription, ViewRequest};
pub use table::{Connect, SeatAssignment, SeatPlayer, Table};
pub use watcher::{Answer, DecisionRecord, NoWatcher, RoundView, Watcher};
