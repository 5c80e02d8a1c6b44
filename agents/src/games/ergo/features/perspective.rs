//! How one seat counts seats and letters.

use ergo_engine::ergo::state::SEATS;
use ergo_engine::ergo::truth::TruthTable;

/// One seat's way of counting seats and letters.
#[derive(Clone, Copy, Debug)]
pub struct Perspective {
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

impl Perspective {
    /// The perspective of seat number `me`, from 0, of `seats`.
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

    /// The own share less the rivals' of those who are `proven`, as [`proven`] gives them.
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

/// The letters that a truth table proves, one bit each; a paradox proves none.
#[inline]
pub(super) fn proven(all: TruthTable) -> u8 {
    // Each letter has sixteen bits, for the assignments in which it is false and the premises true: all 0 where it is proven.
    const EACH: u64 = 0x0001_0001_0001_0001;
    const TOP: u64 = 0x8000 * EACH;
    const FALSE: u64 = {
        let [a, b, c, d] = TruthTable::VARIABLES;
        !(a.0 as u64 | (b.0 as u64) << 16 | (c.0 as u64) << 32 | (d.0 as u64) << 48)
    };
    /// Brings the lowest bits of the four together.
    const TOGETHER: u64 = 1 << 48 | 1 << 33 | 1 << 18 | 1 << 3;
    let refuted = (u64::from(all.0) * EACH) & FALSE;
    let some = ((refuted & !TOP) + !TOP) | refuted;
    let letters = (((!some & TOP) >> 15).wrapping_mul(TOGETHER) >> 48) & 15;
    if all == TruthTable::FALSE { 0 } else { letters as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By each letter alone, for every truth table there is.
    #[test]
    fn a_letter_is_proven_where_it_is_true_in_all_that_is_left() {
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
