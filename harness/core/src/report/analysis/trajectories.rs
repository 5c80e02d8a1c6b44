//! Scores over the rounds of an example match for each number of seats.

use super::{Analysis, PlotFile, RunData};
use crate::rows::read::{MatchRows, RowsError};

/// The smallest number of rounds of an example.
const FEWEST_ROUNDS: u64 = 4;

/// A match with its scores.
struct Trajectory {
    arm: String,
    number: u64,
    /// The entrants by seat.
    entrants: Vec<String>,
    /// The scores after each round, by seat.
    scores: Vec<Vec<f64>>,
}

/// The first match of each number of seats with at least [`FEWEST_ROUNDS`] rounds.
#[derive(Default)]
pub(super) struct Trajectories(Vec<Trajectory>);

impl Analysis for Trajectories {
    fn wants_scores(&self, found: &MatchRows) -> bool {
        found.rounds >= FEWEST_ROUNDS && !self.0.iter().any(|known| known.entrants.len() == found.seats.len())
    }

    fn on_match(&mut self, found: &MatchRows, scores: &[f64]) {
        if self.wants_scores(found) && !scores.is_empty() {
            let entrants = found.seats.iter().map(|seat| seat.entrant.clone()).collect();
            let scores = scores.chunks(found.seats.len()).map(<[f64]>::to_vec).collect();
            self.0.push(Trajectory { arm: found.arm.clone(), number: found.number, entrants, scores });
        }
    }

    fn estimate(&mut self, _: &mut RunData<'_>) -> Result<(), RowsError> {
        self.0.sort_by_key(|known| known.entrants.len());
        Ok(())
    }

    fn files(&self, _: &RunData<'_>) -> Vec<PlotFile> {
        if self.0.is_empty() { Vec::new() } else { vec![file(&self.0)] }
    }
}

fn file(all: &[Trajectory]) -> PlotFile {
    let mut rows = Vec::new();
    for one in all {
        for (scores, round) in one.scores.iter().zip(1_u32..) {
            for (seat, score) in scores.iter().enumerate() {
                rows.push(vec![
                    one.arm.clone(),
                    one.number.to_string(),
                    round.to_string(),
                    (seat + 1).to_string(),
                    one.entrants[seat].clone(),
                    score.to_string(),
                ]);
            }
        }
    }
    PlotFile::new("plots/worms.csv", &["arm", "match", "round", "seat", "entrant", "score"], &rows)
}
