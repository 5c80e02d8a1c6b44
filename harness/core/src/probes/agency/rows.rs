//! `agency.csv`: decisions that were taken up again, match by match.

use std::path::Path;

use crate::rows::read::{RowsError, Source};

/// A row of it.
pub(super) struct AgencyRow {
    /// The arm.
    pub arm: String,
    /// The entrants of the table.
    pub table: String,
    /// Who chose.
    pub entrant: String,
    /// Number of the deal.
    pub deal: u64,
    /// How many times the seat had come to choose in the round.
    pub lap: u32,
    /// Legal actions.
    pub options: u64,
    /// The variance between their worths.
    pub between: f64,
    /// The variance within them.
    pub within: f64,
}

/// Shows every row of the file at `path` to `see`, in order.
pub(super) fn each_decision(path: &Path, mut see: impl FnMut(AgencyRow)) -> Result<(), RowsError> {
    let mut source = Source::open(path)?;
    let mut places = [0; 8];
    for (place, name) in
        places.iter_mut().zip(["arm", "table", "entrant", "deal", "lap", "options", "between", "within"])
    {
        *place = source.required(name)?;
    }
    let [arm, table, entrant, deal, lap, options, between, within] = places;
    while source.more {
        let text = |column| source.text(column).map(str::to_owned);
        let row = AgencyRow {
            arm: text(arm)?,
            table: text(table)?,
            entrant: text(entrant)?,
            deal: source.number(deal)?,
            lap: source.number(lap)?,
            options: source.number(options)?,
            between: source.number(between)?,
            within: source.number(within)?,
        };
        if row.options == 0 || row.lap == 0 {
            return Err(source.wrong(format!("options = {}, lap = {}", row.options, row.lap)));
        }
        see(row);
        source.advance()?;
    }
    Ok(())
}
