//! Who failed to answer, and how often.

use std::collections::BTreeMap;

use crate::report::tally::Tally;
use crate::report::words::{self, count, counted};

/// The most who are named.
const MOST_NAMED: usize = 3;

/// The record of one entrant over all arms and tables.
pub(super) struct Record<'a> {
    /// Who.
    pub name: &'a str,
    /// Matches it sat in.
    pub matches: u64,
    /// Matches it did not answer in, by the word for it.
    pub faults: BTreeMap<&'a str, u64>,
}

impl Record<'_> {
    /// Matches it did not answer in.
    pub(super) fn total(&self) -> u64 {
        self.faults.values().sum()
    }
}

/// Every entrant's record.
pub(super) fn records(tallies: &[Tally]) -> Vec<Record<'_>> {
    let mut records: Vec<Record<'_>> = Vec::new();
    for tally in tallies {
        for (i, name) in tally.entrants.iter().enumerate() {
            let place = records.iter().position(|record| record.name == name).unwrap_or_else(|| {
                records.push(Record { name, matches: 0, faults: BTreeMap::new() });
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

/// The claim that stands before all others where somebody forfeited matches: `bot.py forfeited 12 of 40 matches.`
pub(super) fn claim(tallies: &[Tally]) -> Option<String> {
    let guilty: Vec<Record<'_>> = records(tallies).into_iter().filter(|record| record.total() > 0).collect();
    let one = |record: &Record<'_>| {
        format!("{} forfeited {} of {}", record.name, count(record.total()), counted(record.matches, "match"))
    };
    match guilty.len() {
        0 => None,
        1..=MOST_NAMED => Some(format!("{}.", words::list(&guilty.iter().map(one).collect::<Vec<_>>()))),
        many => {
            let all = guilty.iter().map(Record::total).sum();
            Some(format!("{many} entrants forfeited {}.", counted(all, "match")))
        }
    }
}
