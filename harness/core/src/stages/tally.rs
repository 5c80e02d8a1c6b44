//! Results of a stage, read from its rows.

use std::path::Path;

use ergo_engine::seat::SeatCount;

use super::played::{Played, WHOLE};
use crate::rows::read::{MatchRows, Matches, RowsError};
use crate::schedule::Schedule;
use crate::seating::seat_of;

/// Reads what came of `stage` from `rows`, a `matches.csv`.
pub(super) fn read(rows: &Path, stage: &Schedule) -> Result<Played, RowsError> {
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
