//! Match equity: what share of a match each seat can expect to win from a score, before a round.
//!
//! A match is a sum of rounds. Take rounds as independent draws from one distribution of points, known from recorded play,
//! and the chances of every score follow from those of higher scores, exactly. Seats are numbered by their
//! place after the seat that starts the next round: place 0 starts. Where the start is fixed, place and seat are the same;
//! where it rotates, everyone's place falls by one after each round; where it is drawn, places mean nothing.
//!
//! | where | what |
//! | --- | --- |
//! | [`grid`] | values at some scores, and between them |
//! | [`table`] | the chances at a score, read from bytes |
//! | [`shipped`] | the tables that come with the program |
//!
//! # Rulings
//!
//! - The stop after `max_rounds` rounds is left out: at 1,000 rounds no match meets it.
//! - With `ties = play_on`, seats that share the top at or above the target play on. From there on only how far each lies
//!   behind the top counts. This is solved exactly, but that a seat more than `target - 1` and the most points of a round
//!   behind counts as so far behind: no score that is reached from below the target is further apart.
//! - Agents that play otherwise at another score, or learn during a match, are not what is drawn from.

mod ending;
pub mod grid;
pub mod shipped;
pub mod table;

pub use ending::{MOST_TARGET, MatchEnding};
pub use table::{EquityTable, EquityTableError};
