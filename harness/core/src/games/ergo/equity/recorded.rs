//! Recorded matches of ERGO, round by round.

use std::fs::File;
use std::path::{Path, PathBuf};

use csv::ByteRecord;
use ergo_engine::seat::{Seat, SeatCount, SeatMap};

use crate::folder::regular;
use crate::rows::read::{MatchRows, Matches, RowsError};
use crate::rows::{FILES, MATCHES};

/// One match as its rows tell it.
pub struct Recorded {
    /// The arm.
    pub arm: String,
    /// Number of the deal.
    pub deal: u64,
    /// Who played, in seat order.
    pub entrants: Vec<String>,
    /// The share of the win of each seat.
    pub shares: Vec<f64>,
    /// Whether a fault cut it short.
    pub fault: bool,
    /// Its rounds in order.
    pub rounds: Vec<Round>,
}

/// One round.
pub struct Round {
    /// Who started it.
    pub starter: Seat,
    /// The points it paid.
    pub points: SeatMap<i32>,
    /// The scores after it.
    pub scores: SeatMap<i32>,
}

/// Shows `see` every match recorded in `folder`, in order.
pub fn each_match(folder: &Path, mut see: impl FnMut(&Recorded)) -> Result<(), RowsError> {
    let mut matches = Matches::open(&folder.join(MATCHES))?;
    let mut rounds = Rounds::open(&folder.join(FILES[0]))?;
    let mut rows = MatchRows::default();
    while matches.next(&mut rows)? {
        let seats = rows.seats.len();
        see(&Recorded {
            arm: rows.arm.clone(),
            deal: rows.deal,
            entrants: rows.seats.iter().map(|seat| seat.entrant.clone()).collect(),
            shares: rows.seats.iter().map(|seat| seat.share).collect(),
            fault: rows.seats.iter().any(|seat| !seat.fault.is_empty()),
            rounds: rounds.of_match(rows.number, rows.rounds, SeatCount::new(seats))?,
        });
    }
    Ok(())
}

/// `rounds.csv`, with a record read ahead.
struct Rounds {
    path: PathBuf,
    reader: csv::Reader<File>,
    record: ByteRecord,
    more: bool,
    number: usize,
    starter: usize,
    points: usize,
    scores: usize,
}

impl Rounds {
    fn open(path: &Path) -> Result<Self, RowsError> {
        let file = regular::open(path).map_err(|error| RowsError::Io { path: path.to_owned(), error })?;
        let mut reader = csv::ReaderBuilder::new().buffer_capacity(1 << 16).from_reader(file);
        let failed = |error: csv::Error| RowsError::Csv { path: path.to_owned(), error: error.to_string() };
        let headers = reader.headers().map_err(failed)?.clone();
        let column = |name: &'static str| {
            let found = headers.iter().position(|header| header == name);
            found.ok_or_else(|| RowsError::Column { path: path.to_owned(), column: name.to_owned() })
        };
        let (number, starter) = (column("match")?, column("starter")?);
        let (points, scores) = (column("points_1")?, column("score_1")?);
        let mut rounds = Rounds {
            path: path.to_owned(),
            reader,
            record: ByteRecord::new(),
            more: true,
            number,
            starter,
            points,
            scores,
        };
        rounds.advance()?;
        Ok(rounds)
    }

    fn advance(&mut self) -> Result<(), RowsError> {
        let read = self.reader.read_byte_record(&mut self.record);
        self.more = read.map_err(|error| RowsError::Csv { path: self.path.clone(), error: error.to_string() })?;
        Ok(())
    }

    fn wrong(&self, what: &str) -> RowsError {
        let line = self.record.position().map_or(0, csv::Position::line);
        RowsError::Row { path: self.path.clone(), line, what: what.to_owned() }
    }

    /// A whole number from 0 to `most`.
    fn number(&self, column: usize, most: u64) -> Result<u64, RowsError> {
        let text = self.record.get(column).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default();
        let number = text.parse().ok().filter(|number| *number <= most);
        number.ok_or_else(|| self.wrong(&format!("column {} = {text:?} is not the number it should be", column + 1)))
    }

    fn each_seat(&self, first: usize, seats: SeatCount) -> Result<SeatMap<i32>, RowsError> {
        let values = seats.iter().map(|seat| Ok(self.number(first + seat.index(), u16::MAX.into())? as i32));
        let values = values.collect::<Result<Vec<i32>, RowsError>>()?;
        Ok(SeatMap::from_fn(seats, |seat| values[seat.index()]))
    }

    /// The rounds of match `number`, of which there are `count`.
    fn of_match(&mut self, number: u64, count: u64, seats: SeatCount) -> Result<Vec<Round>, RowsError> {
        let mut rounds = Vec::new();
        while self.more && self.number(self.number, u64::MAX)? == number {
            let starter = self.number(self.starter, seats.get() as u64)?;
            let Some(starter) = starter.checked_sub(1) else { return Err(self.wrong("starter = 0")) };
            rounds.push(Round {
                starter: Seat::new(starter as usize),
                points: self.each_seat(self.points, seats)?,
                scores: self.each_seat(self.scores, seats)?,
            });
            self.advance()?;
        }
        if rounds.len() as u64 != count {
            return Err(
                self.wrong(&format!("match {number} has {} rounds above, not the {count} it should", rounds.len()))
            );
        }
        Ok(rounds)
    }
}
