//! One match of each number of seats, round by round: an example of how a match goes.

use ergo_engine::seat::MAX_SEATS;

use crate::rows::read::{GameRow, GameRows, MatchRows, RowsError};

/// Shorter matches show nothing.
const FEWEST_ROUNDS: u64 = 4;

/// A match and its scores.
#[derive(Debug, PartialEq)]
pub(crate) struct Worm {
    /// The arm.
    pub arm: String,
    /// Its number.
    pub number: u64,
    /// Entrants by seat.
    pub entrants: Vec<String>,
    /// The scores after each round, by seat.
    pub scores: Vec<Vec<f64>>,
}

/// The first match of each number of seats that has [`FEWEST_ROUNDS`].
pub(super) struct Worms {
    /// Where the scores stand, by seat.
    columns: Vec<usize>,
    open: bool,
    found: Vec<Worm>,
}

impl Worms {
    /// None yet.
    pub(super) fn new(rounds: &GameRows) -> Self {
        let columns = (1..=MAX_SEATS).map_while(|seat| rounds.column(&format!("score_{seat}"))).collect();
        Worms { columns, open: false, found: Vec::new() }
    }

    /// The rounds that come now are of this match.
    pub(super) fn begin(&mut self, found: &MatchRows) {
        let seats = found.seats.len();
        let is_known = self.found.iter().any(|worm| worm.entrants.len() == seats);
        self.open = !is_known && found.rounds >= FEWEST_ROUNDS && seats <= self.columns.len();
        if self.open {
            let entrants = found.seats.iter().map(|seat| seat.entrant.clone()).collect();
            self.found.push(Worm { arm: found.arm.clone(), number: found.number, entrants, scores: Vec::new() });
        }
    }

    /// Adds a round of that match.
    pub(super) fn add_round(&mut self, row: &GameRow<'_>) -> Result<(), RowsError> {
        let Some(worm) = self.found.last_mut().filter(|_| self.open) else { return Ok(()) };
        let scores = self.columns[..worm.entrants.len()].iter().map(|column| row.number(*column));
        worm.scores.push(scores.collect::<Result<_, _>>()?);
        Ok(())
    }

    /// What was found, by number of seats.
    pub(super) fn done(mut self) -> Vec<Worm> {
        self.found.sort_by_key(|worm| worm.entrants.len());
        self.found
    }
}
