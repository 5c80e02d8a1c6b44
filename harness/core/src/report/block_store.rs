//! All blocks on disk, in the order of the rows: which measures a table has is known only when all rows are read.

use super::deal_file::{DealFile, DealReader, Extents, WeightedSum};
use crate::rows::read::RowsError;

/// The blocks of all tables, in the order of the rows.
pub(crate) struct BlockStore {
    deal_file: DealFile,
    all: Extents,
    sums: Vec<WeightedSum>,
}

impl BlockStore {
    /// Nothing yet.
    pub(crate) fn new() -> Result<Self, RowsError> {
        Ok(BlockStore { deal_file: DealFile::new()?, all: Extents::new(), sums: Vec::new() })
    }

    /// Takes a block of the line-up at `place`, with what a measure that did not come up adds to it last.
    pub(crate) fn push(&mut self, place: usize, deal: u64, sums: &[WeightedSum]) -> Result<(), RowsError> {
        self.sums.clear();
        self.sums.push((place as f64, 0.0));
        self.sums.extend_from_slice(sums);
        self.deal_file.push(&mut self.all, deal, &self.sums)
    }

    /// All blocks from the first on: in `sums` the place of the line-up, then what was kept.
    pub(crate) fn read(&mut self) -> Result<DealReader, RowsError> {
        self.deal_file.read(&self.all)
    }
}
