//! Measures: those that every game has, those that a game declares of its own rows, and those that an
//! experiment adds. A measure is data: its name, what it is of, what is summed up and by what that is divided, and how it is
//! said. One measure of somebody is a [`Key`]; all that there are for a game are [`Measures`].

pub mod columns;

mod all;
mod course;
mod declared;
mod key;

pub use all::{Measures, Shape};
pub use course::{Course, Played};
pub use declared::{Derived, Measure, Of, Per, Rows, SeatRole, Shown, Unit, Value};
pub use key::Key;
