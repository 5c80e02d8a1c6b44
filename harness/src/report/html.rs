//! `report.html`: a page in one file. It asks for nothing outside itself and runs nothing.

use std::fmt::{self, Write};

use super::page::{Cell, Page, Picture, Piece, Table};
use super::words::escape;

/// How the page looks.
const STYLE: &str = include_str!("style.css");

/// The page as HTML.
pub(super) fn html(page: &Page) -> String {
    let mut text = String::new();
    write_page(&mut text, page).expect("a String takes every text");
    text
}

fn write_page(out: &mut String, page: &Page) -> fmt::Result {
    let question = escape(&page.question);
    writeln!(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
    writeln!(out, "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{question}</title>")?;
    writeln!(out, "<style>\n{STYLE}</style>\n</head>\n<body>\n<main>")?;
    writeln!(out, "<h1>{question}</h1>\n<p class=\"answer\">{}</p>\n<div class=\"first\">", escape(&page.answer))?;
    page.picture.iter().try_for_each(|picture| write_picture(out, picture))?;
    writeln!(out, "<ul class=\"facts\">")?;
    page.facts.iter().try_for_each(|fact| writeln!(out, "<li>{}</li>", escape(fact)))?;
    writeln!(out, "</ul>\n</div>")?;
    contents(out, page)?;
    for (i, section) in page.sections.iter().enumerate() {
        writeln!(out, "<section id=\"s{i}\">\n<h2>{}</h2>", escape(&section.title))?;
        pieces(out, &section.pieces)?;
        writeln!(out, "</section>")?;
    }
    if !page.details.is_empty() {
        writeln!(out, "<h2 id=\"details\">Details</h2>")?;
    }
    for section in &page.details {
        write_fold(out, &section.title, &section.pieces)?;
    }
    writeln!(out, "</main>\n</body>\n</html>")
}

/// Links to all sections.
fn contents(out: &mut String, page: &Page) -> fmt::Result {
    writeln!(out, "<nav aria-label=\"Contents\"><ol>")?;
    for (i, section) in page.sections.iter().enumerate() {
        writeln!(out, "<li><a href=\"#s{i}\">{}</a></li>", escape(&section.title))?;
    }
    if !page.details.is_empty() {
        let titles: Vec<String> = page.details.iter().map(|section| escape(&section.title)).collect();
        writeln!(out, "<li><a href=\"#details\">Details</a>: {}</li>", titles.join(", "))?;
    }
    writeln!(out, "</ol></nav>")
}

fn write_fold(out: &mut String, title: &str, inner: &[Piece]) -> fmt::Result {
    writeln!(out, "<details>\n<summary>{}</summary>", escape(title))?;
    pieces(out, inner)?;
    writeln!(out, "</details>")
}

/// Pictures that follow each other stand side by side where there is room.
fn pieces(out: &mut String, pieces: &[Piece]) -> fmt::Result {
    let is_picture = |piece: &Piece| matches!(piece, Piece::Picture(_));
    for group in pieces.chunk_by(|one, next| is_picture(one) && is_picture(next)) {
        if is_picture(&group[0]) {
            writeln!(out, "<div class=\"pictures\">")?;
        }
        group.iter().try_for_each(|piece| write_piece(out, piece))?;
        if is_picture(&group[0]) {
            writeln!(out, "</div>")?;
        }
    }
    Ok(())
}

fn write_piece(out: &mut String, piece: &Piece) -> fmt::Result {
    match piece {
        Piece::Text(text) => writeln!(out, "<p>{}</p>", escape(text)),
        Piece::Heading(text) => writeln!(out, "<h3>{}</h3>", escape(text)),
        Piece::Table(table) => write_table(out, table),
        Piece::Picture(picture) => write_picture(out, picture),
        Piece::Code(text) => writeln!(out, "<pre><code>{}</code></pre>", escape(text)),
        Piece::Fold(title, inner) => write_fold(out, title, inner),
    }
}

fn write_table(out: &mut String, table: &Table) -> fmt::Result {
    // One of everybody against everybody is wide and made of small numbers.
    let class = if table.heads.first().is_some_and(String::is_empty) { " class=\"matrix\"" } else { "" };
    write!(out, "<div class=\"wide\"><table{class}>\n<thead><tr>")?;
    for (i, head) in table.heads.iter().enumerate() {
        let class = if i < table.texts { " class=\"text\"" } else { "" };
        write!(out, "<th scope=\"col\"{class}>{}</th>", escape(head))?;
    }
    writeln!(out, "</tr></thead>\n<tbody>")?;
    for row in &table.rows {
        write!(out, "<tr>")?;
        for (i, cell) in row.iter().enumerate() {
            write_cell(out, cell, i, table.texts)?;
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</tbody>\n</table></div>")
}

fn write_cell(out: &mut String, cell: &Cell, column: usize, texts: usize) -> fmt::Result {
    let text = escape(&cell.text);
    let text = if cell.code { format!("<code>{text}</code>") } else { text };
    match cell.shade {
        Some(shade) => {
            // How far from the middle, and to which side.
            let (side, depth) = if shade >= 0.5 { ("high", shade - 0.5) } else { ("low", 0.5 - shade) };
            write!(out, "<td class=\"{side}\" style=\"--depth:{:.0}%\">{text}</td>", depth * 110.0)
        }
        None if column == 0 && texts > 0 => write!(out, "<th scope=\"row\" class=\"text\">{text}</th>"),
        None if column < texts => write!(out, "<td class=\"text\">{text}</td>"),
        None => write!(out, "<td>{text}</td>"),
    }
}

/// A picture with its legend.
#[cfg(feature = "pictures")]
fn write_picture(out: &mut String, picture: &Picture) -> fmt::Result {
    let panels = super::picture::draw(&picture.drawing);
    let class = if panels.len() > 1 { " class=\"panels\"" } else { "" };
    writeln!(out, "<figure{class} role=\"img\" aria-label=\"{}\">", escape(&picture.shows))?;
    panels.iter().try_for_each(|panel| writeln!(out, "{panel}"))?;
    write!(out, "<figcaption>{}", escape(&picture.shows))?;
    for (colour, name) in &picture.colours {
        write!(out, " <span class=\"key\"><i style=\"background:var(--c{})\"></i>{}</span>", colour % 8, escape(name))?;
    }
    write!(out, " <span class=\"file\">{}</span>", escape(picture.file))?;
    let svg = picture.svg.as_deref().unwrap_or_default();
    writeln!(out, " <a class=\"file\" href=\"{svg}\">SVG</a></figcaption>\n</figure>")
}

/// What a picture would show, and where its numbers are.
#[cfg(not(feature = "pictures"))]
fn write_picture(out: &mut String, picture: &Picture) -> fmt::Result {
    writeln!(out, "<p>{} <span class=\"file\">{}</span></p>", escape(&picture.shows), escape(picture.file))
}
