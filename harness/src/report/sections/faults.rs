//! Who failed to answer how often.

use super::{Facts, Part};
use crate::report::page::{Piece, Section, Table};
use crate::report::words::{self, count, counted};

/// Faults by entrant, over all arms and tables.
pub fn section(facts: &Facts<'_>) -> Option<Part> {
    let mut entrants: Vec<(&String, u64, u64)> = Vec::new();
    for tally in facts.tallies {
        for (i, name) in tally.entrants.iter().enumerate() {
            match entrants.iter_mut().find(|(known, ..)| *known == name) {
                Some((_, matches, faults)) => {
                    (*matches, *faults) = (*matches + tally.matches[i], *faults + tally.faults[i])
                }
                None => entrants.push((name, tally.matches[i], tally.faults[i])),
            }
        }
    }
    if entrants.is_empty() {
        return None;
    }
    let total = entrants.iter().map(|(.., faults)| faults).sum();
    let guilty = entrants.iter().filter(|(.., faults)| *faults > 0);
    let names: Vec<String> = guilty.map(|(name, _, faults)| format!("{name} {}", count(*faults))).collect();
    let text = match names.as_slice() {
        [] => "No agent failed to answer.".to_owned(),
        names => format!(
            "{} ended because an agent failed to answer: {}. Such a match is lost to it and counts everywhere.",
            counted(total, "match"),
            words::list(names)
        ),
    };
    let mut table = Table::new(1, ["entrant", "matches", "faults"]);
    for (name, matches, faults) in &entrants {
        table.row([(*name).clone(), count(*matches), count(*faults)]);
    }
    let pieces = vec![Piece::Text(text), Piece::Table(table)];
    Some(Part { section: Section { title: "Faults".to_owned(), pieces }, file: None })
}
