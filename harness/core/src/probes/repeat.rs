//! How to play the same again.

use crate::experiment::Scheme;
use crate::probe::{Idea, Place, Plain};
use crate::report::facts::{Facts, Part};
use crate::report::page::{Cell, Piece, Section, Table};
use crate::report::words::{self, count};

/// The idea.
pub(super) const IDEA: Idea =
    Idea { name: "repeat", begin: |_| Box::new(Plain(|facts| Place::Read.of([section(facts)]))) };

/// The note for runs in which an entrant searched by wall clock.
fn timed(seed: u64, names: &[String]) -> String {
    format!(
        "Seed {seed}. These matches cannot be repeated: {} searched by wall clock, and what that allows depends on the machine. \
         The rows have these digests (SHA-256):",
        words::list(names)
    )
}

/// The command, the seed and the digests.
fn section(facts: &Facts<'_>) -> Part {
    let mut table = Table::new(1, ["file", "rows", "digest"]);
    for file in facts.rows {
        let rows = file.rows.map_or_else(String::new, count);
        table.row([Cell::from(file.name.clone()), rows.into(), Cell::code(&file.sha256)]);
    }
    let mut pieces = match facts.asked.scheme.as_ref().map(Scheme::timed_names).unwrap_or_default().as_slice() {
        [] => {
            let text = format!(
                "Seed {}. The same program makes the same bytes, on any machine and any number of threads; ergo verify plays it \
                 again and compares. The rows must come out with these digests (SHA-256):",
                facts.asked.seed
            );
            vec![Piece::Code("ergo run experiment.toml --out again".to_owned()), Piece::Text(text)]
        }
        names => vec![Piece::Text(timed(facts.asked.seed, names))],
    };
    if facts.rows.is_empty() {
        return Part { section: Section { title: "To repeat".to_owned(), pieces }, file: None };
    }
    pieces.push(Piece::Table(table));
    Part { section: Section { title: "To repeat".to_owned(), pieces }, file: None }
}
