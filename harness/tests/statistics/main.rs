//! Statistics against known truths: intervals hold, tests err as often as they say, ratings agree with other programs.

mod a_a;
mod contests;
mod coverage;
mod findings;
mod reference;
#[path = "../common/room.rs"]
mod room;
mod stopped;
mod synthetic;
