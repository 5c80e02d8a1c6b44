//! Tests of the searches, at games with known values and by their parts.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/play.rs"]
mod play;

mod clock;
mod ergo;
mod goofspiel;
mod kuhn;
mod mixed;
mod parts;
mod pig;
mod tic_tac_toe;
mod worlds;
