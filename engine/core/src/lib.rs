//! The interface of all games, and nothing of any one of them: no clock, files, threads, printing or hidden randomness.
//!
//! | where | what |
//! | --- | --- |
//! | [`game`] | the trait [`Game`], written once for all games; how a match ends; what a round leaves |
//! | [`field`] | a value of such a record, with its type |
//! | [`cards`], [`deals`] | what only some games have: cards that can be exchanged and barred, a list of their deals |
//! | [`maps`] | maps from pairs |
//! | [`numbering`] | actions as numbers, where a game has them |
//! | [`seat`] | places at the table, and one value for each |
//! | [`rng`] | the one generator, and seeds derived one way |
//! | [`options`] | settings as data: key, default, range, meaning; games that can be set up by name |
//! | [`transcript`] | a match in its shortest form, and its replay |
//! | [`laws`] | what every game must obey, for the tests of any game |
//!
//! A game is a value that holds its rules. A whole one, held to the laws that every game must obey:
//!
//! ```
//! use ergo_core::game::{Game, GameInfo, Outcome, Records, Status};
//! use ergo_core::{Rng, Seat, SeatCount, SeatMap};
//!
//! /// Two take one or two of nine stones in turn; who takes the last one wins.
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

pub use cards::CardGame;
pub use deals::Deals;
pub use field::Field;
pub use game::{Game, GameInfo, Information, Outcome, PerfectInformation, Records, RoundRecord, Sight, Status};
pub use numbering::Numbering;
pub use options::{Configurable, OptionSpec, Settings};
pub use rng::{Rng, Seed};
pub use seat::{Seat, SeatCount, SeatMap};
pub use transcript::Transcript;
