//! The agents that know a game: ERGO, ERGO of 1977, Cogito; match equity and nets.

mod cogito;
mod equity;
mod ergo;
mod ergo_invicta;
mod learned;
mod philosophia;
