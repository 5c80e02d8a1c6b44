//! Which tables to play: line-ups of a pool, by the book and without chance, except where a seed is asked for.

mod balanced;
mod ladder;
mod lineups;
mod substitution;

pub use balanced::balanced;
pub use ladder::{fewest_neighbours, rows};
pub use lineups::{number_of_subsets, subsets};
pub use substitution::{is_pair, stand_ins};
