//! Numbering of seats and letters from one seat's point of view.

use ergo_engine::ergo::state::SEATS;
use ergo_engine::ergo::truth::TruthTable;

/// Numbering of seats and letters from one seat's point of view: the own seat and its letter are 0.
#[derive(Clone, Copy, Debug)]
pub struct Perspective {
    pub(super) seats: usize,
    pub(super) me: usize,
    /// For each letter counted from the seat, its index among A to D.
    pub(super) letters: [usize; SEATS],
    /// For each row of a truth table, its index if letters are counted from the seat.
    pub(super) rows: [u8; 16],
    /// For each set of proven letters, as bits: 1 if the own letter is in it, less the share of rivals whose
    /// letters are.
    shares: [f32; 16],
}

impl Perspective {
    /// Creates the perspective of seat `me` (from 0) of `seats` seats.
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
        Perspective { seats, me, letters, rows: std::array::from_fn(row), shares: std::array::from_fn(share) }
    }

    /// Returns the own share less the mean of the rivals' shares, for proven letters as returned by [`proven`].
    #[inline]
    pub(super) fn share(&self, proven: u8) -> f32 {
        self.shares[usize::from(proven & 15)]
    }

    pub(super) fn of_seat(&self, seat: usize) -> usize {
        (seat + self.seats - self.me) % self.seats
    }

    pub(super) fn letter(&self, i: usize) -> TruthTable {
        TruthTable::VARIABLES[self.letters[i]]
    }
}

/// Returns the letters that a truth table proves, as bits; a paradox proves none.
#[inline]
pub(super) fn proven(all: TruthTable) -> u8 {
    // Each letter has a group of sixteen bits, one per assignment: set where the premises are true and the letter
    // is false. A letter is proven if its group is 0.
    const EACH: u64 = 0x0001_0001_0001_0001;
    const TOP: u64 = 0x8000 * EACH;
    const FALSE: u64 = {
        let [a, b, c, d] = TruthTable::VARIABLES;
        !(a.0 as u64 | (b.0 as u64) << 16 | (c.0 as u64) << 32 | (d.0 as u64) << 48)
    };
    /// Moves the lowest bits of the four groups next to each other.
    const TOGETHER: u64 = 1 << 48 | 1 << 33 | 1 << 18 | 1 << 3;
    let refuted = (u64::from(all.0) * EACH) & FALSE;
    let some = ((refuted & !TOP) + !TOP) | refuted;
    let letters = (((!some & TOP) >> 15).wrapping_mul(TOGETHER) >> 48) & 15;
    if all == TruthTable::FALSE { 0 } else { letters as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For every truth table, the result equals a test of each letter separately.
    #[test]
    fn proven_equals_test_of_each_letter() {
        for table in (0..=u16::MAX).map(TruthTable) {
            let alone = |place: usize| {
                let refuted = table & !TruthTable::VARIABLES[place];
                table != TruthTable::FALSE && refuted == TruthTable::FALSE
            };
            let letters: u8 = (0..SEATS).map(|place| u8::from(alone(place)) << place).sum();
            assert_eq!(proven(table), letters, "{table:?}");
        }
    }
}
