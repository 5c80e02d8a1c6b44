//! All blocks on disk, in the order of the rows: the measures of a table are known only when all rows are read.

use super::deal_file::{DealFile, DealReader, Extents, WeightedSum};
use crate::rows::read::RowsError;

/// The blocks of all tables, in row order.
pub(crate) struct BlockStore {
    deal_file: DealFile,
    /// The blocks of each table by its place among the line-ups.
    tables: Vec<Extents>,
    sums: Vec<WeightedSum>,
}

impl BlockStore {
    /// Creates an empty store.
    ///
    /// # Errors
    ///
    /// Returns the error of the temporary file.
    pub(crate) fn new() -> Result<Self, RowsError> {
        Ok(BlockStore { deal_file: DealFile::new()?, tables: Vec::new(), sums: Vec::new() })
    }

    /// Adds a block of the line-up at `place`. The last of `sums` is that of a measure that did not come up.
    ///
    /// # Errors
    ///
    /// Returns the error of the temporary file.
    pub(crate) fn push(&mut self, place: usize, deal: u64, sums: &[WeightedSum]) -> Result<(), RowsError> {
        self.sums.clear();
        self.sums.push((place as f64, 0.0));
        self.sums.extend_from_slice(sums);
        if self.tables.len() <= place {
            self.tables.resize_with(place + 1, Extents::new);
        }
        self.deal_file.push(&mut self.tables[place], deal, &self.sums)
    }

    /// Reads all blocks in the order of the rows. Their sums are the place of the line-up, then those that were added.
    ///
    /// # Errors
    ///
    /// Returns the error of the temporary file.
    pub(crate) fn read(&mut self) -> Result<DealReader, RowsError> {
        let all = self.deal_file.all();
        self.deal_file.read(&all)
    }

    /// Reads the blocks of the line-up at `place`, with the same sums.
    ///
    /// # Errors
    ///
    /// Returns the error of the temporary file.
    pub(crate) fn read_table(&mut self, place: usize) -> Result<DealReader, RowsError> {
        self.deal_file.read(self.tables.get(place).unwrap_or(&Extents::new()))
    }
}
