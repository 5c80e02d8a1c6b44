//! `agency.csv`: decisions that were taken up again, match by match.

use std::path::Path;

use ergo_engine::seat::Seat;

use super::read::{RowsError, Source};
use super::{Heading, Rows, begin, millionths};
use crate::agency::Decided;

/// The place of the file in [`FILES`](super::FILES).
const DECIDED: usize = 6;

impl Rows {
    /// Adds the decisions of a match that were taken up again, a row for each.
    pub(crate) fn agency(&mut self, heading: &Heading<'_>, decided: &[Decided]) {
        let out = &mut self.bytes[DECIDED];
        for one in decided {
            let mut line = begin(&heading.round, out);
            line.value(&heading.table);
            line.field(&Seat::new(one.seat));
            line.field(heading.entrants[one.seat]);
            line.field(&one.round);
            line.field(&one.lap);
            line.field(&one.options);
            line.field(&one.tried);
            line.field(&format_args!("{:.6}", millionths(one.found.between)));
            line.field(&format_args!("{:.6}", millionths(one.found.within)));
            line.end();
        }
        self.counts[DECIDED] += decided.len() as u64;
    }
}

/// A row of it.
pub(crate) struct AgencyRow {
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
pub(crate) fn each_decision(path: &Path, mut see: impl FnMut(AgencyRow)) -> Result<(), RowsError> {
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
