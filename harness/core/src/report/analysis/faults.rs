//! Faults by entrant and kind.

use std::collections::BTreeMap;

use super::{Analysis, PlotFile, RunData};
use crate::report::tally::Tally;
use crate::report::{count, count_noun};

/// The largest number of entrants named in a warning.
const MOST_NAMED: usize = 3;

/// Counts faults.
pub(super) struct Faults;

impl Analysis for Faults {
    fn warning(&self, data: &RunData<'_>) -> Option<String> {
        let faulty: Vec<EntrantFaults<'_>> =
            records(data.tallies).into_iter().filter(|record| record.total() > 0).collect();
        let one = |record: &EntrantFaults<'_>| {
            format!("{} forfeited {} of {}", record.name, count(record.total()), count_noun(record.matches, "match"))
        };
        match faulty.len() {
            0 => None,
            1..=MOST_NAMED => Some(format!("{}.", faulty.iter().map(one).collect::<Vec<_>>().join(", "))),
            many => {
                let all = faulty.iter().map(EntrantFaults::total).sum();
                Some(format!("{many} entrants forfeited {}.", count_noun(all, "match")))
            }
        }
    }

    fn files(&self, data: &RunData<'_>) -> Vec<PlotFile> {
        let records = records(data.tallies);
        let mut kinds: Vec<&str> = records.iter().flat_map(|record| record.faults.keys().copied()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let row = |record: &EntrantFaults<'_>, kind: &str| {
            let faults = record.faults.get(kind).copied().unwrap_or(0);
            vec![record.name.to_owned(), record.matches.to_string(), kind.to_owned(), faults.to_string()]
        };
        let rows: Vec<Vec<String>> =
            records.iter().flat_map(|record| kinds.iter().map(move |kind| row(record, kind))).collect();
        let file = PlotFile::new("plots/faults.csv", &["entrant", "matches", "kind", "faults"], &rows);
        if rows.is_empty() { Vec::new() } else { vec![file] }
    }
}

/// The faults of one entrant over all arms and tables.
struct EntrantFaults<'a> {
    name: &'a str,
    /// Number of its matches.
    matches: u64,
    /// Number of its faults, by kind.
    faults: BTreeMap<&'a str, u64>,
}

impl EntrantFaults<'_> {
    fn total(&self) -> u64 {
        self.faults.values().sum()
    }
}

/// Returns the faults of every entrant.
fn records(tallies: &[Tally]) -> Vec<EntrantFaults<'_>> {
    let mut records: Vec<EntrantFaults<'_>> = Vec::new();
    for tally in tallies {
        for (i, name) in tally.entrants.iter().enumerate() {
            let place = records.iter().position(|record| record.name == name).unwrap_or_else(|| {
                records.push(EntrantFaults { name, matches: 0, faults: BTreeMap::new() });
                records.len() - 1
            });
            records[place].matches += tally.matches[i];
            for (kind, times) in &tally.faults[i] {
                *records[place].faults.entry(kind.as_str()).or_default() += times;
            }
        }
    }
    records
}
