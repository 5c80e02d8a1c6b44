//! `luck.csv`: what chance gave every seat in every match.

use std::path::Path;

use crate::rows::read::{RowsError, Source};

/// `luck.csv`, one seat of a match at a time.
pub(super) struct Rows {
    source: Source,
    number: usize,
    /// The first column of luck; all that follow are too.
    first: usize,
    values: Vec<f64>,
}

impl Rows {
    /// Opens the file.
    pub(super) fn open(path: &Path) -> Result<Self, RowsError> {
        let source = Source::open(path)?;
        let (number, first) = (source.required("match")?, source.required("entrant")? + 1);
        Ok(Rows { number, first, source, values: Vec::new() })
    }

    /// How many kinds of luck there are.
    pub(super) fn kinds(&self) -> usize {
        self.source.headers.len() - self.first
    }

    /// Reads the next row, which must be of match `number`: the luck of one seat, by kind.
    pub(super) fn of_seat(&mut self, number: u64) -> Result<&[f64], RowsError> {
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
