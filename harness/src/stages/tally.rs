//! What came of a stage, read from its rows.

use std::path::Path;

use ergo_engine::seat::SeatCount;

use crate::rows::read::{MatchRows, Matches, RowsError};
use crate::schedule::Schedule;
use crate::seating::seat_of;

/// The points of one won match: every share of it among up to six is a whole number, so sums are exact.
pub const WHOLE: u64 = 60;

/// A stage that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its tables.
    pub tables: Vec<Vec<usize>>,
    /// For each place of each table the shares of all matches, in sixtieths.
    pub points: Vec<Vec<u64>>,
    /// How many matches each table played.
    pub matches: u64,
}

impl Played {
    /// Reads what came of `stage` from `rows`, a `matches.csv`.
    pub fn read(rows: &Path, stage: &Schedule) -> Result<Self, RowsError> {
        let tables: Vec<Vec<usize>> = stage.tables().map(<[usize]>::to_vec).collect();
        let mut points: Vec<Vec<u64>> = tables.iter().map(|table| vec![0; table.len()]).collect();
        let mut matches = Matches::open(rows)?;
        let mut found = MatchRows::default();
        let mut read = 0;
        while read < stage.matches() && matches.next(&mut found)? {
            let Some(index) = found.number.checked_sub(1).filter(|index| *index >= stage.first()) else { continue };
            let slot = stage.slot(index);
            let seats = &mut points[slot.table];
            let wrong = found.seats.len() != seats.len() || slot.rotation != found.rotation || slot.deal != found.deal;
            if wrong {
                break;
            }
            let count = SeatCount::new(seats.len());
            for (place, sum) in seats.iter_mut().enumerate() {
                let share = found.seats[seat_of(place, slot.rotation, count).index()].share;
                *sum += (share * WHOLE as f64).round() as u64;
            }
            read += 1;
        }
        if read < stage.matches() {
            let what = format!("{read} matches of a stage of {}", stage.matches());
            return Err(RowsError::Row { path: rows.to_owned(), line: 0, what });
        }
        let matches = stage.matches() / tables.len().max(1) as u64;
        Ok(Played { tables, points, matches })
    }
}
