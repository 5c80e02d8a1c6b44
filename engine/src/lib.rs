//! The rules of games, and nothing else: no clock, files, threads, printing or hidden randomness.
//!
//! | where | what |
//! | --- | --- |
//! | [`game`], [`cards`], [`maps`], [`numbering`], [`seat`], [`rng`], [`options`], [`transcript`], [`laws`] | what all games share: the crate `ergo_core`, under its own names |
//! | [`ergo`] | ERGO; the page is its rules, clause by clause |
//! | [`ergo_invicta`] | ERGO of 1977, another game: five in a row with pieces that move |
//! | [`cogito`] | Cogito, in which everybody knows who you are but you; the page is its rules |
//! | [`philosophia`] | Philosophia, sealed bids, debates and hidden requests for one to six; the page is its rules |
//! | [`toys`] | tic-tac-toe, Kuhn poker, Goofspiel and pig, behind the same laws |
//!
//! A new game is a folder that implements [`Game`] and [`Configurable`]; [`RoundRecord`] if it leaves rows of its own,
//! [`CardGame`] if its cards can be exchanged and barred, a [`Numbering`] if its actions have numbers. It names no other game.
//!
//! A match from its seed to its end:
//!
//! ```
//! use ergo_engine::toys::kuhn::Kuhn;
//! use ergo_engine::{Game, Seed, Status};
//!
//! let mut rng = Seed::master(1).rng();
//! let mut hand = Kuhn.deal(&mut rng);
//! let outcome = loop {
//!     match Kuhn.status(&hand) {
//!         Status::Over(outcome) => break outcome,
//!         Status::ToMove(_) => {
//!             let choice = Kuhn.sample_action(&hand, &mut rng, &mut Vec::new());
//!             Kuhn.apply(&mut hand, choice);
//!         }
//!     }
//! };
//! assert_eq!(outcome.scores.iter().sum::<i32>(), 0);
//! ```

#![warn(unreachable_pub)]

pub mod cogito;
pub mod ergo;
pub mod ergo_invicta;
pub mod philosophia;
pub mod toys;

pub use ergo_core::{
    CardGame, Configurable, Deals, Field, Game, GameInfo, Information, Numbering, OptionSpec, Outcome,
    PerfectInformation, Records, Rng, RoundRecord, Seat, SeatCount, SeatMap, Seed, Settings, Sight, Status, Transcript,
};
pub use ergo_core::{cards, deals, field, game, laws, maps, numbering, options, rng, seat, transcript};
