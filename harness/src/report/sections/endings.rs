//! How rounds ended.

use super::facts::{Facts, Part};
use crate::report::lineup::LineUp;
use crate::report::page::{Cell, Picture, Piece, PlotFile, Section, Table};
use crate::report::picture;
use crate::report::words::{self, decimal};

/// The file of the picture's numbers.
const FILE: &str = "plots/endings.csv";
/// The most rows of a picture.
const MOST_ROWS: usize = 48;

/// The share of rounds by the way they ended: a bar for each table, or for each arm of a table.
pub fn section(facts: &Facts<'_>) -> Option<Part> {
    let ways = ways(facts.lineups);
    if ways.is_empty() {
        return None;
    }
    let words: Vec<String> = ways.iter().map(|way| way.replace('_', " ")).collect();
    let mut pieces = Vec::new();
    if facts.has_arms() {
        for arms in facts.tables() {
            let rows = arms.iter().take(MOST_ROWS).map(|lineup| (lineup.arm.clone(), parts(lineup, &ways))).collect();
            pieces.push(picture(rows, arms[0].short(), &words));
        }
    } else {
        let rows = facts.lineups.iter().take(MOST_ROWS).map(|lineup| (lineup.short(), parts(lineup, &ways))).collect();
        pieces.push(picture(rows, "All tables".to_owned(), &words));
    }
    let heads = ["arm", "table"].into_iter().skip(usize::from(!facts.has_arms())).map(str::to_owned);
    let mut table = Table::new(if facts.has_arms() { 2 } else { 1 }, heads.chain(words).collect::<Vec<_>>());
    for lineup in facts.tables().into_iter().flatten() {
        let mut cells: Vec<Cell> = Vec::new();
        if facts.has_arms() {
            cells.push(lineup.arm.clone().into());
        }
        cells.push(lineup.short().into());
        let share = |way: &String| lineup.measure("all", &format!("ended_by_{way}"));
        let cell =
            |way| Cell::from(share(way).map_or_else(|| "never".to_owned(), |found| words::with_interval(&found)));
        cells.extend(ways.iter().map(cell));
        table.row(cells);
    }
    pieces.push(Piece::of_rows(table));
    let section = Section { title: "How rounds ended".to_owned(), pieces };
    Some(Part { section, file: Some(file(facts, &ways)) })
}

/// All words for how rounds ended, in the order of the alphabet.
fn ways(lineups: &[LineUp]) -> Vec<String> {
    let of = |lineup: &LineUp| {
        let words = lineup.keys().iter().filter_map(|key| key.measure.strip_prefix("ended_by_"));
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    let mut ways: Vec<String> = lineups.iter().flat_map(of).collect();
    ways.sort();
    ways.dedup();
    ways
}

fn parts(lineup: &LineUp, ways: &[String]) -> Vec<f64> {
    let measures = lineup.measures();
    let share = |way: &String| {
        let found = measures.iter().find(|found| found.key.measure.strip_prefix("ended_by_") == Some(way));
        found.map_or(0.0, |found| found.value * 100.0)
    };
    ways.iter().map(share).collect()
}

fn picture(rows: Vec<(String, Vec<f64>)>, title: String, words: &[String]) -> Piece {
    Piece::Picture(Picture {
        svg: picture::stacked(&rows, "rounds, %"),
        shows: format!("{title}: how rounds ended."),
        colours: words.iter().cloned().enumerate().collect(),
        file: FILE,
    })
}

fn file(facts: &Facts<'_>, ways: &[String]) -> PlotFile {
    let mut rows = Vec::new();
    for lineup in facts.lineups {
        for (way, part) in ways.iter().zip(parts(lineup, ways)) {
            rows.push(vec![lineup.arm.clone(), lineup.name(), way.clone(), decimal(part / 100.0)]);
        }
    }
    PlotFile::new(FILE, &["arm", "table", "ended_by", "share"], &rows)
}
