//! A target at a table, and how it stands.

use crate::measure::Key;
use crate::report::lineup::LineUp;
use crate::report::measured::Measured;
use crate::report::page::Cell;

/// How a measure stands to its band.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Light {
    /// The whole interval lies between the values.
    Met,
    /// More deals must decide.
    Open,
    /// The whole interval lies outside.
    Missed,
}

impl Light {
    /// How what was found stands to two values.
    pub(super) fn of(found: &Measured, [low, high]: [f64; 2]) -> Self {
        let Some(interval) = found.interval else { return Light::Open };
        if low <= interval.low && interval.high <= high {
            Light::Met
        } else if interval.high < low || high < interval.low {
            Light::Missed
        } else {
            Light::Open
        }
    }

    /// The word for it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Light::Met => "met",
            Light::Open => "open",
            Light::Missed => "missed",
        }
    }

    /// Where it stands between two colours.
    pub(super) fn shade(self) -> Option<f64> {
        match self {
            Light::Met => Some(0.95),
            Light::Open => None,
            Light::Missed => Some(0.05),
        }
    }

    /// The word with its colour.
    pub(super) fn cell(self) -> Cell {
        Cell::shaded(self.word().to_owned(), self.shade())
    }
}

/// A target at a table, in an arm.
pub(super) struct Target<'l> {
    /// The measure that is to lie between two values.
    pub key: Key,
    /// Those values.
    pub band: [f64; 2],
    /// The table in the arm.
    pub lineup: &'l LineUp,
    /// The measurement there.
    pub found: Measured,
    /// How it stands.
    pub light: Light,
}
