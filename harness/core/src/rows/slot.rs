//! One match of a schedule, by its place there.

/// One match to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Counted from 1 over the whole experiment.
    pub number: u64,
    /// Index of the arm.
    pub arm: usize,
    /// Index of the table.
    pub table: usize,
    /// Counted from 1.
    pub deal: u64,
    /// Which seating, counted from 1 as in [`seating`](crate::rows::seating).
    pub rotation: usize,
}
