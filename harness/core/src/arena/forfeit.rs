//! Who wins where somebody gives up.

use ergo_engine::seat::{Seat, SeatMap};

/// Who wins a match that `seat` forfeits: the best of the others.
pub(crate) fn forfeit_winners(scores: &SeatMap<i32>, seat: Seat) -> SeatMap<bool> {
    let others = scores.entries().filter(|(other, _)| *other != seat);
    let best = others.map(|(_, score)| *score).max();
    SeatMap::from_fn(scores.seats(), |other| other != seat && Some(scores[other]) == best)
}
