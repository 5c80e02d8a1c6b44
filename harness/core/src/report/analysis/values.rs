//! The requested measures at every table of an experiment with one arm.

use super::{Analysis, PlotFile, RunData, decimal};

/// Lists values.
pub(super) struct Values;

impl Analysis for Values {
    fn files(&self, data: &RunData<'_>) -> Vec<PlotFile> {
        let keys = &data.asked.keys;
        if data.has_arms() || keys.is_empty() || data.is_of_design() {
            return Vec::new();
        }
        let mut rows = Vec::new();
        for lineup in data.lineups {
            for (key, found) in
                keys.iter().filter_map(|key| Some((key.for_table(&lineup.table), lineup.requested(key)?)))
            {
                let [low, high] = found.interval.map_or([found.value; 2], |one| [one.low, one.high]);
                let mut row = vec![lineup.name(), key.subject.to_string(), key.measure.name.clone()];
                row.extend([found.value, low, high].map(decimal));
                rows.push(row);
            }
        }
        vec![PlotFile::new("plots/values.csv", &["table", "subject", "measure", "value", "low", "high"], &rows)]
    }
}
