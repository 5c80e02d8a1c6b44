//! Win shares, or points, by seat.

use super::{Analysis, PlotFile, RunData, decimal, ends};
use crate::measure::SubjectKind;
use crate::report::measure_estimate::MeasureEstimate;
use crate::report::table_stats::TableStats;

/// Compares seats.
pub(super) struct Seats;

impl Analysis for Seats {
    fn files(&self, data: &RunData<'_>) -> Vec<PlotFile> {
        if data.is_of_design() || data.lineups.iter().all(|lineup| lineup.table.len() < 2) {
            return Vec::new();
        }
        let mut rows = Vec::new();
        for lineup in data.lineups.iter().filter(|lineup| lineup.table.len() > 1) {
            for (seat, share) in shares(lineup).iter().enumerate() {
                let mut row = vec![lineup.arm.clone(), lineup.name(), (seat + 1).to_string(), decimal(share.value)];
                row.extend(ends(share.interval));
                rows.push(row);
            }
        }
        let value = if data.asked.measures.shape().pays_points { "points" } else { "win_share" };
        vec![PlotFile::new("plots/seats.csv", &["arm", "table", "seat", value, "low", "high"], &rows)]
    }
}

/// Returns the win shares or points by seat.
fn shares(lineup: &TableStats) -> Vec<MeasureEstimate> {
    lineup.measures_where(|key| key.measure.of == SubjectKind::Seats && key.measure.name == lineup.outcome_of_seats())
}
