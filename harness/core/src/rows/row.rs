//! Rows with typed values, from which lines are written and measures are read without parsing.

use std::fmt::Write;

use ergo_engine::field::Field;

use super::quoted::{push, quote, whole};
use crate::measure::Derived;

/// The row of a round, or of a round and seat.
#[derive(Default)]
pub(crate) struct RowBuffer {
    cells: Vec<Stored>,
    /// All texts, one after another.
    text: String,
    /// The part of the line that all rows of a match have in common, and its numbers of cells and bytes of text.
    head: Vec<u8>,
    common: (usize, usize),
    /// Values derived from some columns while their types are known.
    derived: Vec<(usize, Derived, Option<f64>)>,
    seats: usize,
}

#[derive(Clone, Copy)]
enum Stored {
    Whole(i64),
    /// The byte range of its text.
    Text(usize, usize),
}

/// The value in a column.
#[derive(Clone, Copy)]
pub(crate) enum CellRef<'r> {
    /// A whole number.
    Whole(i64),
    /// A text.
    Text(&'r [u8]),
}

impl RowBuffer {
    /// Creates a row; `derived` are functions of the values in some columns.
    pub(crate) fn new(derived: &[(usize, Derived)]) -> Self {
        let derived = derived.iter().map(|(column, derived)| (*column, *derived, None)).collect();
        RowBuffer { derived, ..RowBuffer::default() }
    }

    /// Begins the rows of a match at a table of `seats` seats, with their `common` first values.
    pub(crate) fn begin(&mut self, seats: usize, common: &[Field<'_>]) {
        self.seats = seats;
        self.cells.clear();
        self.text.clear();
        self.head.clear();
        for field in common {
            self.push(*field);
            push(&mut self.head, *field);
            self.head.push(b',');
        }
        self.common = (self.cells.len(), self.text.len());
    }

    /// Begins the next row of the match.
    pub(crate) fn next(&mut self) {
        self.cells.truncate(self.common.0);
        self.text.truncate(self.common.1);
    }

    /// Adds a value.
    pub(crate) fn push(&mut self, field: Field<'_>) {
        for (column, Derived(of), made) in &mut self.derived {
            if *column == self.cells.len() {
                *made = of(field, self.seats);
            }
        }
        let start = self.text.len();
        match field {
            Field::Whole(number) => return self.cells.push(Stored::Whole(number)),
            Field::Text(text) => self.text.push_str(text),
            Field::Other(shown) => write!(self.text, "{shown}").expect("a String takes every text"),
        }
        self.cells.push(Stored::Text(start, self.text.len()));
    }

    /// Returns the value in a column.
    pub(crate) fn cell(&self, column: usize) -> CellRef<'_> {
        match self.cells[column] {
            Stored::Whole(number) => CellRef::Whole(number),
            Stored::Text(start, end) => CellRef::Text(&self.text.as_bytes()[start..end]),
        }
    }

    /// Returns the value derived from the one in a column.
    pub(crate) fn derived(&self, column: usize, derived: Derived) -> Option<f64> {
        self.derived.iter().find(|(at, of, _)| *at == column && *of == derived).and_then(|(.., made)| *made)
    }

    /// Appends the line to `out`.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.head);
        for (i, column) in (self.common.0..self.cells.len()).enumerate() {
            if i > 0 {
                out.push(b',');
            }
            match self.cell(column) {
                CellRef::Whole(number) => whole(out, number),
                CellRef::Text(text) => quote(out, text),
            }
        }
        out.push(b'\n');
    }
}
