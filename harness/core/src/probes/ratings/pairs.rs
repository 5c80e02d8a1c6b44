//! Everybody against everybody.

use crate::ratings::{Pair, Ratings};
use crate::report::facts::{Facts, Part};
use crate::report::page::{Cell, Piece, PlotFile, Section, Table};
use crate::report::words::{decimal, percent};

/// A matrix for every rating list.
pub(super) fn section(facts: &Facts<'_>, lists: &[Ratings]) -> Option<Part> {
    if lists.is_empty() {
        return None;
    }
    let mut pieces = vec![Piece::Text(
        "Where row and column met: of what both won there, the part of the row, seat for seat. 50 % is even at a table of \
         any size. The intervals stand in plots/pairs.csv."
            .to_owned(),
    )];
    for ratings in lists {
        pieces.push(Piece::Heading(facts.group(&ratings.arm, ratings.seats)));
        pieces.push(Piece::Table(table(ratings)));
    }
    let section = Section { title: "Row against column".to_owned(), pieces };
    Some(Part { section, file: Some(file(lists)) })
}

fn table(ratings: &Ratings) -> Table {
    let names = ratings.rows.iter().map(|row| row.name.clone());
    let mut table = Table::new(1, [String::new()].into_iter().chain(names));
    for (row, pairs) in ratings.rows.iter().zip(&ratings.pairs) {
        let cell = |pair: &Option<Pair>| match pair {
            Some(Pair { share: Some(share), .. }) => Cell::shaded(percent(*share), Some(*share)),
            Some(Pair { share: None, .. }) => "none won".to_owned().into(),
            None => "·".to_owned().into(),
        };
        table.row([Cell::from(row.name.clone())].into_iter().chain(pairs.iter().map(cell)));
    }
    table
}

fn file(lists: &[Ratings]) -> PlotFile {
    let mut rows = Vec::new();
    for ratings in lists {
        for (row, pairs) in ratings.rows.iter().zip(&ratings.pairs) {
            for (column, pair) in ratings.rows.iter().zip(pairs) {
                let Some(pair) = pair else { continue };
                rows.push(vec![
                    ratings.arm.clone(),
                    ratings.seats.to_string(),
                    row.name.clone(),
                    column.name.clone(),
                    pair.share.map(decimal).unwrap_or_default(),
                    pair.interval.map(|interval| decimal(interval.low)).unwrap_or_default(),
                    pair.interval.map(|interval| decimal(interval.high)).unwrap_or_default(),
                    pair.matches.to_string(),
                ]);
            }
        }
    }
    PlotFile::new("plots/pairs.csv", &["arm", "seats", "row", "column", "share", "low", "high", "matches"], &rows)
}
