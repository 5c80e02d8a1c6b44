//! `report.html`: a page in one file. It asks for nothing outside itself and runs nothing.

use std::fmt::{self, Write};

use super::page::{Cell, Page, Picture, Piece, Table};

/// How the page looks.
const STYLE: &str = include_str!("style.css");

/// The page as HTML.
pub(super) fn html(page: &Page) -> String {
    let mut text = String::new();
    write_page(&mut text, page).expect("a String takes every text");
    text
}

/// `text` as HTML shows it; units stay on the line of their numbers.
pub(super) fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    text.replace(" %", "\u{a0}%").replace(" ± ", "\u{a0}±\u{a0}").replace(" × ", "\u{a0}×\u{a0}")
}

fn write_page(out: &mut String, page: &Page) -> fmt::Result {
    let question = escape(&page.question);
    writeln!(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
    writeln!(out, "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{question}</title>")?;
    writeln!(out, "<style>\n{STYLE}</style>\n</head>\n<body>\n<main>")?;
    writeln!(out, "<h1>{question}</h1>\n<p class=\"answer\">{}</p>", escape(&page.answer))?;
    pieces(out, &page.lead)?;
    for section in &page.sections {
        writeln!(out, "<section>\n<h2>{}</h2>", escape(&section.title))?;
        pieces(out, &section.pieces)?;
        writeln!(out, "</section>")?;
    }
    writeln!(out, "</main>\n</body>\n</html>")
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
        Piece::Fold(title, inner) => {
            writeln!(out, "<details>\n<summary>{}</summary>", escape(title))?;
            pieces(out, inner)?;
            writeln!(out, "</details>")
        }
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
    writeln!(out, "<figure role=\"img\" aria-label=\"{}\">", escape(&picture.shows))?;
    writeln!(out, "{}", super::picture::draw(&picture.drawing))?;
    write!(out, "<figcaption>{}", escape(&picture.shows))?;
    for (colour, name) in &picture.colours {
        write!(out, " <span class=\"key\"><i style=\"background:var(--c{})\"></i>{}</span>", colour % 8, escape(name))?;
    }
    writeln!(out, " <span class=\"file\">{}</span></figcaption>\n</figure>", escape(picture.file))
}

/// What a picture would show, and where its numbers are.
#[cfg(not(feature = "pictures"))]
fn write_picture(out: &mut String, picture: &Picture) -> fmt::Result {
    writeln!(out, "<p>{} <span class=\"file\">{}</span></p>", escape(&picture.shows), escape(picture.file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_break_out() {
        assert_eq!(escape("a<b>&\"c\""), "a&lt;b&gt;&amp;&quot;c&quot;");
        assert_eq!(escape("1.0 % ± 0.2"), "1.0\u{a0}%\u{a0}±\u{a0}0.2");
    }
}
