//! `report.md`: the same page for a repository, its pictures from their files.

use std::fmt::{self, Write};

use super::glossary::Word;
use super::page::{Cell, Opening, Page, Picture, Piece, Table};
use super::words;

/// The mark before the answer.
const ANSWER: &str = "**Answer.** ";

/// The answer that a report gives.
pub fn answer_of(report: &str) -> &str {
    report.lines().find_map(|line| line.strip_prefix(ANSWER)).unwrap_or_default()
}

/// The page as Markdown, with `explained` words at its foot.
pub(super) fn markdown(page: &Page, explained: &[&Word]) -> String {
    let mut text = String::new();
    let whole = write_page(&mut text, page).and_then(|()| foot(&mut text, &page.opening.notes, explained));
    whole.expect("a String takes every text");
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
    page.picture.iter().try_for_each(|picture| write_picture(out, picture))?;
    let Opening { figures, players, facts, .. } = &page.opening;
    let figures: Vec<String> = figures.iter().map(|(number, what)| format!("{number} {what}")).collect();
    writeln!(out, "- {}.", figures.join(", "))?;
    for (names, said) in players {
        let said = if said.is_empty() { String::new() } else { format!(": {}", no_tags(said)) };
        writeln!(out, "- **{}**{said}", no_tags(names))?;
    }
    facts.iter().try_for_each(|fact| writeln!(out, "- {}", no_tags(fact)))?;
    writeln!(out)?;
    for section in &page.sections {
        writeln!(out, "## {}\n", cell(&section.title))?;
        pieces(out, &section.pieces, 3)?;
    }
    if !page.details.is_empty() {
        writeln!(out, "## Details\n")?;
    }
    for section in &page.details {
        write_fold(out, &section.title, &section.pieces, 3)?;
    }
    Ok(())
}

/// How figures are to be read, and what words mean.
fn foot(out: &mut String, notes: &[String], explained: &[&Word]) -> fmt::Result {
    if notes.is_empty() && explained.is_empty() {
        return Ok(());
    }
    writeln!(out, "## How to read this page\n")?;
    notes.iter().try_for_each(|note| writeln!(out, "- {}", no_tags(note)))?;
    explained.iter().try_for_each(|word| writeln!(out, "- **{}**: {}", word.word, word.means))?;
    writeln!(out)
}

/// `level` is that of the next smaller title.
fn pieces(out: &mut String, pieces: &[Piece], level: usize) -> fmt::Result {
    for piece in pieces {
        match piece {
            Piece::Text(text) => writeln!(out, "{}\n", no_tags(text))?,
            Piece::Heading(text) => writeln!(out, "{} {}\n", "#".repeat(level), cell(text))?,
            Piece::Table(table) => write_table(out, table)?,
            Piece::Picture(picture) => write_picture(out, picture)?,
            Piece::Code(text) => writeln!(out, "```\n{text}\n```\n")?,
            Piece::Fold(title, inner) => write_fold(out, title, inner, level + 1)?,
        }
    }
    Ok(())
}

/// A part that is closed until it is opened, where the reader's program knows how.
fn write_fold(out: &mut String, title: &str, inner: &[Piece], level: usize) -> fmt::Result {
    writeln!(out, "<details>\n<summary>{}</summary>\n", cell(title))?;
    pieces(out, inner, level)?;
    writeln!(out, "</details>\n")
}

/// A picture from its file; none where there are no pictures, what it shows is in a table too.
fn write_picture(out: &mut String, picture: &Picture) -> fmt::Result {
    let Some(file) = &picture.svg else { return Ok(()) };
    let shows = cell(&picture.shows).replace(['[', ']'], "");
    writeln!(out, "![{shows}]({file})\n")
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
