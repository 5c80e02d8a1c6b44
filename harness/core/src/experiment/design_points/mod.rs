//! Which tables to play: line-ups of a pool.

mod ladder;
mod lineups;
mod substitution;

pub use ladder::rows;
pub use lineups::subsets;
pub use substitution::{is_pair, stand_ins};
