//! The serialized form of the observation for external programs: in the notation, seats counted from 1.

use ergo_core::seat::Seat;
use serde::{Serialize, Serializer};

use super::state::Observation;

#[derive(Serialize)]
struct Outward {
    position: String,
    ply: usize,
    count: u32,
    to_move: Option<Seat>,
    white: Seat,
    starter: Seat,
    game: u32,
    begun: String,
    opening: u32,
    actions: Vec<String>,
    scores: [i32; 2],
}

impl Serialize for Observation {
    /// Serializes `position`, `ply`, `count` and `to_move` as in transcripts; `white` and `starter`, the seats that
    /// play White and that started; `game`, the 1-based number of the game; `begun`, the initial position; `opening`,
    /// the number of random actions at the start of `actions`; all `actions` of the game; `scores`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let outward = Outward {
            position: self.position.to_string(),
            ply: self.log.0.len(),
            count: self.count,
            to_move: self.end.is_none().then(|| self.seat_of(self.position.to_move)),
            white: self.white,
            starter: self.starter,
            game: self.game,
            begun: self.first.to_string(),
            opening: self.opening,
            actions: self.log.0.iter().map(ToString::to_string).collect(),
            scores: self.scores,
        };
        outward.serialize(serializer)
    }
}
