//! Rows of `matches.csv`, `rounds.csv` and `luck.csv`, read match by match.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use csv::ByteRecord;
use ergo_engine::seat::MAX_SEATS;

use super::ahead::Ahead;

/// Why rows cannot be read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum RowsError {
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

/// One match as its rows tell it.
#[derive(Default)]
pub struct MatchRows {
    /// The arm.
    pub arm: String,
    /// Number of the match.
    pub number: u64,
    /// Number of the deal.
    pub deal: u64,
    /// Number of the rotation.
    pub rotation: usize,
    /// Rounds played.
    pub rounds: u64,
    /// Turns played.
    pub turns: u64,
    /// The seats in order.
    pub seats: Vec<SeatRow>,
}

/// One seat of a match.
pub struct SeatRow {
    /// Who sat there.
    pub entrant: String,
    /// Points at the end.
    pub score: f64,
    /// The share of the win.
    pub share: f64,
    /// Its place at the end, 1 for the winners.
    pub rank: u32,
    /// The word for how it failed to answer; empty if it did not.
    pub fault: String,
}

/// One round, as far as every game has it.
pub struct RoundRow<'r> {
    /// The word for how it ended, if the game has the column.
    pub ended_by: Option<&'r str>,
    /// Whether it was a paradox, if the game has the column.
    pub paradox: Option<bool>,
    /// The index of the seat that started, if the game has the column.
    pub starter: Option<usize>,
    /// How many turns it had, if the game has the column.
    pub turns: Option<u64>,
    /// What each seat gained; empty if the game has no such columns.
    pub points: &'r [f64],
}

/// A CSV file with a record read ahead.
struct Source {
    path: PathBuf,
    records: Ahead,
    headers: Vec<String>,
    record: ByteRecord,
    more: bool,
}

impl Source {
    fn open(path: &Path) -> Result<Self, RowsError> {
        let file = File::open(path).map_err(|error| RowsError::Io { path: path.to_owned(), error })?;
        let mut reader = csv::ReaderBuilder::new().buffer_capacity(1 << 16).from_reader(file);
        let headers = reader.headers().map(|headers| headers.iter().map(str::to_owned).collect());
        let headers = headers.map_err(|error| csv_error(path, &error))?;
        let records = Ahead::new(reader);
        let mut source = Source { path: path.to_owned(), records, headers, record: ByteRecord::new(), more: true };
        source.advance()?;
        Ok(source)
    }

    fn advance(&mut self) -> Result<(), RowsError> {
        self.more = self.records.next(&mut self.record).map_err(|error| csv_error(&self.path, &error))?;
        Ok(())
    }

    fn column(&self, name: &str) -> Option<usize> {
        self.headers.iter().position(|header| header == name)
    }

    fn required(&self, column: &'static str) -> Result<usize, RowsError> {
        self.column(column).ok_or_else(|| RowsError::Column { path: self.path.clone(), column })
    }

    fn text(&self, column: usize) -> Result<&str, RowsError> {
        std::str::from_utf8(&self.record[column]).map_err(|_| self.wrong(format!("column {} is no text", column + 1)))
    }

    fn number<T: FromStr>(&self, column: usize) -> Result<T, RowsError> {
        let text = self.text(column)?;
        text.parse()
            .map_err(|_| self.wrong(format!("{} = {text:?} is not the number it should be", self.headers[column])))
    }

    fn wrong(&self, what: String) -> RowsError {
        let line = self.record.position().map_or(0, csv::Position::line);
        RowsError::Row { path: self.path.clone(), line, what }
    }
}

fn csv_error(path: &Path, error: &csv::Error) -> RowsError {
    RowsError::Csv { path: path.to_owned(), error: error.to_string() }
}

/// `matches.csv`, one match at a time.
pub struct Matches {
    source: Source,
    columns: [usize; 11],
}

impl Matches {
    /// Opens the file.
    pub fn open(path: &Path) -> Result<Self, RowsError> {
        let source = Source::open(path)?;
        let mut columns = [0; 11];
        let names =
            ["arm", "match", "deal", "rotation", "rounds", "turns", "entrant", "score", "share", "rank", "fault"];
        for (column, name) in columns.iter_mut().zip(names) {
            *column = source.required(name)?;
        }
        Ok(Matches { source, columns })
    }

    /// Reads the next match into `rows`; gives whether there was one.
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
                share: source.number(share)?,
                rank: source.number(rank)?,
                fault: source.text(fault)?.to_owned(),
            });
            if rows.seats.len() > MAX_SEATS {
                return Err(source.wrong(format!("more than {MAX_SEATS} seats")));
            }
            source.advance()?;
        }
        Ok(true)
    }
}

/// `rounds.csv`, the rounds of one match at a time.
pub struct Rounds {
    source: Source,
    number: usize,
    ended_by: Option<usize>,
    paradox: Option<usize>,
    starter: Option<usize>,
    turns: Option<usize>,
    /// Where `points_1`, `points_2` … stand.
    points: Vec<usize>,
    gained: Vec<f64>,
}

impl Rounds {
    /// Opens the file.
    pub fn open(path: &Path) -> Result<Self, RowsError> {
        let source = Source::open(path)?;
        let number = source.required("match")?;
        let (ended_by, paradox) = (source.column("ended_by"), source.column("paradox"));
        let (starter, turns) = (source.column("starter"), source.column("turns"));
        let points = (1..).map_while(|seat| source.column(&format!("points_{seat}"))).collect();
        Ok(Rounds { source, number, ended_by, paradox, starter, turns, points, gained: Vec::new() })
    }

    /// Whether rounds say if they are a paradox.
    pub fn knows_paradox(&self) -> bool {
        self.paradox.is_some()
    }

    /// Whether rounds say who started and who gained what.
    pub fn knows_starter(&self) -> bool {
        self.starter.is_some() && !self.points.is_empty()
    }

    /// Whether rounds say who made the last turn.
    pub fn knows_last(&self) -> bool {
        self.knows_starter() && self.turns.is_some() && self.ended_by.is_some()
    }

    /// Shows `see` every round of match `number` of `seats` seats.
    pub fn of_match(&mut self, number: u64, seats: usize, mut see: impl FnMut(RoundRow<'_>)) -> Result<(), RowsError> {
        let source = &mut self.source;
        while source.more {
            let found: u64 = source.number(self.number)?;
            if found > number {
                break;
            }
            if found < number {
                return Err(source.wrong(format!("match {found} out of order")));
            }
            let ended_by = self.ended_by.map(|column| source.text(column)).transpose()?;
            let paradox = self.paradox.map(|column| matches!(&source.record[column], b"true" | b"1"));
            let starter: Option<usize> = match self.starter {
                Some(column) if !source.record[column].is_empty() => Some(source.number(column)?),
                _ => None,
            };
            if starter.is_some_and(|starter| !(1..=seats).contains(&starter)) {
                return Err(source.wrong(format!("starter is none of {seats} seats")));
            }
            let turns = self.turns.map(|column| source.number(column)).transpose()?;
            self.gained.clear();
            for column in self.points.iter().take(seats) {
                self.gained.push(source.number(*column)?);
            }
            let starter = starter.map(|starter| starter - 1);
            see(RoundRow { ended_by, paradox, starter, turns, points: &self.gained });
            source.advance()?;
        }
        Ok(())
    }
}

/// `luck.csv`, one seat of a match at a time.
pub struct Luck {
    source: Source,
    number: usize,
    /// The first column of luck; all that follow are too.
    first: usize,
    values: Vec<f64>,
}

impl Luck {
    /// Opens the file.
    pub fn open(path: &Path) -> Result<Self, RowsError> {
        let source = Source::open(path)?;
        let (number, first) = (source.required("match")?, source.required("entrant")? + 1);
        Ok(Luck { number, first, source, values: Vec::new() })
    }

    /// How many kinds of luck there are.
    pub fn kinds(&self) -> usize {
        self.source.headers.len() - self.first
    }

    /// Reads the next row, which must be of match `number`: the luck of one seat, by kind.
    pub fn of_seat(&mut self, number: u64) -> Result<&[f64], RowsError> {
        let source = &mut self.source;
        if !source.more || source.number::<u64>(self.number)? != number {
            return Err(source.wrong(format!("match {number} is not there, or not in order")));
        }
        self.values.clear();
        for column in self.first..source.headers.len() {
            self.values.push(source.number(column)?);
        }
        source.advance()?;
        Ok(&self.values)
    }
}
