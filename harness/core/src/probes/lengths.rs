//! How long matches were.

use crate::probe::{Idea, Place, Plain};
use crate::report::drawing::Drawing;
use crate::report::facts::{Facts, Part};
use crate::report::page::{Picture, Piece, PlotFile, Section, Table};
use crate::report::words;

/// The idea.
pub(super) const IDEA: Idea =
    Idea { name: "lengths", begin: |_| Box::new(Plain(|facts| Place::Detail.of(section(facts)))) };

/// The file of the picture's numbers.
const FILE: &str = "plots/lengths.csv";
/// The most bins of a picture.
const MOST_BINS: usize = 24;

/// Matches by their number of rounds, for every size of table. Left out where every match is one round.
fn section(facts: &Facts<'_>) -> Option<Part> {
    if facts.is_of_design() {
        return None;
    }
    let sizes = sizes(facts);
    if sizes.iter().all(|(_, lengths)| lengths.iter().filter(|count| **count > 0).count() <= 1) {
        return None;
    }
    let mut pieces = Vec::new();
    if facts.has_arms() {
        pieces.push(Piece::Text("All arms together; the mean of each stands among its measures.".to_owned()));
    }
    let mut table =
        Table::new(1, ["rounds of a match", "shortest", "quarter", "half", "three quarters", "longest", "mean"]);
    for (size, lengths) in &sizes {
        let name = words::capital(&words::seats(*size));
        pieces.push(picture(&name, lengths));
        let total: u64 = lengths.iter().sum();
        let rounds: u64 = lengths.iter().zip(0..).map(|(count, length)| count * length).sum();
        let mut row = vec![name];
        row.extend([0.0, 0.25, 0.5, 0.75, 1.0].map(|share| quantile(lengths, share).to_string()));
        row.push(format!("{:.2}", rounds as f64 / total.max(1) as f64));
        table.row(row);
    }
    pieces.push(Piece::Table(table));
    Some(Part { section: Section { title: "How long matches were".to_owned(), pieces }, file: Some(file(&sizes)) })
}

/// Every number of seats with the matches of all arms by their number of rounds.
fn sizes(facts: &Facts<'_>) -> Vec<(usize, Vec<u64>)> {
    let mut sizes: Vec<(usize, Vec<u64>)> = Vec::new();
    for tally in facts.tallies {
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

/// The least length that this share of matches does not exceed.
fn quantile(lengths: &[u64], share: f64) -> usize {
    let total: u64 = lengths.iter().sum();
    let wanted = ((total as f64 * share).ceil() as u64).max(1);
    let mut seen = 0;
    let reached = lengths.iter().position(|count| {
        seen += count;
        seen >= wanted
    });
    reached.unwrap_or(0)
}

fn picture(name: &str, lengths: &[u64]) -> Piece {
    let first = lengths.iter().position(|count| *count > 0).unwrap_or(0);
    let width = (lengths.len() - first).div_ceil(MOST_BINS).max(1);
    let bins: Vec<f64> = lengths[first..].chunks(width).map(|bin| bin.iter().sum::<u64>() as f64).collect();
    let edges = (0..=bins.len()).map(|bin| (first + bin * width) as f64 - 0.5).collect();
    Piece::Picture(Picture {
        drawing: Drawing::Histogram { edges, counts: bins, axes: ["rounds", "matches"].map(str::to_owned) },
        shows: format!("{name}: matches by their number of rounds."),
        colours: Vec::new(),
        file: FILE,
        svg: None,
    })
}

fn file(sizes: &[(usize, Vec<u64>)]) -> PlotFile {
    let mut rows = Vec::new();
    for (size, lengths) in sizes {
        for (length, count) in lengths.iter().enumerate().filter(|(_, count)| **count > 0) {
            rows.push(vec![size.to_string(), length.to_string(), count.to_string()]);
        }
    }
    PlotFile::new(FILE, &["seats", "rounds", "matches"], &rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_counts() {
        let lengths = [0, 1, 2, 1];
        let found = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| quantile(&lengths, share));
        assert_eq!(found, [1, 1, 2, 2, 3]);
        assert_eq!(quantile(&[], 0.5), 0);
    }
}
