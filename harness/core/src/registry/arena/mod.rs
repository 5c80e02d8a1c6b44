//! Where games are played: the only generic code of the harness. A game goes in by its type, and comes out as a [`DynGame`]; above
//! it nothing knows a type of a game.
//!
//! | item | is |
//! | --- | --- |
//! | [`DynGame`] | a game of the [`GameRegistry`](crate::games::game_registry::GameRegistry): what it declares, its agents, its options |
//! | [`DynRules`] | that game with its options and a number of seats: deals, plays a match, replays a transcript |
//! | [`DynState`] | one of its states |
//! | [`DynAgent`], [`Call`] | an agent that is seated and kept, a function that is asked |
//! | [`Watcher`] | an observer of a match: decisions and rounds |
//! | [`presentation`] | how a game is shown: one JSON view, one description of each action |
//!
//! A game of one's own is a [`Registration`] value; [`GameRegistry::with`](crate::games::game_registry::GameRegistry::with) puts it there.
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

pub mod agent;
pub mod exploit;
pub(crate) mod forfeit;
pub(crate) mod game;
pub mod narrate;
mod person;
mod players;
pub mod position;
pub mod presentation;
mod recorded;
mod referee;
mod registration;
mod rules;
mod state;
mod table;
mod text;
mod watcher;

pub use agent::{Call, DecisionView, DynAgent, Picked};
pub use game::{DynGame, GameDescription, Records};
pub use person::{Advice, Choosing, Moves, Order, Person, Step, TableMessage};
pub use recorded::RecordedMatch;
pub use referee::Ending;
pub use registration::{Bots, Registered, Registration};
pub use rules::{DynRules, RulesFacts};
pub use state::{CardState, Described, DynState, Moment, View};
pub use table::{Chair, Connect, Seated, Table};
pub use watcher::{Answer, Decided, RoundView, Unwatched, Watcher};
