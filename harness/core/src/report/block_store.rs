//! Stores all blocks on disk in row order, because the measures of a table are known only after all rows are read.

use super::deal_file::{DealFile, DealReader, Extents, WeightedSum};
use crate::rows::read::RowsError;

/// The blocks of all tables, in row order.
pub(crate) struct BlockStore {
    deal_file: DealFile,
    all: Extents,
    sums: Vec<WeightedSum>,
}

impl BlockStore {
    /// Creates an empty store.
    pub(crate) fn new() -> Result<Self, RowsError> {
        Ok(BlockStore { deal_file: DealFile::new()?, all: Extents::new(), sums: Vec::new() })
    }

    /// Appends a block of the line-up at `place`. The last sum is the contribution of measures without values.
    pub(crate) fn push(&mut self, place: usize, deal: u64, sums: &[WeightedSum]) -> Result<(), RowsError> {
        self.sums.clear();
        self.sums.push((place as f64, 0.0));
        self.sums.extend_from_slice(sums);
        self.deal_file.push(&mut self.all, deal, &self.sums)
    }

    /// Reads all blocks from the start. The first sum is the index of the line-up, followed by the stored sums.
    pub(crate) fn read(&mut self) -> Result<DealReader, RowsError> {
        self.deal_file.read(&self.all)
    }
}
