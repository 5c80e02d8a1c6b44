//! Tests of the agents of single games: ERGO, Ergo 1977, Cogito and Philosophia; equity tables, match play and
//! nets.

#[path = "../common/play.rs"]
mod play;

mod cogito;
mod equity;
mod ergo;
mod ergo_invicta;
mod learned;
mod match_play;
mod philosophia;
