//! Reads `matches.csv` match by match, and other files row by row.

use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use csv::ByteRecord;
use ergo_engine::seat::MAX_SEATS;

use super::ahead::ReadAhead;
use crate::storage::folder::regular;

/// An error while reading rows.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum RowsError {
    #[error("{}: {error}, expected the rows of a finished run (`ergo run` plays them again)", path.display())]
    Io { path: PathBuf, error: std::io::Error },
    #[error("{}: {error}, expected rows as `ergo run` writes them", path.display())]
    Csv { path: PathBuf, error: String },
    #[error("{}: no column \"{column}\", expected the columns of `ergo run`", path.display())]
    Column { path: PathBuf, column: String },
    #[error("{}: line {line}: {what}, expected rows as `ergo run` writes them", path.display())]
    Row { path: PathBuf, line: u64, what: String },
    #[error("{0}")]
    Findings(String),
    #[error("measures: {0}")]
    Measures(String),
    #[error("cannot use a temporary file: {0}, expected space for one (in the folder TMPDIR)")]
    Temporary(std::io::Error),
}

impl RowsError {
    /// Creates the error of findings from problems with the number of the finding and its key.
    pub(crate) fn findings(problems: Vec<(usize, String, String)>) -> Self {
        let line = |(number, key, what): &(usize, String, String)| format!("finding {number}: {key}: {what}");
        RowsError::Findings(problems.iter().map(line).collect::<Vec<_>>().join("\n"))
    }
}

/// The rows of one match.
#[derive(Default)]
pub struct MatchRows {
    /// The label of the arm.
    pub arm: String,
    /// Number of the match.
    pub number: u64,
    /// Number of the deal.
    pub deal: u64,
    /// Number of the rotation.
    pub rotation: usize,
    /// Number of rounds.
    pub rounds: u64,
    /// Number of turns.
    pub turns: u64,
    /// The seats in order.
    pub seats: Vec<SeatRow>,
}

/// One seat of a match.
pub struct SeatRow {
    /// The entrant.
    pub entrant: String,
    /// The final score.
    pub score: f64,
    /// The win share, 0 to 1.
    pub share: f64,
    /// The rank, 1 for winners.
    pub rank: u32,
    /// The kind of fault; empty if there was none.
    pub fault: String,
}

/// The largest length of a number in a row file.
const LONGEST_NUMBER: usize = 40;

/// A CSV file with the current record.
pub(crate) struct CsvSource {
    path: PathBuf,
    records: ReadAhead,
    pub(crate) headers: Vec<String>,
    record: ByteRecord,
    pub(crate) more: bool,
}

impl CsvSource {
    pub(crate) fn open(path: &Path) -> Result<Self, RowsError> {
        let file = regular::open(path).map_err(|error| RowsError::Io { path: path.to_owned(), error })?;
        Self::of(path, file)
    }

    /// Reads rows from `file`, which has the content of the file at `path`.
    fn of(path: &Path, file: impl Read + Send + 'static) -> Result<Self, RowsError> {
        let mut reader = csv::ReaderBuilder::new().buffer_capacity(1 << 16).from_reader(file);
        let headers = reader.headers().map(|headers| headers.iter().map(str::to_owned).collect());
        let headers = headers.map_err(|error| csv_error(path, &error))?;
        let records = ReadAhead::new(reader).map_err(|error| RowsError::Io { path: path.to_owned(), error })?;
        let mut source = CsvSource { path: path.to_owned(), records, headers, record: ByteRecord::new(), more: true };
        source.advance()?;
        Ok(source)
    }

    pub(crate) fn advance(&mut self) -> Result<(), RowsError> {
        self.more = self.records.next(&mut self.record).map_err(|error| csv_error(&self.path, &error))?;
        Ok(())
    }

    pub(crate) fn column(&self, name: &str) -> Option<usize> {
        self.headers.iter().position(|header| header == name)
    }

    pub(crate) fn required(&self, column: &str) -> Result<usize, RowsError> {
        let missing = || RowsError::Column { path: self.path.clone(), column: column.to_owned() };
        self.column(column).ok_or_else(missing)
    }

    pub(super) fn bytes(&self, column: usize) -> &[u8] {
        &self.record[column]
    }

    pub(crate) fn text(&self, column: usize) -> Result<&str, RowsError> {
        std::str::from_utf8(&self.record[column]).map_err(|_| self.wrong(format!("column {} is not UTF-8", column + 1)))
    }

    pub(crate) fn number<T: FromStr>(&self, column: usize) -> Result<T, RowsError> {
        let text = self.text(column)?;
        let number = if is_plain(text.as_bytes()) { text.parse().ok() } else { None };
        number.ok_or_else(|| self.wrong(format!("{} = {text:?} is not a valid number", self.headers[column])))
    }

    /// Returns a share from 0 to 1.
    pub(crate) fn share(&self, column: usize) -> Result<f64, RowsError> {
        let share: f64 = self.number(column)?;
        if (0.0..=1.0).contains(&share) {
            return Ok(share);
        }
        Err(self.wrong(format!("{} = {share} is not a share from 0 to 1", self.headers[column])))
    }

    pub(crate) fn wrong(&self, what: String) -> RowsError {
        let line = self.record.position().map_or(0, csv::Position::line);
        RowsError::Row { path: self.path.clone(), line, what }
    }
}

/// Returns true if `text` consists of characters of numbers. A plain loop, because millions of numbers are checked.
pub(super) fn is_plain(text: &[u8]) -> bool {
    let mut at = 0;
    while at < text.len() {
        if !matches!(text[at], b'0'..=b'9' | b'.' | b'-') {
            return false;
        }
        at += 1;
    }
    at <= LONGEST_NUMBER
}

fn csv_error(path: &Path, error: &csv::Error) -> RowsError {
    RowsError::Csv { path: path.to_owned(), error: error.to_string() }
}

/// Reads `matches.csv` one match at a time.
pub struct MatchReader {
    source: CsvSource,
    columns: [usize; 11],
}

impl MatchReader {
    /// Opens the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or lacks a column.
    pub fn open(path: &Path) -> Result<Self, RowsError> {
        Self::of(CsvSource::open(path)?)
    }

    /// Reads rows from `bytes`, which begin with the header of the file at `path`.
    pub(crate) fn of_bytes(path: &Path, bytes: Vec<u8>) -> Result<Self, RowsError> {
        Self::of(CsvSource::of(path, Cursor::new(bytes))?)
    }

    fn of(source: CsvSource) -> Result<Self, RowsError> {
        let mut columns = [0; 11];
        let names =
            ["arm", "match", "deal", "rotation", "rounds", "turns", "entrant", "score", "share", "rank", "fault"];
        for (column, name) in columns.iter_mut().zip(names) {
            *column = source.required(name)?;
        }
        Ok(MatchReader { source, columns })
    }

    /// Reads the next match into `rows`; returns false at the end.
    ///
    /// # Errors
    ///
    /// Returns an error if a row cannot be read or contradicts another one of the match.
    pub fn next(&mut self, rows: &mut MatchRows) -> Result<bool, RowsError> {
        let source = &mut self.source;
        let [arm, number, deal, rotation, rounds, turns, entrant, score, share, rank, fault] = self.columns;
        rows.seats.clear();
        if !source.more {
            return Ok(false);
        }
        rows.arm.clear();
        rows.arm.push_str(source.text(arm)?);
        rows.number = source.number(number)?;
        rows.deal = source.number(deal)?;
        rows.rotation = source.number(rotation)?;
        rows.rounds = source.number(rounds)?;
        rows.turns = source.number(turns)?;
        if rows.rotation == 0 {
            return Err(source.wrong("rotation = 0".to_owned()));
        }
        while source.more && source.number::<u64>(number)? == rows.number {
            rows.seats.push(SeatRow {
                entrant: source.text(entrant)?.to_owned(),
                score: source.number(score)?,
                share: source.share(share)?,
                rank: source.number(rank)?,
                fault: source.text(fault)?.to_owned(),
            });
            if rows.seats.len() > MAX_SEATS {
                return Err(source.wrong(format!("more than {MAX_SEATS} seats")));
            }
            source.advance()?;
        }
        let (shares, seats) = (rows.seats.iter().map(|seat| seat.share).sum::<f64>(), rows.seats.len());
        if shares > 1.0 + 1e-4 {
            return Err(source.wrong(format!("the win shares of match {} sum to {shares}", rows.number)));
        }
        if let Some(seat) = rows.seats.iter().find(|seat| !(1..=seats as u32).contains(&seat.rank)) {
            return Err(source.wrong(format!("rank = {} among {seats} seats", seat.rank)));
        }
        Ok(true)
    }
}
