//! Agents of any game: the rosters of the toys, and programs outside.

mod process;
mod toys;
