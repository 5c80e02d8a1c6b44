//! Agents of any game: the rosters of the toys, and programs outside.

#[path = "../common/play.rs"]
mod play;

mod blind;
mod process;
mod toys;
