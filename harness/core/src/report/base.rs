//! The first arm, deal by deal, for the others to be held against.

use super::deal_file::{DealFile, DealReader, DealSums, Extents, WeightedSum};
use super::table_stats::TableStats;
use crate::rows::read::RowsError;

/// All deals of the first arm.
pub(super) struct BaseArm {
    deal_file: DealFile,
    tables: Vec<BaseTable>,
    /// The table that is being read for another arm.
    reading: Option<Open>,
}

/// A table of the first arm.
struct BaseTable {
    /// Its place among the line-ups.
    lineup: usize,
    deals: Extents,
}

/// The deals of a table of the first arm, read beside those of the same table in another arm.
struct Open {
    /// The line-up of the other arm.
    lineup: usize,
    /// The table of the first arm.
    base: usize,
    reading: DealReader,
    found: DealSums,
    more: bool,
}

impl BaseArm {
    /// Nothing yet.
    pub(super) fn new() -> Result<Self, RowsError> {
        Ok(BaseArm { deal_file: DealFile::new()?, tables: Vec::new(), reading: None })
    }

    /// Takes a deal of the line-up at `place`, with what a round that had nothing of a measure adds to it last.
    pub(super) fn keep(&mut self, place: usize, deal: u64, sums: &[WeightedSum]) -> Result<(), RowsError> {
        let found = self.tables.iter().rposition(|table| table.lineup == place);
        let found = found.unwrap_or_else(|| {
            self.tables.push(BaseTable { lineup: place, deals: Extents::new() });
            self.tables.len() - 1
        });
        self.deal_file.push(&mut self.tables[found].deals, deal, sums)
    }

    /// Holds a deal of another arm against the same one of the same table here, if it was played.
    pub(super) fn compare(
        &mut self,
        lineups: &mut [TableStats],
        place: usize,
        deal: u64,
        sums: &[WeightedSum],
    ) -> Result<(), RowsError> {
        if self.reading.as_ref().is_none_or(|open| open.lineup != place) {
            let same = |table: &&BaseTable| lineups[table.lineup].table == lineups[place].table;
            let Some(table) = self.tables.iter().find(same) else { return Ok(()) };
            let reading = self.deal_file.read(&table.deals)?;
            let found = DealSums::default();
            self.reading = Some(Open { lineup: place, base: table.lineup, reading, found, more: true });
        }
        let Some(open) = &mut self.reading else { return Ok(()) };
        while open.more && open.found.deal < deal {
            open.more = open.reading.next(&mut open.found)?;
        }
        if !open.more || open.found.deal != deal {
            return Ok(());
        }
        let [here, base] = lineups.get_disjoint_mut([place, open.base]).expect("two arms have line-ups of their own");
        let (blank, kept) = open.found.sums.split_last().expect("kept with what adds nothing");
        let (here_blank, sums) = sums.split_last().expect("given with what adds nothing");
        here.add_difference((sums, *here_blank), base.keys(), (kept, *blank));
        Ok(())
    }
}
