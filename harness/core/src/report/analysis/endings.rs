//! Shares of rounds by the words in a column, such as how they ended, for measures with a file of their own.

use super::{Analysis, PlotFile, RunData, decimal};
use crate::measure::{Measure, WordBreakdown};
use crate::report::table_stats::TableStats;

/// Counts words.
pub(super) struct Endings;

impl Analysis for Endings {
    fn files(&self, data: &RunData<'_>) -> Vec<PlotFile> {
        if data.is_of_design() {
            return Vec::new();
        }
        let shown = data.asked.measures.iter().filter_map(|measure| Some((measure, measure.shown.as_ref()?)));
        shown.filter_map(|(measure, shown)| file(data, measure, shown)).collect()
    }
}

/// Returns all words in alphabetical order.
fn ways(lineups: &[TableStats], measure: &Measure) -> Vec<String> {
    let of = |lineup: &TableStats| {
        let words = lineup.keys().iter().filter_map(|key| measure.word_of(&key.measure.name));
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    let mut ways: Vec<String> = lineups.iter().flat_map(of).collect();
    ways.sort();
    ways.dedup();
    ways
}

fn file(data: &RunData<'_>, measure: &Measure, shown: &WordBreakdown) -> Option<PlotFile> {
    let ways = ways(data.lineups, measure);
    let mut rows = Vec::new();
    for lineup in data.lineups {
        let measures = lineup.measures();
        for way in &ways {
            let found = measures.iter().find(|found| measure.word_of(&found.key.measure.name) == Some(way));
            let share = found.map_or(0.0, |found| found.value);
            rows.push(vec![lineup.arm.clone(), lineup.name(), way.clone(), decimal(share)]);
        }
    }
    let heads = ["arm", "table", measure.column().unwrap_or("word"), "share"];
    (!ways.is_empty()).then(|| PlotFile::new(shown.file, &heads, &rows))
}
