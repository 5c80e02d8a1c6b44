//! The part of the rules that an equity table depends on, and rotation of the turn order.

use ergo_engine::ergo::rules::{Rules, Starter, Ties};
use ergo_engine::seat::SeatCount;

/// The part of the rules that an equity table depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchEnding {
    /// Number of seats, 2 to 4.
    pub seats: SeatCount,
    /// The score that ends the match, 1 to [`MOST_TARGET`].
    pub target: u32,
    /// The effect of a tie for first place.
    pub ties: Ties,
    /// The rule for who starts the next round.
    pub starter: Starter,
}

/// The largest target of a table, whose size grows with the fourth power of the target.
pub const MOST_TARGET: u32 = 60;

impl MatchEnding {
    /// Returns the relevant part of `rules`.
    pub fn from_rules(rules: &Rules) -> Self {
        MatchEnding { seats: rules.seats, target: rules.target, ties: rules.ties, starter: rules.starter }
    }
}

/// Maximum number of seats of a table.
pub(super) const SEATS: usize = ergo_engine::ergo::state::SEATS;

/// Rotates values by turn order when the start moves on: the value of position 1 becomes that of position 0.
pub(super) fn rotated<T: Copy>(values: [T; SEATS], seats: usize) -> [T; SEATS] {
    let mut moved = values;
    moved[..seats].rotate_left(1);
    moved
}

/// The inverse of [`rotated`].
pub(super) fn rotated_back<T: Copy>(values: [T; SEATS], seats: usize) -> [T; SEATS] {
    let mut moved = values;
    moved[..seats].rotate_right(1);
    moved
}
