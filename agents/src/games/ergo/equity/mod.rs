//! Match equity: each seat's expected share of the win, given the scores before a round.
//!
//! A match is a sum of rounds. If rounds are independent draws from one distribution of points, known from recorded
//! play, the chances at every score follow exactly from those at higher scores. Seats are numbered by their
//! position in turn order, starting with the seat that starts the next round. With a fixed start, position and seat
//! are the same; with a rotating start, positions move by one after each round; with a random start they have no
//! meaning.
//!
//! | module | contents |
//! | --- | --- |
//! | [`table`] | a table of chances and its file format |
//! | [`grid`] | interpolation between the scores of a table |
//! | [`shipped`] | the tables included in the program |
//!
//! # Assumptions
//!
//! - The limit of `max_rounds` rounds is ignored: with 1,000 rounds no match reaches it.
//! - With `ties = play_on`, seats that tie at or above the target play on, and only the distances to the top score
//!   matter. This is solved exactly, except that distances above `target - 1` plus the most points of a round are
//!   cut to that value. No score reachable from below the target has a larger distance.
//! - Agents that play differently at different scores, or learn during a match, violate the assumption of one
//!   distribution.

mod ending;
pub mod grid;
pub mod shipped;
pub mod table;

pub use ending::{MOST_TARGET, MatchEnding};
pub use table::{EquityTable, EquityTableError};
