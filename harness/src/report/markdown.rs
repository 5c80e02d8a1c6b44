//! `report.md`: the same page for a repository, without pictures.

use std::fmt::{self, Write};

use super::page::{Cell, Page, Piece, Table};
use super::words;

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

/// `text` without tags and comments of HTML, which Markdown would let through: what might begin one is written so that it is
/// shown. A `<` before a space or a number stays.
pub fn no_tags(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let begins = |next: &char| next.is_ascii_alphabetic() || "/!?".contains(*next);
        if letter == '<' && letters.peek().is_some_and(begins) { shown += "&lt;" } else { shown.push(letter) }
    }
    shown
}

fn write_page(out: &mut String, page: &Page) -> fmt::Result {
    writeln!(out, "# {}\n\n{ANSWER}{}\n", no_tags(&page.question), no_tags(&page.answer))?;
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
            Piece::Text(text) => writeln!(out, "{}\n", no_tags(text))?,
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

/// `text` as a cell or a title.
fn cell(text: &str) -> String {
    no_tags(&words::cell(text))
}

fn show(found: &Cell) -> String {
    if found.code { format!("`{}`", words::cell(&found.text)) } else { cell(&found.text) }
}
