//! Rows with a game's own columns, either read from a file or just written with typed values.

use std::borrow::Cow;
use std::path::Path;
use std::str::FromStr;

use super::quoted::whole;
use super::read::{CsvSource, RowsError, is_plain};
use super::row::{CellRef, RowBuffer};
use crate::measure::Derived;

/// Reads `rounds.csv` or `seats.csv` match by match.
pub(crate) struct GameRows {
    source: CsvSource,
    number: usize,
}

impl GameRows {
    /// Opens the file.
    pub(crate) fn open(path: &Path) -> Result<Self, RowsError> {
        let source = CsvSource::open(path)?;
        Ok(GameRows { number: source.required("match")?, source })
    }

    /// Returns the column names.
    pub(crate) fn headers(&self) -> &[String] {
        &self.source.headers
    }

    /// Returns the index of a required column.
    pub(crate) fn required(&self, name: &str) -> Result<usize, RowsError> {
        self.source.required(name)
    }

    /// Calls `see` with every row of match `number`.
    pub(crate) fn of_match(
        &mut self,
        number: u64,
        mut see: impl FnMut(GameRow<'_>) -> Result<(), RowsError>,
    ) -> Result<(), RowsError> {
        let source = &mut self.source;
        while source.more {
            let found: u64 = source.number(self.number)?;
            if found > number {
                break;
            }
            if found < number {
                return Err(source.wrong(format!("match {found} out of order")));
            }
            see(GameRow::Read(source))?;
            source.advance()?;
        }
        Ok(())
    }
}

/// A row of `rounds.csv` or `seats.csv`.
#[derive(Clone, Copy)]
pub(crate) enum GameRow<'r> {
    /// A row from a file.
    Read(&'r CsvSource),
    /// A row that is being written.
    Written(&'r RowBuffer),
}

/// A text to compare cells with.
pub(crate) struct CellPattern {
    text: Vec<u8>,
    /// The text as a whole number, if it is one.
    whole: Option<i64>,
}

impl From<&String> for CellPattern {
    fn from(text: &String) -> Self {
        let whole = text.parse::<i64>().ok().filter(|whole| whole.to_string() == *text);
        CellPattern { text: text.as_bytes().to_vec(), whole }
    }
}

impl<'r> GameRow<'r> {
    fn cell(self, column: usize) -> CellRef<'r> {
        match self {
            GameRow::Read(source) => CellRef::Text(source.bytes(column)),
            GameRow::Written(row) => row.cell(column),
        }
    }

    /// Returns true if the cell in a column equals `wanted`.
    pub(crate) fn is(self, column: usize, wanted: &CellPattern) -> bool {
        match self.cell(column) {
            CellRef::Whole(number) => wanted.whole == Some(number),
            CellRef::Text(text) => *text == wanted.text,
        }
    }

    /// Returns true if the cell in a column is empty.
    pub(crate) fn is_empty(self, column: usize) -> bool {
        matches!(self.cell(column), CellRef::Text([]))
    }

    /// Appends the cell in a column to `bytes`.
    pub(crate) fn append(self, column: usize, bytes: &mut Vec<u8>) {
        match self.cell(column) {
            CellRef::Whole(number) => whole(bytes, number),
            CellRef::Text(text) => bytes.extend_from_slice(text),
        }
    }

    /// Returns the cell in a column as text.
    pub(crate) fn text(self, column: usize) -> Result<Cow<'r, str>, RowsError> {
        match self.cell(column) {
            CellRef::Whole(number) => Ok(Cow::Owned(number.to_string())),
            CellRef::Text(text) => std::str::from_utf8(text)
                .map(Cow::Borrowed)
                .map_err(|_| self.wrong(format!("column {} is not UTF-8", column + 1))),
        }
    }

    /// Returns the number in a column.
    pub(crate) fn number(self, column: usize) -> Result<f64, RowsError> {
        match self.cell(column) {
            CellRef::Whole(number) => Ok(number as f64),
            CellRef::Text(text) => self.parsed(column, text),
        }
    }

    /// Returns the count in a column.
    pub(crate) fn count(self, column: usize) -> Result<u64, RowsError> {
        match self.cell(column) {
            CellRef::Whole(number) => number.try_into().map_err(|_| self.no_number(column, &number.to_string())),
            CellRef::Text(text) => self.parsed(column, text),
        }
    }

    /// Returns the seat index in a column, one of `seats` seats; `None` if the cell is empty.
    pub(crate) fn seat(self, column: usize, seats: usize) -> Result<Option<usize>, RowsError> {
        if self.is_empty(column) {
            return Ok(None);
        }
        let seat = self.count(column)?;
        if !(1..=seats as u64).contains(&seat) {
            return Err(self.wrong(format!("{} is not one of {seats} seats", self.name(column))));
        }
        Ok(Some(seat as usize - 1))
    }

    /// Returns the value derived from the cell in a column.
    pub(crate) fn derived(self, column: usize, derived: Derived, seats: usize) -> Result<Option<f64>, RowsError> {
        match self {
            GameRow::Read(source) => Ok((derived.0)(source.text(column)?.into(), seats)),
            GameRow::Written(row) => Ok(row.derived(column, derived)),
        }
    }

    fn parsed<T: FromStr>(self, column: usize, text: &[u8]) -> Result<T, RowsError> {
        let number = std::str::from_utf8(text).ok().filter(|_| is_plain(text)).and_then(|text| text.parse().ok());
        number.ok_or_else(|| self.no_number(column, &String::from_utf8_lossy(text)))
    }

    fn no_number(self, column: usize, text: &str) -> RowsError {
        self.wrong(format!("{} = {text:?} is not a valid number", self.name(column)))
    }

    fn name(self, column: usize) -> String {
        match self {
            GameRow::Read(source) => source.headers[column].clone(),
            GameRow::Written(_) => format!("column {}", column + 1),
        }
    }

    fn wrong(self, what: String) -> RowsError {
        match self {
            GameRow::Read(source) => source.wrong(what),
            GameRow::Written(_) => RowsError::Row { path: "rows that are played".into(), line: 0, what },
        }
    }
}
