//! Analyses compute estimates from rows. Every row file is read once, block by block; each analysis processes what it
//! needs and then writes rows of `summary.csv` or files under `plots/`. Each analysis has a file or folder: to remove
//! one, delete it and its two lines below.

mod arms;
mod endings;
mod factors;
mod faults;
mod intransitivity;
mod lengths;
pub mod models;
pub mod rating_lists;
mod ratings;
mod seats;
mod substitution;
mod targets;
mod tiers;
mod trajectories;
mod values;

use ergo_engine::rng::Seed;
use ergo_stats::Interval;

use crate::report::block_store::BlockStore;
use crate::report::pages::Detail;
use crate::report::report_spec::ReportSpec;
use crate::report::row::SummaryRow;
use crate::report::table_stats::TableStats;
use crate::report::tally::Tally;
pub(crate) use crate::report::words::decimal;
use crate::rows::read::{MatchRows, RowsError};

/// The largest number of arms with ratings.
const MOST_RATED_ARMS: usize = 64;

/// The value of a deal and its denominator.
pub type WeightedSum = (f64, f64);

/// An analysis of one run.
pub trait Analysis: Send {
    /// Returns true if it needs the scores after every round of this match.
    fn wants_scores(&self, _match: &MatchRows) -> bool {
        false
    }

    /// Processes a match, in schedule order. `scores` has the scores of all seats after each round if
    /// [`wants_scores`](Self::wants_scores) is true and they are known.
    fn on_match(&mut self, _match: &MatchRows, _scores: &[f64]) {}

    /// Processes a block of the table `lineups[lineup]`. `sums` are those of the first entrant's win share and margin;
    /// `None` if it has no rivals.
    ///
    /// # Errors
    ///
    /// Returns the error of a temporary file.
    fn on_block(
        &mut self,
        _lineups: &[TableStats],
        _lineup: usize,
        _deal: u64,
        _sums: Option<[WeightedSum; 2]>,
    ) -> Result<(), RowsError> {
        Ok(())
    }

    /// Computes its estimates after all blocks.
    ///
    /// # Errors
    ///
    /// Returns the error of a temporary file.
    fn estimate(&mut self, _data: &mut RunData<'_>) -> Result<(), RowsError> {
        Ok(())
    }

    /// Returns its files under `plots/`.
    fn files(&self, _data: &RunData<'_>) -> Vec<PlotFile> {
        Vec::new()
    }

    /// Writes its rows of `summary.csv`, which follow those of all tables.
    fn summary_rows(&self, _write: &mut dyn FnMut(&SummaryRow<'_>)) {}

    /// Returns a warning for the head of the report.
    fn warning(&self, _data: &RunData<'_>) -> Option<String> {
        None
    }

    /// Returns its sections of the page, closed at first.
    fn details(&self, _data: &RunData<'_>) -> Vec<Detail> {
        Vec::new()
    }
}

/// Returns the built-in analyses that need no rows of their own.
pub(crate) fn standard() -> Vec<Box<dyn Analysis>> {
    vec![
        // One analysis per line.
        Box::new(targets::Targets),
        Box::<tiers::Tiers>::default(),
        Box::new(values::Values),
        Box::new(arms::Arms),
        Box::<factors::Factors>::default(),
        Box::<substitution::Substitution>::default(),
        Box::<ratings::RatingLists>::default(),
        Box::<intransitivity::Pools>::default(),
        Box::new(seats::Seats),
        Box::new(lengths::Lengths),
        Box::<trajectories::Trajectories>::default(),
        Box::new(faults::Faults),
        Box::new(endings::Endings),
    ]
}

/// The collected rows of a run, before any analysis.
pub struct RunData<'a> {
    /// Statistics of every table by arm, in schedule order.
    pub(crate) lineups: &'a [TableStats],
    /// Matches by arm and number of seats.
    pub(crate) tallies: &'a [Tally],
    /// Every block with its sums.
    pub(crate) kept: &'a mut BlockStore,
    /// The experiment.
    pub(crate) asked: &'a ReportSpec,
    /// The seed of the experiment.
    pub(crate) seed: &'a Seed,
    /// True if all matches are equal, so that there is no variance.
    pub(crate) is_exact: bool,
}

impl<'a> RunData<'a> {
    /// Returns true if there are several arms.
    pub(crate) fn has_arms(&self) -> bool {
        self.lineups.windows(2).any(|pair| pair[0].arm != pair[1].arm)
    }

    /// Returns true if the arms are points of a design. They are many, and `summary.csv` alone has each of them.
    pub(crate) fn is_of_design(&self) -> bool {
        self.asked.design.is_some()
    }

    /// Returns true if there are too many arms to compare a list of ratings for each; `summary.csv` has their win shares.
    pub(crate) fn has_many_arms(&self) -> bool {
        self.tallies.chunk_by(|one, other| one.arm == other.arm).nth(MOST_RATED_ARMS).is_some()
    }

    /// Returns every table with its arms.
    pub(crate) fn tables(&self) -> Vec<Vec<&'a TableStats>> {
        let mut tables: Vec<Vec<&TableStats>> = Vec::new();
        for lineup in self.lineups {
            match tables.iter_mut().find(|arms| arms[0].table == lineup.table) {
                Some(arms) => arms.push(lineup),
                None => tables.push(vec![lineup]),
            }
        }
        tables
    }
}

/// A CSV file under `plots/`.
pub struct PlotFile {
    /// The path of the file in the results folder.
    pub name: &'static str,
    /// Number of rows without the header.
    pub rows: u64,
    /// The CSV text.
    pub text: String,
}

impl PlotFile {
    /// Creates a file with these column names and rows.
    pub fn new(name: &'static str, heads: &[&str], rows: &[Vec<String>]) -> Self {
        let mut file = PlotFile { name, rows: 0, text: csv_text(&[heads]) };
        file.push(rows);
        file
    }

    /// Appends rows.
    pub fn push(&mut self, rows: &[Vec<String>]) {
        self.rows += rows.len() as u64;
        self.text += &csv_text(rows);
    }
}

/// Returns rows as CSV.
fn csv_text<R: AsRef<[C]>, C: AsRef<str>>(rows: &[R]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.write_record(row.as_ref().iter().map(|cell| cell.as_ref().as_bytes())).expect("a Vec takes every row");
    }
    let bytes = writer.into_inner().expect("a Vec takes every row");
    String::from_utf8(bytes).expect("rows are made of texts")
}

/// Formats both ends of an interval for a file; empty if there is no interval.
pub(crate) fn ends(interval: Option<Interval>) -> [String; 2] {
    [interval.map(|one| one.low), interval.map(|one| one.high)].map(|end| end.map(decimal).unwrap_or_default())
}
