//! From rows to sentences, tables and pictures. A pure function of the files of rows, read once, in memory that does not
//! grow with them; it plays nothing and knows no game: columns are found by name, and used where they are.
//!
//! One pass fills a `lineup::LineUp` for every table, a `tally::Tally` for every size of table and a `pairing::Pair` for every
//! two tables that differ in one entrant only; `sections` make a `page::Page` of them, which is written twice, by `markdown` and by `html`; only `picture` knows the plotting crate.

mod answer;
mod blocks;
mod html;
mod lineup;
mod luck;
mod markdown;
mod page;
mod pairing;
mod picture;
mod ratings;
pub mod read;
mod sections;
mod summary;
mod tally;
mod words;

use std::path::{Path, PathBuf};

use ergo_engine::rng::Seed;

use crate::folder::part;
use crate::manifest::FileEntry;
use crate::measure::Key;
use crate::rows::LUCK;

use blocks::Collected;
use page::{Page, PlotFile};
use ratings::Ratings;
use sections::Facts;

pub use lineup::LineUp;
pub use markdown::answer_of;
pub use words::{cell, count, counted};

/// The name of the report for people, as a page of a repository.
pub const REPORT: &str = "report.md";
/// The name of the report for people, as a page of its own, with pictures.
pub const PAGE: &str = "report.html";
/// The folder of the numbers behind the pictures.
pub const PLOTS: &str = "plots";
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
    /// The files of the report.
    pub files: Vec<ReportFile>,
}

/// One file of a report.
pub struct ReportFile {
    /// Its name.
    pub name: &'static str,
    /// Rows of data, if it is made of rows.
    pub rows: Option<u64>,
    /// What it says.
    pub text: String,
}

/// Whether a file of this name is part of a report, of this one or another.
pub fn is_report(name: &str) -> bool {
    [REPORT, PAGE, SUMMARY].contains(&name) || Path::new(name).starts_with(PLOTS)
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
    let luck = rows.iter().any(|row| row.name == LUCK).then(|| path(LUCK));
    let collected = blocks::collect(&path("matches.csv"), &path("rounds.csv"), luck.as_deref())?;
    let Collected { lineups, tallies, pairs } = collected;
    let answer = answer::answer(&lineups, asked.measure);
    let seed = Seed::master(asked.seed).derive("ratings", &[]);
    let rate = |(i, tally)| ratings::rate(tally, &seed.derive("list", &[i]));
    let ratings: Vec<Ratings> = (0..).zip(&tallies).filter_map(rate).collect();

    let facts = Facts { lineups: &lineups, tallies: &tallies, pairs: &pairs, ratings: &ratings, asked, rows };
    let (sections, plots): (Vec<_>, Vec<_>) =
        sections::sections(&facts).into_iter().map(|part| (part.section, part.file)).unzip();
    let question = asked.question.split_whitespace().collect::<Vec<_>>().join(" ");
    let page = Page { question, answer: answer.clone(), lead: sections::lead(&facts), sections };

    let (summary, summary_rows) = summary::summary(&lineups, &pairs);
    let mut files = vec![ReportFile { name: SUMMARY, rows: Some(summary_rows), text: summary }];
    let plot = |file: PlotFile| ReportFile { name: file.name, rows: Some(file.rows), text: file.text };
    files.extend(plots.into_iter().flatten().map(plot));
    files.push(ReportFile { name: REPORT, rows: None, text: markdown::markdown(&page) });
    files.push(ReportFile { name: PAGE, rows: None, text: html::html(&page) });
    Ok(Report { answer, files })
}
