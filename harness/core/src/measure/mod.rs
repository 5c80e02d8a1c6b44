//! Measures of results: those of every game, those that a game declares for its rows, and those that an experiment
//! adds. A measure is data: name, kind of subject, numerator, denominator and name in sentences. A measure of one
//! subject is a [`MeasureKey`]; all measures of a game are [`Measures`].

pub mod columns;

mod all;
mod declared;
mod key;
mod trajectory;

pub use all::{GameShape, Measures};
pub use declared::{Denominator, Derived, Measure, RowFile, SeatRole, SubjectKind, Unit, Value, WordBreakdown};
pub use key::MeasureKey;
pub use trajectory::{MatchTrajectory, TrajectoryMeasure};
