//! One match of each number of seats, round by round: an example of how a match goes.

use crate::rows::read::MatchRows;

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
#[derive(Default)]
pub(super) struct Worms(Vec<Worm>);

impl Worms {
    /// Whether this match will be shown if its scores are known.
    pub(super) fn wants(&self, found: &MatchRows) -> bool {
        found.rounds >= FEWEST_ROUNDS && !self.0.iter().any(|worm| worm.entrants.len() == found.seats.len())
    }

    /// Takes a match with its scores after every round, if they are known.
    pub(super) fn add(&mut self, found: &MatchRows, scores: &[f64]) {
        if self.wants(found) && !scores.is_empty() {
            let entrants = found.seats.iter().map(|seat| seat.entrant.clone()).collect();
            let scores = scores.chunks(found.seats.len()).map(<[f64]>::to_vec).collect();
            self.0.push(Worm { arm: found.arm.clone(), number: found.number, entrants, scores });
        }
    }

    /// Puts them in the order of their numbers of seats.
    pub(super) fn sort(&mut self) {
        self.0.sort_by_key(|worm| worm.entrants.len());
    }

    /// The matches found.
    pub(super) fn all(&self) -> &[Worm] {
        &self.0
    }
}
