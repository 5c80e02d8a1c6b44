//! Who failed to answer how often, and how.

use super::records::{Record, records};
use crate::experiment::FaultRule;
use crate::report::facts::{Facts, Part};
use crate::report::page::{Piece, PlotFile, Section, Table};
use crate::report::words::{self, count, counted};

/// Faults by entrant and by the words that stand in the rows.
pub(super) fn section(facts: &Facts<'_>) -> Option<Part> {
    let records = records(facts.tallies);
    if records.is_empty() {
        return None;
    }
    let kinds: Vec<&str> = {
        let mut kinds: Vec<&str> = records.iter().flat_map(|record| record.faults.keys().copied()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    };
    let total = records.iter().map(Record::total).sum();
    let guilty = records.iter().filter(|record| record.total() > 0);
    let names: Vec<String> = guilty.map(|record| format!("{} {}", record.name, count(record.total()))).collect();
    let text = match names.as_slice() {
        [] => "No agent failed to answer.".to_owned(),
        names => format!(
            "{} ended because an agent failed to answer: {}. Such a match is lost to it, won by the best of the others, and counts \
             everywhere.",
            counted(total, "match"),
            words::list(names)
        ),
    };
    let rule = match facts.asked.scheme.as_ref().map(|scheme| scheme.faults) {
        Some(FaultRule::Forfeit) => " Declared rule: faults = \"forfeit\", the run goes on after a fault.",
        Some(FaultRule::Count) => " Declared rule: faults = \"count\", the run goes on however often.",
        Some(FaultRule::Stop) => " Declared rule: faults = \"stop\", the run ends with the first fault.",
        None => "",
    };
    let heads = ["entrant", "matches", "faults"].into_iter().chain(kinds.iter().copied());
    let mut table = Table::new(1, heads);
    let mut rows = Vec::new();
    for record in &records {
        let of = |kind: &&str| record.faults.get(kind).copied().unwrap_or(0);
        let mut cells = vec![record.name.to_owned(), count(record.matches), count(record.total())];
        cells.extend(kinds.iter().map(|kind| count(of(kind))));
        table.row(cells);
        let row = |kind: &&str| {
            vec![record.name.to_owned(), record.matches.to_string(), (*kind).to_owned(), of(kind).to_string()]
        };
        rows.extend(kinds.iter().map(row));
    }
    let file =
        (!rows.is_empty()).then(|| PlotFile::new("plots/faults.csv", &["entrant", "matches", "kind", "faults"], &rows));
    let pieces = vec![Piece::Text(format!("{text}{rule}")), Piece::Table(table)];
    Some(Part { section: Section { title: "Faults".to_owned(), pieces }, file })
}
