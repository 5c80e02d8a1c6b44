//! The part of the rules that a table depends on, and places that move.

use ergo_engine::ergo::rules::{Rules, Starter, Ties};
use ergo_engine::seat::SeatCount;

/// The part of the rules that a table depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchEnding {
    /// Two to four.
    pub seats: SeatCount,
    /// Points that end the match, 1 to [`MOST_TARGET`].
    pub target: u32,
    /// The effect of a tie at the top then.
    pub ties: Ties,
    /// Who starts the next round.
    pub starter: Starter,
}

/// The largest target that a table can be made for: four seats take its fourth power of values.
pub const MOST_TARGET: u32 = 60;

impl MatchEnding {
    /// That of `rules`.
    pub fn from_rules(rules: &Rules) -> Self {
        MatchEnding { seats: rules.seats, target: rules.target, ties: rules.ties, starter: rules.starter }
    }
}

/// The most seats a table has.
pub(super) const SEATS: usize = ergo_engine::ergo::state::SEATS;

/// The values of places 1, 2, …, 0, and so round: what is at place 0 was at place 1 before, as the start moves on.
pub(super) fn rotated<T: Copy>(values: [T; SEATS], seats: usize) -> [T; SEATS] {
    let mut moved = values;
    moved[..seats].rotate_left(1);
    moved
}

/// The way back of [`rotated`].
pub(super) fn rotated_back<T: Copy>(values: [T; SEATS], seats: usize) -> [T; SEATS] {
    let mut moved = values;
    moved[..seats].rotate_right(1);
    moved
}
