//! How probable it is that one entrant is better than another.

use crate::ratings::Ratings;
use crate::report::facts::{Facts, Part};
use crate::report::page::{Cell, Piece, PlotFile, Section, Table};
use crate::report::words::decimal;
use ergo_stats::dominance::Bound;
use ergo_stats::leads::Better;

/// The longest list that a page shows a matrix of; longer ones stand in the file only.
const MOST_ROWS: usize = 30;

/// A matrix for every rating list.
pub(super) fn section(facts: &Facts<'_>, lists: &[Ratings]) -> Option<Part> {
    if lists.is_empty() {
        return None;
    }
    let text = "Probability that the row is better than the column, in percent, by the method of the intervals; ≥ and ≤ where one \
                side never won. Each cell holds for one pair: for all pairs together, read the ranks.";
    let mut pieces = vec![Piece::Text(text.to_owned())];
    for ratings in lists {
        pieces.push(Piece::Heading(facts.group(&ratings.arm, ratings.seats)));
        pieces.push(match ratings.rows.len() {
            ..=MOST_ROWS => Piece::Table(table(ratings)),
            rows => Piece::Text(format!("plots/better.csv holds the matrix of {rows} entrants.")),
        });
    }
    let section = Section { title: "Probability of being better".to_owned(), pieces };
    Some(Part { section, file: Some(file(lists)) })
}

fn table(ratings: &Ratings) -> Table {
    let names = ratings.rows.iter().map(|row| row.name.clone());
    let mut table = Table::new(1, [String::new()].into_iter().chain(names));
    for (i, row) in ratings.rows.iter().enumerate() {
        let cell = |j: usize| match i == j {
            true => Cell::from("·".to_owned()),
            false => match ratings.better(i, j) {
                Some(better) => Cell::shaded(percent(better), Some(better.probability)),
                None => Cell::from("–".to_owned()),
            },
        };
        table.row([Cell::from(row.name.clone())].into_iter().chain((0..ratings.rows.len()).map(cell)));
    }
    table
}

/// Nothing is certain: `> 99.9`, `50.0`; `≥ 98.4` where one side never won.
fn percent(better: Better) -> String {
    let sign = match better.bound {
        Bound::Least => "≥ ",
        Bound::Most => "≤ ",
        Bound::Both | Bound::Neither => "",
    };
    match better.probability * 100.0 {
        percent if percent > 99.9 => "> 99.9".to_owned(),
        percent if percent < 0.1 => "< 0.1".to_owned(),
        percent => format!("{sign}{percent:.1}"),
    }
}

fn file(lists: &[Ratings]) -> PlotFile {
    let mut rows = Vec::new();
    for ratings in lists {
        for (i, row) in ratings.rows.iter().enumerate() {
            for (j, column) in ratings.rows.iter().enumerate().filter(|(j, _)| *j != i) {
                let better = ratings.better(i, j).map(|better| decimal(better.probability)).unwrap_or_default();
                let (arm, seats) = (ratings.arm.clone(), ratings.seats.to_string());
                rows.push(vec![arm, seats, row.name.clone(), column.name.clone(), better]);
            }
        }
    }
    PlotFile::new("plots/better.csv", &["arm", "seats", "row", "column", "probability"], &rows)
}
