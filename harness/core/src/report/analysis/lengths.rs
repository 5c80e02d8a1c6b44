//! Matches by their number of rounds.

use super::{Analysis, PlotFile, RunData};

/// Counts rounds of matches.
pub(super) struct Lengths;

impl Analysis for Lengths {
    fn files(&self, data: &RunData<'_>) -> Vec<PlotFile> {
        let sizes = sizes(data);
        let is_of_one = |lengths: &[u64]| lengths.iter().filter(|count| **count > 0).count() <= 1;
        if data.is_of_design() || sizes.iter().all(|(_, lengths)| is_of_one(lengths)) {
            return Vec::new();
        }
        vec![file(&sizes)]
    }
}

/// Returns the number of matches of all arms by number of rounds, for every number of seats.
fn sizes(data: &RunData<'_>) -> Vec<(usize, Vec<u64>)> {
    let mut sizes: Vec<(usize, Vec<u64>)> = Vec::new();
    for tally in data.tallies {
        if !sizes.iter().any(|(size, _)| *size == tally.seats) {
            sizes.push((tally.seats, Vec::new()));
        }
        let Some((_, lengths)) = sizes.iter_mut().find(|(size, _)| *size == tally.seats) else { continue };
        lengths.resize(lengths.len().max(tally.lengths.len()), 0);
        lengths.iter_mut().zip(&tally.lengths).for_each(|(sum, count)| *sum += count);
    }
    sizes.sort_by_key(|(size, _)| *size);
    sizes
}

fn file(sizes: &[(usize, Vec<u64>)]) -> PlotFile {
    let mut rows = Vec::new();
    for (size, lengths) in sizes {
        for (length, count) in lengths.iter().enumerate().filter(|(_, count)| **count > 0) {
            rows.push(vec![size.to_string(), length.to_string(), count.to_string()]);
        }
    }
    PlotFile::new("plots/lengths.csv", &["seats", "rounds", "matches"], &rows)
}
