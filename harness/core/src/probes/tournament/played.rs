//! A tournament in stages, put together again from the rows of its matches.

use ergo_engine::seat::SeatCount;

use crate::experiment::form::Form;
use crate::experiment::scheme::Scheme;
use crate::rows::read::MatchRows;
use crate::seating::seat_of;
use crate::stages::knockout::{self, Meeting};
use crate::stages::played::{Played, WHOLE};
use crate::stages::swiss::{self, Placed};

/// The stages of every arm.
pub(super) struct Tournament {
    scheme: Scheme,
    seed: u64,
    /// Every arm with its stages.
    arms: Vec<(String, Vec<Played>)>,
}

/// How a tournament ended.
pub(super) enum Result {
    /// Everybody, the best first.
    Swiss(Vec<Placed>),
    /// Who met whom, level by level.
    Knockout(Vec<Vec<Meeting>>),
}

impl Tournament {
    /// A tournament of which nothing is known yet; nothing if `scheme` has no stages. `seed` is the number of the experiment.
    pub(super) fn new(scheme: Option<&Scheme>, seed: u64) -> Option<Self> {
        let scheme = scheme.filter(|scheme| scheme.form.is_staged())?;
        Some(Tournament { scheme: scheme.clone(), seed, arms: Vec::new() })
    }

    /// Counts a match. One of somebody else's is left out.
    pub(super) fn add(&mut self, found: &MatchRows) {
        let seats = SeatCount::new(found.seats.len());
        let entrant = |place| {
            let name = &found.seats[seat_of(place, found.rotation, seats).index()].entrant;
            self.scheme.entrants.iter().position(|known| known == name)
        };
        let Some(table) = (0..found.seats.len()).map(entrant).collect::<Option<Vec<_>>>() else { return };
        let stage = (found.deal.saturating_sub(1) / u64::from(self.scheme.deals.max(1))) as usize;
        if self.arms.last().is_none_or(|(arm, _)| *arm != found.arm) {
            self.arms.push((found.arm.clone(), Vec::new()));
        }
        let Some((_, stages)) = self.arms.last_mut() else { return };
        if stage > stages.len() {
            return;
        }
        if stage == stages.len() {
            stages.push(Played { tables: Vec::new(), points: Vec::new(), matches: 0 });
        }
        let played = &mut stages[stage];
        let place = played.tables.iter().rposition(|known| *known == table).unwrap_or_else(|| {
            played.points.push(vec![0; table.len()]);
            played.tables.push(table);
            played.tables.len() - 1
        });
        played.matches += u64::from(place == 0);
        for (place, sum) in played.points[place].iter_mut().enumerate() {
            *sum += (found.seats[seat_of(place, found.rotation, seats).index()].share * WHOLE as f64).round() as u64;
        }
    }

    /// Every arm with how it ended.
    pub(super) fn results(&self) -> Vec<(&str, Result)> {
        let result = |past: &[Played]| match &self.scheme.form {
            Form::Swiss { pool, seats, .. } => Some(Result::Swiss(swiss::standing(pool, *seats, self.seed, past))),
            Form::Knockout { pool } => Some(Result::Knockout(knockout::bracket(pool, past))),
            _ => None,
        };
        self.arms.iter().filter_map(|(arm, past)| Some((arm.as_str(), result(past)?))).collect()
    }

    /// The name of an entrant.
    pub(super) fn name(&self, entrant: usize) -> &str {
        &self.scheme.entrants[entrant]
    }

    /// Who won the first arm, in words, once it is over: `c won the knockout`.
    pub(super) fn winner(&self) -> Option<String> {
        match self.results().into_iter().next()?.1 {
            Result::Swiss(placed) => {
                let first = placed.first()?;
                let points = points(first.gained.iter().sum());
                Some(format!("{} leads the Swiss standing with {points} points", self.name(first.entrant)))
            }
            Result::Knockout(levels) => match levels.last()?.as_slice() {
                [last] if last.matches > 0 => {
                    Some(format!("{} won the knockout", self.name(last.entrants[last.goes_on()])))
                }
                _ => None,
            },
        }
    }
}

/// Sixtieths of a match in matches: `34.5`, `12`, `3.33`.
pub(super) fn points(sixtieths: u64) -> String {
    let text = format!("{:.2}", sixtieths as f64 / WHOLE as f64);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_as_people_read_them() {
        assert_eq!([0, 20, 30, 60, 600].map(points), ["0", "0.33", "0.5", "1", "10"]);
    }
}
