//! What a report says, before it is Markdown or HTML: sections of texts, tables and pictures.

use super::drawing::Drawing;

/// A whole report.
pub(super) struct Page {
    /// The question, on one line.
    pub question: String,
    /// The sentence that answers it.
    pub answer: String,
    /// What stands before the first section.
    pub lead: Vec<Piece>,
    /// The sections in order.
    pub sections: Vec<Section>,
}

/// A part of a report with a title.
pub(super) struct Section {
    /// The title.
    pub title: String,
    /// What it holds.
    pub pieces: Vec<Piece>,
}

/// A part of a section.
pub(super) enum Piece {
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
pub(super) struct Table {
    /// The titles of the columns.
    pub heads: Vec<String>,
    /// How many columns are texts.
    pub texts: usize,
    /// The rows, each as long as `heads`.
    pub rows: Vec<Vec<Cell>>,
}

/// A cell of a table.
pub(super) struct Cell {
    /// What it says.
    pub text: String,
    /// Where it stands between two colours, from 0 to 1; nothing for no colour.
    pub shade: Option<f64>,
    /// Whether it is to be read by machines.
    pub code: bool,
}

/// A picture.
pub(super) struct Picture {
    /// What is drawn.
    pub drawing: Drawing,
    /// What it shows, for those who cannot see it.
    pub shows: String,
    /// What its colours mean, each with its number; empty where there is one.
    pub colours: Vec<(usize, String)>,
    /// Which file holds its numbers.
    pub file: &'static str,
}

/// The numbers of a picture, as a CSV file of the results folder.
pub(super) struct PlotFile {
    /// The name of the file.
    pub name: &'static str,
    /// Rows, without the titles.
    pub rows: u64,
    /// The text.
    pub text: String,
}

/// A table of more rows waits under a title.
const MOST_ROWS_OPEN: usize = 16;

impl Piece {
    /// A table, under a title if it is a long one beside a picture.
    pub(super) fn of_rows(table: Table) -> Self {
        if table.rows.len() <= MOST_ROWS_OPEN {
            return Piece::Table(table);
        }
        Piece::Fold("In numbers".to_owned(), vec![Piece::Table(table)])
    }
}

impl Table {
    /// A table without rows; `texts` of its columns are texts.
    pub(super) fn new<S: Into<String>>(texts: usize, heads: impl IntoIterator<Item = S>) -> Self {
        Table { heads: heads.into_iter().map(Into::into).collect(), texts, rows: Vec::new() }
    }

    /// Adds a row.
    pub(super) fn row<C: Into<Cell>>(&mut self, cells: impl IntoIterator<Item = C>) {
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
    pub(super) fn code(text: &str) -> Self {
        Cell { text: text.to_owned(), shade: None, code: true }
    }

    /// A cell between two colours.
    pub(super) fn shaded(text: String, shade: Option<f64>) -> Self {
        Cell { text, shade, code: false }
    }
}

impl PlotFile {
    /// A file with these titles and rows.
    pub(super) fn new(name: &'static str, heads: &[&str], rows: &[Vec<String>]) -> Self {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(heads).expect("a Vec takes every row");
        for row in rows {
            writer.write_record(row).expect("rows are as long as their titles");
        }
        let bytes = writer.into_inner().expect("a Vec takes every row");
        PlotFile { name, rows: rows.len() as u64, text: String::from_utf8(bytes).expect("rows are made of texts") }
    }
}
