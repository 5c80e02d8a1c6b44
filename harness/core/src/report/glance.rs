//! A result in a few aligned rows, for a terminal.

use super::lineup::LineUp;
use super::measured::Measured;
use super::words;
use crate::measure::{Key, Measures};

/// The most rows; the report has the others.
const MOST_ROWS: usize = 16;

/// Rows that an idea has for it, else what was asked, or who won, table by table.
pub(super) fn glance(lineups: &[LineUp], rows: Option<Vec<Vec<String>>>, keys: &[Key], measures: &Measures) -> String {
    let rows = rows.unwrap_or_else(|| of_tables(lineups, keys, measures));
    let all = rows.len() - 1;
    let mut shown: Vec<Vec<String>> = rows.into_iter().take(MOST_ROWS + 1).collect();
    if all > MOST_ROWS {
        shown.push(vec!["…".to_owned(), format!("{} more rows in the report", all - MOST_ROWS)]);
    }
    aligned(&shown)
}

/// A row for every table of every arm: what was asked, or how often the first won.
fn of_tables(lineups: &[LineUp], keys: &[Key], measures: &Measures) -> Vec<Vec<String>> {
    let has_arms = lineups.windows(2).any(|two| two[0].arm != two[1].arm);
    let arm = |text: &str| if has_arms { vec![text.to_owned()] } else { Vec::new() };
    let mut heads = [arm("arm"), vec!["table".to_owned()]].concat();
    match keys {
        [] if lineups.iter().all(|lineup| lineup.table.len() == 1) => heads.push("won".to_owned()),
        [] if measures.shape().pays_points => heads.push("points a match of the first".to_owned()),
        [] => heads.push("won by the first".to_owned()),
        keys => heads.extend(keys.iter().map(words::subject_and_measure)),
    }
    let row = |lineup: &LineUp| {
        let mut row = [arm(&lineup.arm), vec![lineup.short()]].concat();
        let (first, outcome) = match lineup.is_of_copies() {
            true => ("seat 1", measures.outcome_of_seats()),
            false => (lineup.table[0].as_str(), measures.outcome()),
        };
        let said = |found: Option<Measured>| found.map_or_else(|| "–".to_owned(), |found| words::with_interval(&found));
        match keys {
            [] => row.push(said(lineup.measure(first, outcome))),
            keys => row.extend(keys.iter().map(|key| said(lineup.asked(key)))),
        }
        row
    };
    std::iter::once(heads).chain(lineups.iter().map(row)).collect()
}

/// Columns of equal width, two spaces apart.
pub fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let length = |text: &String| text.chars().count();
    // A row with fewer cells says something else and makes no column wide.
    let whole = || rows.iter().filter(|row| row.len() == columns);
    let widths: Vec<usize> = (0..columns).map(|at| whole().map(|row| length(&row[at])).max().unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell}{}", " ".repeat(width.saturating_sub(length(cell)))));
        format!("  {}", cells.collect::<Vec<_>>().join("  ")).trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_below_each_other() {
        let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
        let text =
            aligned(&[row(&["a", "won", "x"]), row(&["±1", "2", "3"]), row(&["…", "3 more rows in the report"])]);
        assert_eq!(text, "  a   won  x\n  ±1  2    3\n  …   3 more rows in the report");
    }
}
