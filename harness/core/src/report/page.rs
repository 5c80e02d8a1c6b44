//! A report before it is Markdown or HTML: sections of texts, tables and pictures.

use std::collections::BTreeMap;

use super::drawing::Drawing;
use super::words::{NO_INTERVAL, undealt};

/// A whole report.
pub struct Page {
    /// The question, on one line.
    pub question: String,
    /// Its answer.
    pub answer: String,
    /// The picture of the first screen.
    pub picture: Option<Picture>,
    /// The words and numbers beside it on the first screen, and at the foot.
    pub opening: Opening,
    /// The sections in order.
    pub sections: Vec<Section>,
    /// Sections for those who look closer: closed until they are opened.
    pub details: Vec<Section>,
}

/// The context of a report's answer: how much was played, by whom, and how to read it.
#[derive(Default)]
pub struct Opening {
    /// How much was played: three numbers at most, each with what it counts.
    pub figures: Vec<(String, String)>,
    /// Who played, each with a word on what it is; of the same kind together.
    pub players: Vec<(String, String)>,
    /// Caveats of this report to be known before reading on, a line each.
    pub facts: Vec<String>,
    /// How its figures are to be read, much the same in every report, a line each: at the foot.
    pub notes: Vec<String>,
}

/// A part of a report with a title.
pub struct Section {
    /// The title.
    pub title: String,
    /// Its contents.
    pub pieces: Vec<Piece>,
}

/// A part of a section.
pub enum Piece {
    /// A paragraph.
    Text(String),
    /// A smaller title.
    Heading(String),
    /// A table.
    Table(Table),
    /// A picture; Markdown leaves it out, what it shows is in a table too.
    Picture(Picture),
    /// Lines to be typed.
    Code(String),
    /// Pieces under a title that a reader opens.
    Fold(String, Vec<Piece>),
}

/// A table. Its first columns are texts, the others numbers.
#[derive(Default)]
pub struct Table {
    /// The titles of the columns.
    pub heads: Vec<String>,
    /// How many columns are texts.
    pub texts: usize,
    /// The rows, each as long as `heads`.
    pub rows: Vec<Vec<Cell>>,
}

/// A cell of a table.
pub struct Cell {
    /// Its text.
    pub text: String,
    /// Where it stands between two colours, from 0 to 1; nothing for no colour.
    pub shade: Option<f64>,
    /// Whether it is to be read by machines.
    pub code: bool,
}

/// A picture.
pub struct Picture {
    /// The drawing.
    pub drawing: Drawing,
    /// Its alternative text, for those who cannot see it.
    pub shows: String,
    /// The legend: meanings of colours, each with its number; empty where there is one.
    pub colours: Vec<(usize, String)>,
    /// Which file holds its numbers.
    pub file: &'static str,
    /// Which file it is, once the page is whole.
    pub svg: Option<String>,
}

/// The numbers of a picture, as a CSV file of the results folder.
pub struct PlotFile {
    /// The name of the file.
    pub name: &'static str,
    /// Rows, without the titles.
    pub rows: u64,
    /// The text.
    pub text: String,
}

impl Page {
    /// A page; on the first screen stands the first picture that shows all of `wanted`, or else the first of these, or else any.
    pub fn new(
        question: String,
        answer: String,
        wanted: &[String],
        opening: Opening,
        parts: [Vec<Section>; 2],
    ) -> Self {
        let [mut sections, mut details] = parts;
        let mut take = |wanted: &dyn Fn(&Picture) -> bool| {
            let mut all = sections.iter_mut().chain(&mut details);
            all.find_map(|section| take_picture(&mut section.pieces, wanted))
        };
        let shows = |picture: &Picture, wanted: &[String]| {
            let shown = picture.shows.to_lowercase();
            wanted.iter().all(|word| shown.contains(&word.to_lowercase()))
        };
        let first = &wanted[..wanted.len().min(1)];
        let picture = take(&|picture| shows(picture, wanted)).or_else(|| take(&|picture| shows(picture, first)));
        let picture = picture.or_else(|| take(&|_| true));
        let mut page = Page { question, answer, picture, opening, sections, details };
        page.number_pictures();
        page
    }

    /// All pictures, in their order.
    pub fn pictures(&mut self) -> Vec<&mut Picture> {
        let mut found: Vec<&mut Picture> = self.picture.iter_mut().collect();
        let sections = self.sections.iter_mut().chain(&mut self.details);
        sections.for_each(|section| pictures_of(&mut section.pieces, &mut found));
        found
    }

    /// Gives every picture a file beside that of its numbers: `plots/ratings-1.svg`.
    fn number_pictures(&mut self) {
        if cfg!(not(feature = "pictures")) {
            return;
        }
        let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
        for picture in self.pictures() {
            let count = counts.entry(picture.file).or_default();
            *count += 1;
            picture.svg = Some(format!("{}-{count}.svg", picture.file.trim_end_matches(".csv")));
        }
    }
}

/// The first picture that is not folded away and is wanted, taken out.
fn take_picture(pieces: &mut Vec<Piece>, wanted: &dyn Fn(&Picture) -> bool) -> Option<Picture> {
    let at = pieces.iter().position(|piece| matches!(piece, Piece::Picture(picture) if wanted(picture)))?;
    match pieces.remove(at) {
        Piece::Picture(picture) => Some(picture),
        _ => None,
    }
}

fn pictures_of<'p>(pieces: &'p mut [Piece], found: &mut Vec<&'p mut Picture>) {
    for piece in pieces {
        match piece {
            Piece::Picture(picture) => found.push(picture),
            Piece::Fold(_, inner) => pictures_of(inner, found),
            _ => {}
        }
    }
}

/// A table of more rows waits under a title.
const MOST_ROWS_OPEN: usize = 16;

impl Piece {
    /// The same sentences where nothing is dealt.
    pub fn make_undealt(&mut self) {
        match self {
            Piece::Text(text) => *text = undealt(text),
            Piece::Fold(_, inner) => inner.iter_mut().for_each(Piece::make_undealt),
            _ => {}
        }
    }

    /// Without the mark for an interval that cannot be given: nothing is missed where values are exact.
    pub fn make_exact(&mut self) {
        match self {
            Piece::Table(table) => {
                table.rows.iter_mut().flatten().for_each(|cell| cell.text = cell.text.replace(NO_INTERVAL, ""))
            }
            Piece::Fold(_, inner) => inner.iter_mut().for_each(Piece::make_exact),
            _ => {}
        }
    }

    /// A table, under a title if it is a long one beside a picture.
    pub fn of_rows(table: Table) -> Self {
        if table.rows.len() <= MOST_ROWS_OPEN {
            return Piece::Table(table);
        }
        Piece::Fold("In numbers".to_owned(), vec![Piece::Table(table)])
    }
}

impl Table {
    /// A table without rows; `texts` of its columns are texts.
    pub fn new<S: Into<String>>(texts: usize, heads: impl IntoIterator<Item = S>) -> Self {
        Table { heads: heads.into_iter().map(Into::into).collect(), texts, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row<C: Into<Cell>>(&mut self, cells: impl IntoIterator<Item = C>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell { text, shade: None, code: false }
    }
}

impl Cell {
    /// A cell for machines.
    pub fn code(text: &str) -> Self {
        Cell { text: text.to_owned(), shade: None, code: true }
    }

    /// A cell between two colours.
    pub fn shaded(text: String, shade: Option<f64>) -> Self {
        Cell { text, shade, code: false }
    }
}

impl PlotFile {
    /// A file with these titles and rows.
    pub fn new(name: &'static str, heads: &[&str], rows: &[Vec<String>]) -> Self {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(heads).expect("a Vec takes every row");
        for row in rows {
            writer.write_record(row).expect("rows are as long as their titles");
        }
        let bytes = writer.into_inner().expect("a Vec takes every row");
        PlotFile { name, rows: rows.len() as u64, text: String::from_utf8(bytes).expect("rows are made of texts") }
    }
}
