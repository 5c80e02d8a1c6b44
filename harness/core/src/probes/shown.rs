//! Rounds by the words in a column, such as how they ended: for measures that are shown so.

use crate::measure::{Measure, Shown};
use crate::probe::{Idea, Place, Plain};
use crate::report::drawing::Drawing;
use crate::report::facts::{Facts, Part};
use crate::report::lineup::LineUp;
use crate::report::page::{Cell, Picture, Piece, PlotFile, Section, Table};
use crate::report::words::{self, decimal};

/// The idea.
pub(super) const IDEA: Idea =
    Idea { name: "shown", begin: |_| Box::new(Plain(|facts| Place::Last.of(sections(facts)))) };

/// The most rows of a picture.
const MOST_ROWS: usize = 48;

/// A section for every measure that has one.
fn sections(facts: &Facts<'_>) -> Vec<Part> {
    if facts.is_of_design() {
        return Vec::new();
    }
    facts.asked.measures.iter().filter_map(|measure| section(facts, measure, measure.shown.as_ref()?)).collect()
}

/// The share of rounds by the word: a bar for each table, or for each arm of a table.
fn section(facts: &Facts<'_>, measure: &Measure, shown: &Shown) -> Option<Part> {
    let ways = ways(facts.lineups, measure);
    if ways.is_empty() {
        return None;
    }
    let words: Vec<String> = ways.iter().map(|way| way.replace('_', " ")).collect();
    let mut pieces = Vec::new();
    if facts.has_arms() {
        for arms in facts.tables() {
            let rows =
                arms.iter().take(MOST_ROWS).map(|lineup| (lineup.arm.clone(), parts(lineup, measure, &ways))).collect();
            pieces.push(picture(rows, &arms[0].short(), &words, (shown, facts.whole())));
        }
    } else {
        let rows = facts
            .lineups
            .iter()
            .take(MOST_ROWS)
            .map(|lineup| (lineup.short(), parts(lineup, measure, &ways)))
            .collect();
        pieces.push(picture(rows, "All tables", &words, (shown, facts.whole())));
    }
    let heads = ["arm", "table"].into_iter().skip(usize::from(!facts.has_arms())).map(str::to_owned);
    let mut table = Table::new(if facts.has_arms() { 2 } else { 1 }, heads.chain(words).collect::<Vec<_>>());
    for lineup in facts.tables().into_iter().flatten() {
        let mut cells: Vec<Cell> = Vec::new();
        if facts.has_arms() {
            cells.push(lineup.arm.clone().into());
        }
        cells.push(lineup.short().into());
        let share = |way: &String| lineup.measure("all", &measure.of_word(way).name);
        let cell =
            |way| Cell::from(share(way).map_or_else(|| "never".to_owned(), |found| words::with_interval(&found)));
        cells.extend(ways.iter().map(cell));
        table.row(cells);
    }
    pieces.push(Piece::of_rows(table));
    let section = Section { title: shown.title.clone(), pieces };
    Some(Part { section, file: Some(file(facts, measure, &ways, shown)) })
}

/// All words, in the order of the alphabet.
fn ways(lineups: &[LineUp], measure: &Measure) -> Vec<String> {
    let of = |lineup: &LineUp| {
        let words = lineup.keys().iter().filter_map(|key| measure.word_of(&key.measure.name));
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    let mut ways: Vec<String> = lineups.iter().flat_map(of).collect();
    ways.sort();
    ways.dedup();
    ways
}

fn parts(lineup: &LineUp, measure: &Measure, ways: &[String]) -> Vec<f64> {
    let measures = lineup.measures();
    let share = |way: &String| {
        let found = measures.iter().find(|found| measure.word_of(&found.key.measure.name) == Some(way));
        found.map_or(0.0, |found| found.value * 100.0)
    };
    ways.iter().map(share).collect()
}

fn picture(rows: Vec<(String, Vec<f64>)>, title: &str, words: &[String], (shown, whole): (&Shown, &str)) -> Piece {
    Piece::Picture(Picture {
        drawing: Drawing::Stacked { rows, axis: format!("{whole}, %") },
        shows: format!("{title}: {}.", words::uncapital(&shown.title)),
        colours: words.iter().cloned().enumerate().collect(),
        file: shown.file,
        svg: None,
    })
}

fn file(facts: &Facts<'_>, measure: &Measure, ways: &[String], shown: &Shown) -> PlotFile {
    let mut rows = Vec::new();
    for lineup in facts.lineups {
        for (way, part) in ways.iter().zip(parts(lineup, measure, ways)) {
            rows.push(vec![lineup.arm.clone(), lineup.name(), way.clone(), decimal(part / 100.0)]);
        }
    }
    PlotFile::new(shown.file, &["arm", "table", measure.column().unwrap_or("word"), "share"], &rows)
}
