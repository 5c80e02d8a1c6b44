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
    /// For each set of letters that are proven, one bit each: the own share of it less the mean of the rivals', 1 if only the own letter
    /// is proven, -1 if all others' are.
    shares: [f32; 16],
}

impl Angle {
    /// The angle of seat number `me`, from 0, of `seats`.
    pub fn new(seats: usize, me: usize) -> Self {
        let letters = std::array::from_fn(|i| if i < seats { (me + i) % seats } else { i });
        let row = |row: usize| (0..SEATS).map(|i| (row >> letters[i] & 1) << i).sum::<usize>() as u8;
        let share = |proven: usize| {
            let proven = |i: usize| (proven >> letters[i] & 1) as f32;
            let mut rivals = 0.0;
            for i in 1..seats {
                rivals += proven(i);
            }
            proven(0) - rivals / (seats - 1) as f32
        };
        Angle { seats, me, letters, rows: std::array::from_fn(row), shares: std::array::from_fn(share) }
    }

    /// The own share less the rivals' of those who are `proven`, as [`proven`] gives them.
    #[inline]
    pub(super) fn share(&self, proven: u8) -> f32 {
        self.shares[usize::from(proven & 15)]
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

/// The letters that a truth table proves, one bit each.
#[inline]
pub(super) fn proven(all: TruthTable) -> u8 {
    let proves = |place: usize| u8::from(all & !TruthTable::VARIABLES[place] == TruthTable::FALSE) << place;
    let letters = proves(0) | proves(1) | proves(2) | proves(3);
    if all == TruthTable::FALSE { 0 } else { letters }
}
