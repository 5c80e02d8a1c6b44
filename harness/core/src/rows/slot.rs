//! The position of a match in a schedule.

/// A match of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Number of the match in the experiment, from 1.
    pub number: u64,
    /// Index of the arm.
    pub arm: usize,
    /// Index of the table.
    pub table: usize,
    /// Number of the deal, from 1.
    pub deal: u64,
    /// Number of the rotation, from 1, as in [`seating`](crate::rows::seating).
    pub rotation: usize,
}
