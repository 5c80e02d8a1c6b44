//! A value with its uncertainty.

use crate::measure::MeasureKey;
use ergo_stats::{Interval, Law};

/// A value with its uncertainty.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasureEstimate {
    /// The measure.
    pub key: MeasureKey,
    /// The sum over deals by the sum of what it is divided by.
    pub value: f64,
    /// 95 % interval; nothing for a single block, or where nothing varied of which nobody knows the range.
    pub interval: Option<Interval>,
    /// The method the interval is made by.
    pub law: Law,
    /// How many blocks it is of.
    pub blocks: u64,
    /// Of a difference: how probable one as large is where there is none.
    pub p: Option<f64>,
}
