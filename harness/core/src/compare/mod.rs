//! Sequential comparison of two entrants ("is B better than A?"), played block by block until the answer is clear or
//! the cap is reached.
//!
//! A block is one deal. With two seats it is the match in both seatings. With more seats, B plays alone among A's in
//! every seat, and A plays alone among B's in every seat. Both directions are needed because in a game of several
//! players each entrant may do well among copies of the other. If both play among the same other entrants, a block is
//! the match of B and the match of A in every seat.
//!
//! The value of a block lies between 0 and 1 and is 0.5 if neither entrant is better. By wins it is 0.5 plus half the
//! difference between B's and A's win shares. By margin it is the same with margins divided by the largest margin of a
//! match. By returns, in games that pay points, values are those by margin, reported in points per match.
//!
//! The test processes blocks in the order of their deals, not in the order in which worker threads finish them, so the
//! verdict and the length depend on the seed only. Blocks after the verdict do not count.

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
