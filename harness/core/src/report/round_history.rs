//! The rounds of one match, for measures of its course and of changes between rounds.

use crate::measure::MatchTrajectory;
use crate::rows::game::GameRow;
use crate::rows::read::RowsError;

/// The values of the rounds of a match so far.
#[derive(Clone, Default)]
pub(super) struct RoundHistory {
    /// By column group: the numbers of all seats in every round.
    gains: Vec<Vec<Vec<f64>>>,
    /// Columns that name a seat, with its index in every round.
    who: Vec<(usize, Vec<Option<usize>>)>,
    /// Columns that are compared between rounds.
    compared: Vec<Compared>,
    /// True if the numbers are needed.
    is_asked: bool,
}

/// Columns that are compared from round to round.
#[derive(Clone)]
struct Compared {
    columns: Vec<usize>,
    /// Their contents in the last two rounds.
    before: Vec<u8>,
    now: Vec<u8>,
    /// Number of rounds so far.
    rounds: u32,
}

impl RoundHistory {
    /// Returns the index of a column that names a seat.
    pub(super) fn who(&mut self, column: usize) -> usize {
        self.who.iter().position(|(known, _)| *known == column).unwrap_or_else(|| {
            self.who.push((column, Vec::new()));
            self.who.len() - 1
        })
    }

    /// Requests the numbers of every round.
    pub(super) fn ask(&mut self) {
        self.is_asked = true;
    }

    /// Returns the index of columns to compare.
    pub(super) fn compared(&mut self, columns: Vec<usize>) -> usize {
        self.compared.push(Compared { columns, before: Vec::new(), now: Vec::new(), rounds: 0 });
        self.compared.len() - 1
    }

    /// Adds a round.
    pub(super) fn add(&mut self, by_seat: &[Vec<f64>], row: GameRow<'_>, seats: usize) -> Result<(), RowsError> {
        if self.is_asked {
            self.gains.resize_with(by_seat.len(), Vec::new);
            self.gains.iter_mut().zip(by_seat).for_each(|(gains, now)| gains.push(now.clone()));
        }
        for (column, who) in &mut self.who {
            who.push(row.seat(*column, seats)?);
        }
        for Compared { columns, before, now, rounds } in &mut self.compared {
            std::mem::swap(before, now);
            now.clear();
            for column in columns {
                row.append(*column, now);
                // This byte does not occur in cells.
                now.push(0);
            }
            *rounds += 1;
        }
        Ok(())
    }

    /// Returns true if the last round differs from the previous one in those columns; `None` for the first round.
    pub(super) fn changed(&self, place: usize) -> Option<bool> {
        let Compared { before, now, rounds, .. } = &self.compared[place];
        (*rounds > 1).then(|| before != now)
    }

    /// Returns the course of the match so far.
    pub(super) fn played<'p>(&'p self, columns: usize, who: Option<usize>, shares: &'p [f64]) -> MatchTrajectory<'p> {
        let gains = self.gains.get(columns).map_or(&[][..], Vec::as_slice);
        MatchTrajectory { gains, who: who.map_or(&[][..], |who| self.who[who].1.as_slice()), shares }
    }

    /// Clears the history.
    pub(super) fn forget(&mut self) {
        self.gains.iter_mut().for_each(Vec::clear);
        self.who.iter_mut().for_each(|(_, who)| who.clear());
        self.compared.iter_mut().for_each(|known| known.rounds = 0);
    }
}
