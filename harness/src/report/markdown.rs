//! `report.md`: the same page for a repository, without pictures.

use std::fmt::{self, Write};

use super::page::{Cell, Page, Piece, Table};
use super::words::cell;

/// What stands before the answer.
const ANSWER: &str = "**Answer.** ";

/// The answer that a report gives.
pub fn answer_of(report: &str) -> &str {
    report.lines().find_map(|line| line.strip_prefix(ANSWER)).unwrap_or_default()
}

/// The page as Markdown.
pub(super) fn markdown(page: &Page) -> String {
    let mut text = String::new();
    write_page(&mut text, page).expect("a String takes every text");
    text
}

fn write_page(out: &mut String, page: &Page) -> fmt::Result {
    writeln!(out, "# {}\n\n{ANSWER}{}\n", page.question, page.answer)?;
    pieces(out, &page.lead, 2)?;
    for section in &page.sections {
        writeln!(out, "## {}\n", cell(&section.title))?;
        pieces(out, &section.pieces, 3)?;
    }
    Ok(())
}

/// `level` is that of the next smaller title.
fn pieces(out: &mut String, pieces: &[Piece], level: usize) -> fmt::Result {
    for piece in pieces {
        match piece {
            Piece::Text(text) => writeln!(out, "{text}\n")?,
            Piece::Heading(text) => writeln!(out, "{} {}\n", "#".repeat(level), cell(text))?,
            Piece::Table(table) => write_table(out, table)?,
            Piece::Picture(_) => {}
            Piece::Code(text) => writeln!(out, "```\n{text}\n```\n")?,
            Piece::Fold(title, inner) => {
                writeln!(out, "{} {}\n", "#".repeat(level), cell(title))?;
                self::pieces(out, inner, level + 1)?;
            }
        }
    }
    Ok(())
}

fn write_table(out: &mut String, table: &Table) -> fmt::Result {
    let heads: Vec<String> = table.heads.iter().map(|head| cell(head)).collect();
    let rule = |column| if column < table.texts { " --- |" } else { " ---: |" };
    writeln!(out, "| {} |\n|{}", heads.join(" | "), (0..heads.len()).map(rule).collect::<String>())?;
    for row in &table.rows {
        let cells: Vec<String> = row.iter().map(show).collect();
        writeln!(out, "| {} |", cells.join(" | "))?;
    }
    writeln!(out)
}

fn show(found: &Cell) -> String {
    if found.code { format!("`{}`", cell(&found.text)) } else { cell(&found.text) }
}
