//! How to play the same again.

use super::{Facts, Part};
use crate::report::page::{Cell, Piece, Section, Table};
use crate::report::words::count;

/// The command, the seed and the digests.
pub fn section(facts: &Facts<'_>) -> Part {
    let mut table = Table::new(1, ["file", "rows", "digest"]);
    for file in facts.rows {
        let rows = file.rows.map_or_else(String::new, count);
        table.row([Cell::from(file.name.clone()), rows.into(), Cell::code(&file.sha256)]);
    }
    let mut pieces = vec![
        Piece::Code("ergo run experiment.toml --out again".to_owned()),
        Piece::Text(format!(
            "Seed {}. The same program makes the same bytes, on any machine and any number of threads; ergo verify plays it again and compares. \
             The rows must come out with these digests (SHA-256):",
            facts.asked.seed
        )),
    ];
    if facts.rows.is_empty() {
        return Part { section: Section { title: "To repeat".to_owned(), pieces }, file: None };
    }
    pieces.push(Piece::Table(table));
    Part { section: Section { title: "To repeat".to_owned(), pieces }, file: None }
}
