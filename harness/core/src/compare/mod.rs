//! Is B better than A? Played block by block until the answer is clear, or the cap comes.
//!
//! A block is one deal. With two seats it is the match in both seatings. With more it is B alone among A's in every seat, and
//! A alone among B's in every seat: B may do well among A's and A among B's, in a game that is no contest of two. If both
//! sit among the same others, a block is the match of B and that of A in every seat.
//!
//! The value of a block lies from 0 to 1, one half where neither is better. By wins it is one half and half of B's share less
//! A's, of two seats B's share. By margin it is the same of margins, with the largest that a match allows for 1. By returns, in games
//! that pay points, values are those by margin, told in points that a match pays.
//!
//! The test looks at blocks in the order of their deals, whatever the order in which they were played, so that its verdict
//! and length depend on the seed only. Blocks after the verdict do not count.

pub mod diff;
pub mod finished;

mod comparison;
mod contest;
mod first_blocks;
pub mod folder;
pub mod pilot;
mod question;
pub mod record;

pub use comparison::{Comparison, Totals, play};
pub use contest::{Block, BlockMeasure, Contest};
pub use question::Question;
