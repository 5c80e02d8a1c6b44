//! The first arm, deal by deal, as the baseline of the other arms.

use super::deal_file::{DealFile, DealReader, DealSums, Extents, WeightedSum};
use super::table_stats::TableStats;
use crate::rows::read::RowsError;

/// All deals of the first arm.
pub(super) struct BaseArm {
    deal_file: DealFile,
    tables: Vec<BaseTable>,
    /// The baseline table that is being read for another arm.
    reading: Option<OpenTable>,
}

/// A table of the first arm.
struct BaseTable {
    /// The index of the line-up.
    lineup: usize,
    deals: Extents,
}

/// The deals of a baseline table, read together with those of the same table in another arm.
struct OpenTable {
    /// The line-up of the other arm.
    lineup: usize,
    /// The baseline table.
    base: usize,
    reading: DealReader,
    found: DealSums,
    more: bool,
}

impl BaseArm {
    /// Creates an empty baseline.
    pub(super) fn new() -> Result<Self, RowsError> {
        Ok(BaseArm { deal_file: DealFile::new()?, tables: Vec::new(), reading: None })
    }

    /// Stores a deal of the line-up at `place`. The last sum is the contribution of measures without values.
    pub(super) fn keep(&mut self, place: usize, deal: u64, sums: &[WeightedSum]) -> Result<(), RowsError> {
        let found = self.tables.iter().rposition(|table| table.lineup == place);
        let found = found.unwrap_or_else(|| {
            self.tables.push(BaseTable { lineup: place, deals: Extents::new() });
            self.tables.len() - 1
        });
        self.deal_file.push(&mut self.tables[found].deals, deal, sums)
    }

    /// Compares a deal of another arm with the same deal of the same table in the baseline, if it was played.
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
            self.reading = Some(OpenTable { lineup: place, base: table.lineup, reading, found, more: true });
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
