//! From rows to sentences, tables and pictures. A pure function of the files of rows, read once, in memory that does not
//! grow with them; it plays nothing and knows no game: columns are found by name, and used where they are.
//!
//! One pass fills a `lineup::LineUp` for every table, a `tally::Tally` for every size of table, a `pairing::Pair` for every two
//! tables that differ in one entrant only and, where there are stages, a `tournament::Tournament`; `ratings`, `order` and
//! `circles` say what follows; `sections` make a `page::Page` of them, which is written twice, by `markdown` and by `html`; only
//! `picture` knows the plotting crate.

mod ahead;
mod answer;
mod base;
mod blocks;
mod circles;
mod claims;
mod comparison;
mod estimated;
mod finishes;
mod html;
mod lineup;
mod list;
mod luck;
mod markdown;
mod order;
mod page;
mod pairing;
mod picture;
mod ratings;
pub mod read;
mod sections;
mod spill;
mod summary;
mod tally;
mod tournament;
mod words;

use std::path::{Path, PathBuf};

use ergo_engine::rng::Seed;

use crate::experiment::{Form, Scheme};
use crate::folder::part;
use crate::manifest::FileEntry;
use crate::measure::Key;
use crate::rows::LUCK;

use blocks::Collected;
use circles::Circles;
use page::{Page, PlotFile};
use ratings::Ratings;
use sections::Facts;
use tournament::Tournament;

pub use comparison::{Contested, Point, Scale, contested};
pub use lineup::LineUp;
pub use markdown::answer_of;
pub use words::{count, counted};

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
    #[error("a temporary file cannot be used: {0}, expected room for one (TMPDIR says where)")]
    Temporary(std::io::Error),
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
    /// How the matches came about, if that is known.
    pub scheme: Option<&'a Scheme>,
}

/// Reports on the rows in `folder`, while they are parts or when they are finished, as `parts` says. The entries of the row
/// files are named in the report.
pub fn build(folder: &Path, parts: bool, asked: &Asked<'_>, rows: &[FileEntry]) -> Result<Report, ReportError> {
    let path = |name: &str| if parts { part(folder, name) } else { folder.join(name) };
    let luck = rows.iter().any(|row| row.name == LUCK).then(|| path(LUCK));
    let mut tournament = Tournament::new(asked.scheme, asked.seed);
    let (matches, rounds) = (path("matches.csv"), path("rounds.csv"));
    let Collected { lineups, tallies, pairs } =
        blocks::collect(&matches, &rounds, luck.as_deref(), tournament.as_mut())?;
    let master = Seed::master(asked.seed);
    let seed = master.derive("ratings", &[]);
    let anchor = anchor(asked.scheme);
    let rate = |(i, tally)| ratings::rate(tally, &seed.derive("list", &[i]), anchor);
    let ratings: Vec<Ratings> = (0..).zip(&tallies).filter_map(rate).collect();
    let seed = master.derive("circles", &[]);
    let look = |(i, tally)| circles::circles(tally, &seed.derive("list", &[i]));
    let circles: Vec<Circles> = (0..).zip(&tallies).filter_map(look).collect();
    let winner = tournament.as_ref().and_then(Tournament::winner);
    let answer = answer::answer(&lineups, &ratings, asked.measure, winner.as_deref());

    let tournament = tournament.as_ref();
    let facts = Facts {
        lineups: &lineups,
        tallies: &tallies,
        pairs: &pairs,
        ratings: &ratings,
        circles: &circles,
        tournament,
        asked,
        rows,
    };
    let (sections, plots): (Vec<_>, Vec<_>) =
        sections::sections(&facts).into_iter().map(|part| (part.section, part.file)).unzip();
    let question = asked.question.split_whitespace().collect::<Vec<_>>().join(" ");
    let page = Page { question, answer: answer.clone(), lead: sections::lead(&facts), sections };

    let (summary, summary_rows) = summary::summary(&lineups, &pairs);
    let mut all = vec![ReportFile { name: SUMMARY, rows: Some(summary_rows), text: summary }];
    all.extend(files(&page, plots.into_iter().flatten().collect()));
    Ok(Report { answer, files: all })
}

/// The one whom all others meet.
fn anchor(scheme: Option<&Scheme>) -> Option<&str> {
    let scheme = scheme?;
    match scheme.form {
        Form::Gauntlet { focal, .. } => Some(&scheme.entrants[focal]),
        _ => None,
    }
}

/// A page with the numbers of its pictures as files.
fn files(page: &Page, plots: Vec<PlotFile>) -> Vec<ReportFile> {
    let plot = |file: PlotFile| ReportFile { name: file.name, rows: Some(file.rows), text: file.text };
    let mut files: Vec<ReportFile> = plots.into_iter().map(plot).collect();
    files.push(ReportFile { name: REPORT, rows: None, text: markdown::markdown(page) });
    files.push(ReportFile { name: PAGE, rows: None, text: html::html(page) });
    files
}
