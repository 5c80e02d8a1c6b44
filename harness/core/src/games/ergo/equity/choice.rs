//! Which recorded matches count, and their rounds.

use std::path::Path;

use ergo_agents::games::ergo::equity::RoundPoints;
use ergo_engine::seat::SeatCount;

use super::recorded::{Recorded, each_match};
use crate::rows::read::RowsError;

/// Groups of deals, one of which is left out at a time.
pub(super) const GROUPS: u64 = 10;

/// Which recorded matches count.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Those of this arm.
    pub arm: String,
    /// Those of so many seats, if it says.
    pub seats: Option<usize>,
    /// Those in which only these play, if it names any.
    pub entrants: Vec<String>,
    /// All but one group of deals: those whose number leaves another rest.
    pub without: Option<u64>,
}

impl Choice {
    /// Whether a match counts. One that a fault cut short never does.
    pub fn takes(&self, played: &Recorded) -> bool {
        let seats = played.entrants.len();
        played.arm == self.arm
            && !played.fault
            && self.without.is_none_or(|group| played.deal % GROUPS != group)
            && self.seats.is_none_or(|wanted| wanted == seats)
            && (self.entrants.is_empty() || played.entrants.iter().all(|name| self.entrants.contains(name)))
    }
}

/// Why rows make no table.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum NoRounds {
    #[error(transparent)]
    Rows(#[from] RowsError),
    #[error("{0}: no match of arm \"{1}\" has just those entrants and seats, expected some")]
    None(String, String),
    #[error("{0}: tables of {1} and of {2} seats, expected --seats to say which")]
    Sizes(String, usize, usize),
    #[error("{0}: tables of {1} seats, expected 2 to 4")]
    Seats(String, usize),
}

/// The rounds of the matches in `folder` that `choice` takes, and how many matches that were.
pub fn rounds_of(folder: &Path, choice: &Choice) -> Result<(RoundPoints, u64), NoRounds> {
    let name = || folder.display().to_string();
    let mut found: Option<RoundPoints> = None;
    let (mut matches, mut other) = (0, None);
    each_match(folder, |played| {
        if !choice.takes(played) {
            return;
        }
        let seats = played.entrants.len();
        if !(2..=4).contains(&seats) {
            other = Some(seats);
            return;
        }
        let rounds = found.get_or_insert_with(|| RoundPoints::new(SeatCount::new(seats)));
        if rounds.seats().get() != seats {
            other = Some(seats);
            return;
        }
        played.rounds.iter().for_each(|round| rounds.push(round.starter, &round.points));
        matches += 1;
    })?;
    match (found, other) {
        (Some(rounds), None) => Ok((rounds, matches)),
        (Some(rounds), Some(other)) => Err(NoRounds::Sizes(name(), rounds.seats().get(), other)),
        (None, Some(other)) => Err(NoRounds::Seats(name(), other)),
        (None, None) => Err(NoRounds::None(name(), choice.arm.clone())),
    }
}
