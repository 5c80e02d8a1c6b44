//! The interface that every game implements, with seats, seeded randomness, options and transcripts.
//!
//! The crate has no clock, files, threads, printing or hidden randomness. A match is determined by its seed and its
//! actions.
//!
//! | module | contents |
//! | --- | --- |
//! | [`game`] | the trait [`Game`], its outcome, and the records of a round |
//! | [`field`] | one typed value of a record |
//! | [`cards`], [`deals`] | optional traits: cards that experiments can exchange or bar; enumeration of all deals |
//! | [`maps`] | maps from pairs |
//! | [`numbering`] | actions as integer ids |
//! | [`seat`] | seats of a table, and one value per seat |
//! | [`rng`] | the random number generator and derived seeds |
//! | [`options`] | settings as data: key, default, range, meaning |
//! | [`transcript`] | a match as a seed and its actions, and its replay |
//! | [`laws`] | property tests that every game must pass |
//!
//! A game is a value that holds its rules. This is a complete game, checked against the laws:
//!
//! ```
//! use ergo_core::game::{Game, GameInfo, Outcome, Records, Status};
//! use ergo_core::{Rng, Seat, SeatCount, SeatMap};
//!
//! /// Two players take one or two of nine stones in turn. The player who takes the last stone wins.
//! #[derive(Clone)]
//! struct Stones;
//!
//! impl Game for Stones {
//!     /// Stones left, and actions so far.
//!     type State = (u32, usize);
//!     type Action = u32;
//!     type Observation = (u32, usize);
//!     type Round = ();
//!
//!     fn seats(&self) -> SeatCount {
//!         SeatCount::new(2)
//!     }
//!     fn info(&self) -> GameInfo {
//!         GameInfo::perfect(9)
//!     }
//!     fn deal(&self, _: &mut Rng) -> (u32, usize) {
//!         (9, 0)
//!     }
//!     fn status(&self, state: &(u32, usize)) -> Status {
//!         match state.0 {
//!             0 => Status::Over(Outcome::highest_wins(self.scores(state))),
//!             _ => Status::ToMove(Seat::new(state.1 % 2)),
//!         }
//!     }
//!     fn legal_actions(&self, state: &(u32, usize), out: &mut Vec<u32>) {
//!         out.clear();
//!         out.extend(1..=state.0.min(2));
//!     }
//!     fn apply_into<R: Records<()>>(&self, state: &mut (u32, usize), taken: u32, _: &mut R) {
//!         *state = (state.0 - taken, state.1 + 1);
//!     }
//!     fn scores(&self, state: &(u32, usize)) -> SeatMap<i32> {
//!         SeatMap::from_fn(self.seats(), |seat| i32::from(state.0 == 0 && state.1 % 2 != seat.index()))
//!     }
//!     fn observe(&self, state: &(u32, usize), _: Seat) -> (u32, usize) {
//!         *state
//!     }
//!     fn determinize(&self, seen: &(u32, usize), _: &mut Rng) -> (u32, usize) {
//!         *seen
//!     }
//! }
//!
//! // Twenty random matches of at most nine actions, from seed 1.
//! ergo_core::laws::check_laws(&Stones, 1, 20, 9);
//! ```

#![warn(unreachable_pub)]

pub mod cards;
pub mod deals;
pub mod field;
pub mod game;
pub mod laws;
pub mod maps;
pub mod numbering;
pub mod options;
pub mod rng;
pub mod seat;
pub mod transcript;
pub mod words;

pub use cards::CardGame;
pub use deals::EnumerableDeals;
pub use field::Field;
pub use game::{ActionView, Game, GameInfo, Information, Outcome, PerfectInformation, Records, RoundRecord, Status};
pub use numbering::Numbering;
pub use options::{Configurable, OptionSpec, Settings};
pub use rng::{Rng, Seed};
pub use seat::{Seat, SeatCount, SeatMap};
pub use transcript::Transcript;
