//! Agents of any game: the rosters of the toys, and programs outside.

mod blind;
mod process;
mod toys;
