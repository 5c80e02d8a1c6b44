//! A row of `summary.csv`.

use ergo_stats::{Interval, Law};

/// A row of `summary.csv`.
pub struct SummaryRow<'r> {
    /// The arm.
    pub arm: &'r str,
    /// The table.
    pub table: &'r str,
    /// The table size.
    pub seats: usize,
    /// The subject.
    pub subject: &'r str,
    /// The measure.
    pub measure: &'r str,
    /// The estimate.
    pub value: f64,
    /// The 95 % interval.
    pub interval: Option<Interval>,
    /// The method of the interval.
    pub law: Law,
    /// Number of blocks (deals).
    pub blocks: u64,
    /// The denominator of the mean: matches, rounds or deals.
    pub estimand: &'r str,
    /// The p-value of "no difference".
    pub p: Option<f64>,
}
