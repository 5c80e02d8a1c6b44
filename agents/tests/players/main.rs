//! Tests of agents of any game: hidden information, the toy games, and external programs.

#[path = "../common/play.rs"]
mod play;

mod hidden_information;
mod process;
mod toys;
