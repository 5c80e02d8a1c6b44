//! Targets of a designer: met, missed or open in every arm, based on whole intervals.

use super::{Analysis, PlotFile, RunData, decimal, ends};
use crate::report::measure_estimate::MeasureEstimate;

/// Checks targets.
pub(super) struct Targets;

impl Analysis for Targets {
    fn files(&self, data: &RunData<'_>) -> Vec<PlotFile> {
        let mut rows = Vec::new();
        for (key, band) in &data.asked.targets {
            for arms in data.tables() {
                let most = if data.is_of_design() { 1 } else { arms.len() };
                for lineup in &arms[..most] {
                    let Some(found) = lineup.requested(key) else { continue };
                    let key = key.for_table(&lineup.table);
                    let mut row =
                        vec![lineup.arm.clone(), lineup.name(), key.subject.to_string(), key.measure.name.clone()];
                    row.push(decimal(found.value));
                    row.extend(ends(found.interval));
                    row.extend(band.map(decimal));
                    row.push(stands(&found, *band).to_owned());
                    rows.push(row);
                }
            }
        }
        let heads = ["arm", "table", "subject", "measure", "value", "low", "high", "from", "to", "stands"];
        if rows.is_empty() { Vec::new() } else { vec![PlotFile::new("plots/targets.csv", &heads, &rows)] }
    }
}

/// Compares a value with a range: met or missed if its whole interval is inside or outside, else open.
fn stands(found: &MeasureEstimate, [low, high]: [f64; 2]) -> &'static str {
    match found.interval {
        Some(interval) if low <= interval.low && interval.high <= high => "met",
        Some(interval) if interval.high < low || high < interval.low => "missed",
        _ => "open",
    }
}
