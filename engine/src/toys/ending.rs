//! The common part of the records of toy games with a single round.

use ergo_core::field::Field;
use ergo_core::game::Outcome;
use ergo_core::seat::{Seat, SeatMap};

/// The columns that [`Ending::write`] fills.
pub(super) const COLUMNS: &[&str] =
    &["starter", "turns", "ended_by", "points_1", "points_2", "score_1", "score_2", "winner"];

/// The end of a two-seat match with a single round, in which points and scores are the same.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ending {
    /// Number of actions played.
    pub turns: u32,
    /// The reason for the end.
    pub ended_by: &'static str,
    /// Scores and winners.
    pub outcome: Outcome,
}

impl Ending {
    /// Passes one value per name of [`COLUMNS`] to `field`.
    pub(super) fn write(&self, field: &mut dyn FnMut(Field<'_>)) {
        let [first, second] = [Seat::new(0), Seat::new(1)];
        field(first.into());
        field(self.turns.into());
        field(self.ended_by.into());
        for _points_then_scores in 0..2 {
            field(self.points()[first].into());
            field(self.points()[second].into());
        }
        match (self.outcome.winners[first], self.outcome.winners[second]) {
            (true, true) => field("1+2".into()),
            (true, false) => field(first.into()),
            _ => field(second.into()),
        }
    }

    /// Returns the points of each seat, which are also its score.
    pub(super) fn points(&self) -> &SeatMap<i32> {
        &self.outcome.scores
    }
}
