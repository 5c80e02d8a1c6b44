//! How one seat counts seats and letters.

use ergo_engine::ergo::state::SEATS;
use ergo_engine::ergo::truth::TruthTable;

/// One seat's way of counting seats and letters.
#[derive(Clone, Copy, Debug)]
pub struct Angle {
    pub(super) seats: usize,
    pub(super) me: usize,
    /// For each letter counted from the seat: its place among A to D.
    pub(super) letters: [usize; SEATS],
    /// For each row of a truth table: its place when letters are counted from the seat.
    pub(super) rows: [u8; 16],
}

impl Angle {
    /// The angle of seat number `me`, from 0, of `seats`.
    pub fn new(seats: usize, me: usize) -> Self {
        let letters = std::array::from_fn(|i| if i < seats { (me + i) % seats } else { i });
        let row = |row: usize| (0..SEATS).map(|i| (row >> letters[i] & 1) << i).sum::<usize>() as u8;
        Angle { seats, me, letters, rows: std::array::from_fn(row) }
    }

    /// A seat counted from this one.
    pub(super) fn of_seat(&self, seat: usize) -> usize {
        (seat + self.seats - self.me) % self.seats
    }

    /// The truth table of a letter counted from this seat.
    pub(super) fn letter(&self, i: usize) -> TruthTable {
        TruthTable::VARIABLES[self.letters[i]]
    }
}
