//! Where games are played: the only generic code of the harness. A game goes in by its type, and comes out as a [`Handle`] that
//! is the same for all games; above it nothing knows a type of a game.
//!
//! | door | is |
//! | --- | --- |
//! | [`Handle`] | a game of the [`Shelf`](crate::shelf::Shelf): names, options, who can play it, what it declares of itself |
//! | [`Rules`] | that game with its options and a number of seats: plays a match, reads a transcript, deals |
//! | [`State`] | one of its states: who is to move, what is legal, what a seat sees, played on, taken up again |
//! | [`Sitter`], [`Call`] | who sits at a table from inside this process: an agent that is kept, a function that is asked |
//! | [`Watcher`] | who is shown a match while it is played: decisions and rounds |
//!
//! A game of one's own is a [`Shelved`] value; [`Shelf::with`](crate::shelf::Shelf::with) puts it there.
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

pub mod bots;
pub mod caller;
pub mod drawn;
pub mod exploit;
pub(crate) mod forfeit;
mod handle;
pub mod narrate;
pub mod numbers;
mod of;
mod person;
mod players;
pub mod position;
mod referee;
mod rules_of;
pub mod scene;
mod shelved;
mod sitter;
mod state;
mod state_of;
mod table;
mod watcher;

pub use caller::{Asked, Call, Picked};
pub use handle::{Handle, Records, Rules, Sitter};
pub use person::{Advice, Choosing, Order, Person, Said};
pub use referee::Ending;
pub use shelved::{Declared, OnShelf, Shelved};
pub use state::{CardState, Moment, ShownState, State};
pub use table::{Chair, Connect, Seated, Table};
pub use watcher::{Decided, RoundView, Unwatched, Watcher};
