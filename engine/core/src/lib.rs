//! What every game is, and nothing of any one of them: no clock, files, threads, printing or hidden randomness.
//!
//! | where | what |
//! | --- | --- |
//! | [`game`] | the trait [`Game`], written once for all games; how a match ends; what a round leaves |
//! | [`field`] | a value of such a record, with its type |
//! | [`luck`], [`cards`], [`deals`] | what only some games have: an account of their luck, cards that can be exchanged and barred, a list of their deals |
//! | [`numbering`] | actions as numbers, where a game has them |
//! | [`seat`] | places at the table, and one value for each |
//! | [`rng`] | the one generator, and seeds derived one way |
//! | [`options`] | settings as data: key, default, range, meaning; games that can be set up by name |
//! | [`transcript`] | a match in its shortest form, and its replay |
//! | [`laws`] | what every game must obey, for the tests of any game |

#![warn(unreachable_pub)]

pub mod cards;
pub mod deals;
pub mod field;
pub mod game;
pub mod laws;
pub mod luck;
pub mod numbering;
pub mod options;
pub mod rng;
pub mod seat;
pub mod transcript;

pub use cards::CardGame;
pub use deals::Deals;
pub use field::Field;
pub use game::{Game, GameInfo, Information, Outcome, PerfectInformation, Records, RoundRecord, Sight, Status};
pub use luck::Luck;
pub use numbering::Numbering;
pub use options::{Configurable, OptionSpec, Settings};
pub use rng::{Rng, Seed};
pub use seat::{Seat, SeatCount, SeatMap};
pub use transcript::Transcript;
