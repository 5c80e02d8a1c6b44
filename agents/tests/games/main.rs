//! The agents that know a game: ERGO, ERGO of 1977, Cogito; match equity, match play and nets.

#[path = "../common/play.rs"]
mod play;

mod cogito;
mod equity;
mod ergo;
mod ergo_invicta;
mod learned;
mod match_play;
mod philosophia;
