//! From rows to sentences and tables. A pure function of the files of rows, read once, in memory that does not grow with
//! them; it plays nothing and knows no game: columns are found by name, and used where they are.

mod answer;
mod blocks;
mod lineup;
mod markdown;
pub mod read;
mod summary;
mod words;

use std::path::{Path, PathBuf};

use crate::folder::part;
use crate::manifest::FileEntry;
use crate::measure::Key;

pub use lineup::LineUp;
pub use markdown::answer_of;
pub use words::{cell, count, counted};

/// The name of the report for people.
pub const REPORT: &str = "report.md";
/// The name of the report for programs.
pub const SUMMARY: &str = "summary.csv";

/// Why rows cannot be reported on.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ReportError {
    #[error("{}: {error}, expected the rows of a finished run (`ergo run` plays them again)", path.display())]
    Io { path: PathBuf, error: std::io::Error },
    #[error("{}: {error}, expected rows as `ergo run` writes them", path.display())]
    Csv { path: PathBuf, error: String },
    #[error("{}: no column \"{column}\", expected the columns of `ergo run`", path.display())]
    Column { path: PathBuf, column: &'static str },
    #[error("{}: line {line}: {what}, expected rows as `ergo run` writes them", path.display())]
    Row { path: PathBuf, line: u64, what: String },
}

/// What was found out.
pub struct Report {
    /// The answer in one sentence.
    pub answer: String,
    markdown: String,
    summary: String,
    summary_rows: u64,
}

impl Report {
    /// The files of the report: name, rows of data if it is made of rows, and text.
    pub fn files(&self) -> [(&'static str, Option<u64>, &str); 2] {
        [(SUMMARY, Some(self.summary_rows), &self.summary), (REPORT, None, &self.markdown)]
    }
}

/// What a report needs to know beside the rows.
pub struct Asked<'a> {
    /// The question.
    pub question: &'a str,
    /// What the answer is to speak of; if nothing, of who won, or of what changed most clearly.
    pub measure: Option<&'a Key>,
    /// The number all seeds derive from.
    pub seed: u64,
}

/// Reports on the rows in `folder`, while they are parts or when they are finished, as `parts` says. The entries of the row
/// files are named in the report.
pub fn build(folder: &Path, parts: bool, asked: &Asked<'_>, rows: &[FileEntry]) -> Result<Report, ReportError> {
    let path = |name: &str| if parts { part(folder, name) } else { folder.join(name) };
    let lineups = blocks::collect(&path("matches.csv"), &path("rounds.csv"))?;
    let answer = answer::answer(&lineups, asked.measure);
    let markdown = markdown::markdown(&lineups, asked, &answer, rows);
    let (summary, summary_rows) = summary::summary(&lineups);
    Ok(Report { answer, markdown, summary, summary_rows })
}
