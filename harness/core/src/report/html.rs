//! `report.html`: a page in one file. It asks for nothing outside itself and runs nothing.

use std::fmt::{self, Write};

use super::glossary::{Explained, Word};
use super::page::{Cell, Opening, Page, Picture, Piece, Table};
use super::words::{escape, joined, without_marks, words_of};

/// The title of the foot.
const READING: &str = "How to read this page";
/// What stands below the picture over the whole width.
const BELOW: &str = include_str!("below.css");
/// More words than these do not stand beside the picture.
const MOST_BESIDE: usize = 40;

/// Whether so much has to be known that it has the whole width.
fn is_wide(facts: &[String]) -> bool {
    facts.iter().map(|fact| words_of(fact)).sum::<usize>() > MOST_BESIDE
}

/// How the page looks.
const STYLE: &str = include_str!("style.css");

/// The page as HTML, and the words that it explains.
pub(super) fn html(page: &Page) -> (String, Vec<&'static Word>) {
    let mut sheet = Sheet { text: String::new(), explained: Explained::new() };
    sheet.page(page).expect("a String takes every text");
    (sheet.text, sheet.explained.words())
}

/// The beginning of a page that looks like all others, but for `style`.
pub fn head(title: &str, style: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n\
         <style>\n{STYLE}{style}</style>\n</head>\n<body>\n<main>\n",
        escape(title)
    )
}

/// A page that is being written.
struct Sheet {
    text: String,
    explained: Explained,
}

impl Write for Sheet {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text.write_str(text)
    }
}

impl Sheet {
    /// `text`, its words linked to their meanings where they first stand: these show when the mouse rests there, too.
    fn explain(&mut self, text: &str) -> String {
        let text = joined(text);
        let show = |(part, word): (&str, Option<&Word>)| match word {
            None => without_marks(part),
            Some(word) => format!(
                "<a class=\"word\" href=\"#{}\"><abbr title=\"{}\">{}</abbr></a>",
                word.place(),
                escape(word.means),
                without_marks(part)
            ),
        };
        self.explained.parts(&text).into_iter().map(show).collect()
    }

    /// A line of markup around a text.
    fn line(&mut self, before: &str, text: &str, after: &str) -> fmt::Result {
        let text = self.explain(text);
        writeln!(self, "{before}{text}{after}")
    }

    fn page(&mut self, page: &Page) -> fmt::Result {
        let style = if is_wide(&page.opening.facts) { BELOW } else { "" };
        writeln!(self, "{}<h1>{}</h1>", head(&page.question, style), escape(&page.question))?;
        self.line("<p class=\"answer\">", &page.answer, "</p>")?;
        writeln!(self, "<div class=\"first\">")?;
        page.picture.iter().try_for_each(|picture| self.picture(picture))?;
        self.opening(&page.opening)?;
        writeln!(self, "</div>")?;
        self.contents(page)?;
        for (i, section) in page.sections.iter().enumerate() {
            writeln!(self, "<section id=\"s{i}\">\n<h2>{}</h2>", escape(&section.title))?;
            self.pieces(&section.pieces)?;
            writeln!(self, "</section>")?;
        }
        if !page.details.is_empty() {
            writeln!(self, "<h2 id=\"details\">Details</h2>")?;
        }
        for section in &page.details {
            self.fold(&section.title, &section.pieces)?;
        }
        self.foot(&page.opening.notes)?;
        writeln!(self, "</main>\n</body>\n</html>")
    }

    /// How much was played, who played, and what else has to be known.
    fn opening(&mut self, opening: &Opening) -> fmt::Result {
        let Opening { figures, players, facts, .. } = opening;
        writeln!(self, "<div class=\"beside\">\n<ul class=\"figures\">")?;
        for (number, what) in figures {
            self.line(&format!("<li><b>{number}</b> "), what, "</li>")?;
        }
        writeln!(self, "</ul>")?;
        if !players.is_empty() {
            writeln!(self, "<dl class=\"players\">")?;
            for (names, said) in players {
                writeln!(self, "<div><dt>{}</dt>", escape(names))?;
                self.line("<dd>", said, "</dd></div>")?;
            }
            writeln!(self, "</dl>")?;
        }
        let is_wide = is_wide(facts);
        if is_wide {
            writeln!(self, "</div>")?;
        }
        if !facts.is_empty() {
            writeln!(self, "<ul class=\"facts{}\">", if is_wide { " below" } else { "" })?;
            facts.iter().try_for_each(|fact| self.line("<li>", fact, "</li>"))?;
            writeln!(self, "</ul>")?;
        }
        if is_wide { Ok(()) } else { writeln!(self, "</div>") }
    }

    /// Links to all sections.
    fn contents(&mut self, page: &Page) -> fmt::Result {
        writeln!(self, "<nav aria-label=\"Contents\"><ol>")?;
        for (i, section) in page.sections.iter().enumerate() {
            writeln!(self, "<li><a href=\"#s{i}\">{}</a></li>", escape(&section.title))?;
        }
        if !page.details.is_empty() {
            let titles: Vec<String> = page.details.iter().map(|section| escape(&section.title)).collect();
            writeln!(self, "<li><a href=\"#details\">Details</a>: {}</li>", titles.join(", "))?;
        }
        writeln!(self, "<li><a href=\"#reading\">{READING}</a></li>\n</ol></nav>")
    }

    /// How figures are to be read, and what words mean.
    fn foot(&mut self, notes: &[String]) -> fmt::Result {
        writeln!(self, "<h2 id=\"reading\">{READING}</h2>\n<ul>")?;
        notes.iter().try_for_each(|note| self.line("<li>", note, "</li>"))?;
        writeln!(self, "</ul>\n<dl class=\"words\">")?;
        for word in self.explained.words() {
            writeln!(self, "<dt id=\"{}\">{}</dt>\n<dd>{}</dd>", word.place(), escape(word.word), escape(word.means))?;
        }
        writeln!(self, "</dl>")
    }

    fn fold(&mut self, title: &str, inner: &[Piece]) -> fmt::Result {
        writeln!(self, "<details>\n<summary>{}</summary>", escape(title))?;
        self.pieces(inner)?;
        writeln!(self, "</details>")
    }

    /// Pictures that follow each other stand side by side where there is room.
    fn pieces(&mut self, pieces: &[Piece]) -> fmt::Result {
        let is_picture = |piece: &Piece| matches!(piece, Piece::Picture(_));
        for group in pieces.chunk_by(|one, next| is_picture(one) && is_picture(next)) {
            if is_picture(&group[0]) {
                writeln!(self, "<div class=\"pictures\">")?;
            }
            group.iter().try_for_each(|piece| self.piece(piece))?;
            if is_picture(&group[0]) {
                writeln!(self, "</div>")?;
            }
        }
        Ok(())
    }

    fn piece(&mut self, piece: &Piece) -> fmt::Result {
        match piece {
            Piece::Text(text) => self.line("<p>", text, "</p>"),
            Piece::Heading(text) => writeln!(self, "<h3>{}</h3>", escape(text)),
            Piece::Table(table) => self.table(table),
            Piece::Picture(picture) => self.picture(picture),
            Piece::Code(text) => writeln!(self, "<pre><code>{}</code></pre>", escape(text)),
            Piece::Fold(title, inner) => self.fold(title, inner),
        }
    }

    fn table(&mut self, table: &Table) -> fmt::Result {
        // One of everybody against everybody is wide and made of small numbers; its heads are names.
        let is_matrix = table.heads.first().is_some_and(String::is_empty);
        let class = if is_matrix { " class=\"matrix\"" } else { "" };
        write!(self, "<div class=\"wide\"><table{class}>\n<thead><tr>")?;
        for (i, head) in table.heads.iter().enumerate() {
            let class = if i < table.texts { " class=\"text\"" } else { "" };
            let head = if is_matrix { escape(head) } else { self.explain(head) };
            write!(self, "<th scope=\"col\"{class}>{head}</th>")?;
        }
        writeln!(self, "</tr></thead>\n<tbody>")?;
        for row in &table.rows {
            write!(self, "<tr>")?;
            for (i, cell) in row.iter().enumerate() {
                write_cell(&mut self.text, cell, i, table.texts)?;
            }
            writeln!(self, "</tr>")?;
        }
        writeln!(self, "</tbody>\n</table></div>")
    }

    /// A picture with its legend, which says in words what it shows.
    #[cfg(feature = "pictures")]
    fn picture(&mut self, picture: &Picture) -> fmt::Result {
        let panels = super::picture::draw(&picture.drawing);
        let class = if panels.len() > 1 { " class=\"panels\"" } else { "" };
        writeln!(self, "<figure{class}>")?;
        panels.iter().try_for_each(|panel| writeln!(self, "{panel}"))?;
        let shows = self.explain(&picture.shows);
        write!(self, "<figcaption>{shows}")?;
        for (colour, name) in &picture.colours {
            write!(
                self,
                " <span class=\"key\"><i style=\"background:var(--c{})\"></i>{}</span>",
                colour % 8,
                escape(name)
            )?;
        }
        write!(self, " <span class=\"file\">{}</span>", escape(picture.file))?;
        let svg = picture.svg.as_deref().unwrap_or_default();
        writeln!(self, " <a class=\"file\" href=\"{svg}\">SVG</a></figcaption>\n</figure>")
    }

    /// The picture's alternative text, and where its numbers are.
    #[cfg(not(feature = "pictures"))]
    fn picture(&mut self, picture: &Picture) -> fmt::Result {
        let shows = self.explain(&picture.shows);
        writeln!(self, "<p>{shows} <span class=\"file\">{}</span></p>", escape(picture.file))
    }
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
