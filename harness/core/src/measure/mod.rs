//! Measures: those that every game has, those that a game declares of its own rows, and those that an
//! experiment adds. A measure is data: its name, what it is of, what is summed up and by what that is divided, and how it is
//! said. One measure of somebody is a [`MeasureKey`]; all that there are for a game are [`Measures`].

pub mod columns;

mod all;
mod declared;
mod key;
mod trajectory;

pub use all::{GameShape, Measures};
pub use declared::{Denominator, Derived, Measure, RowFile, SeatRole, SubjectKind, Unit, Value, WordBreakdown};
pub use key::MeasureKey;
pub use trajectory::{MatchTrajectory, TrajectoryMeasure};
