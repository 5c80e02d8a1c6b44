//! The estimate of a measure with its uncertainty.

use crate::measure::MeasureKey;
use ergo_stats::{Interval, Law};

/// The estimate of a measure with its uncertainty.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasureEstimate {
    /// The measure.
    pub key: MeasureKey,
    /// The estimate: the sum over deals divided by the sum of the denominator.
    pub value: f64,
    /// The 95 % interval; `None` for a single block, or if nothing varies and the range of values is unknown.
    pub interval: Option<Interval>,
    /// The method of the interval.
    pub law: Law,
    /// Number of blocks.
    pub blocks: u64,
    /// The p-value of a difference; `None` otherwise.
    pub p: Option<f64>,
}
