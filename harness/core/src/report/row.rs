//! A row of `summary.csv`, as whoever measured it gives it.

use ergo_stats::{Interval, Law};

/// A row of `summary.csv`.
pub struct SummaryRow<'r> {
    /// The arm.
    pub arm: &'r str,
    /// The table.
    pub table: &'r str,
    /// The size of the table.
    pub seats: usize,
    /// Whose.
    pub subject: &'r str,
    /// The measure.
    pub measure: &'r str,
    /// Its value.
    pub value: f64,
    /// Its 95 % interval.
    pub interval: Option<Interval>,
    /// The method the interval is made by.
    pub law: Law,
    /// Blocks (deals) that it is made of.
    pub blocks: u64,
    /// The estimand: matches, rounds or deals, over which the value is a mean.
    pub estimand: &'r str,
    /// The p-value of "no difference".
    pub p: Option<f64>,
}
