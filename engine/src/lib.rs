//! The rules of the games of Ergo Lab: states, legal actions, observations and records.
//!
//! The crate has no clock, files, threads, printing or hidden randomness.
//!
//! | module | contents |
//! | --- | --- |
//! | [`game`], [`cards`], [`maps`], [`numbering`], [`seat`], [`rng`], [`options`], [`transcript`], [`laws`] | the common interface, re-exported from the crate `ergo_core` |
//! | [`ergo`] | ERGO (2009): a shared logical proof; the module page has the rules, clause by clause |
//! | [`ergo_invicta`] | ERGO of 1977, a different game: five in a row with pieces that move |
//! | [`cogito`] | Cogito: players know every identity except their own |
//! | [`philosophia`] | Philosophia: sealed bids, debates and hidden requests, for one to six seats |
//! | [`toys`] | tic-tac-toe, Kuhn and Leduc poker, Goofspiel and pig |
//!
//! A new game is a module that implements [`Game`] and [`Configurable`]. Optional traits are [`RoundRecord`] for rows
//! of its own, [`CardGame`] for cards that can be exchanged and barred, and [`Numbering`] for action ids. Modules of
//! games do not depend on each other.
//!
//! This example plays a random match from a seed:
//!
//! ```
//! use ergo_engine::toys::kuhn::Kuhn;
//! use ergo_engine::{Game, Seed, Status};
//!
//! let mut rng = Seed::master(1).rng();
//! let mut state = Kuhn.deal(&mut rng);
//! let outcome = loop {
//!     match Kuhn.status(&state) {
//!         Status::Over(outcome) => break outcome,
//!         Status::ToMove(_) => {
//!             let action = Kuhn.sample_action(&state, &mut rng, &mut Vec::new());
//!             Kuhn.apply(&mut state, action);
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
    ActionView, CardGame, Configurable, EnumerableDeals, Field, Game, GameInfo, Information, Numbering, OptionSpec,
    Outcome, PerfectInformation, Records, Rng, RoundRecord, Seat, SeatCount, SeatMap, Seed, Settings, Status,
    Transcript,
};
pub use ergo_core::{cards, deals, field, game, laws, maps, numbering, options, rng, seat, transcript, words};
