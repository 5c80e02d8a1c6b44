//! `blocks.csv`: the sums of every measure for every block, for further analysis. An estimate is Σ value / Σ weight.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};

use super::block_store::BlockStore;
use super::deal_file::{DealReader, DealSums};
use super::table_stats::TableStats;
use super::text_file::Hashed;
use crate::job::manifest::FileEntry;
use crate::rows::quoted::push;
use crate::rows::read::RowsError;
use crate::storage::folder::{Folder, FolderError};

/// The file name of the sums per block.
pub const BLOCKS: &str = "blocks.csv";
/// Its columns.
const HEADER: &str = "arm,table,deal,measure,subject,value,weight\n";

/// The most tables whose texts are in memory.
const MOST_HEADS: usize = 1_000;

/// The file, to be written.
pub struct BlocksFile {
    lineups: Vec<TableStats>,
    reading: DealReader,
    _kept: BlockStore,
}

impl BlocksFile {
    /// The blocks of `lineups` that were kept.
    pub(super) fn new(lineups: Vec<TableStats>, mut kept: BlockStore) -> Result<Self, RowsError> {
        Ok(BlocksFile { lineups, reading: kept.read()?, _kept: kept })
    }

    /// Writes the file `name` in `folder` and returns its manifest entry.
    pub(super) fn save(self, folder: &Folder, name: &str) -> Result<FileEntry, FolderError> {
        folder.write_by(name, |file| {
            let mut out = Hashed::new(BufWriter::new(file));
            let rows = self.write(&mut out)?;
            out.flush()?;
            Ok(FileEntry { name: name.to_owned(), rows: Some(rows), bytes: out.bytes, sha256: out.hasher.finish() })
        })
    }

    /// Writes one row for each block, measure and subject with a nonzero weight, in schedule order. Returns the number
    /// of rows.
    ///
    /// # Errors
    ///
    /// Returns an error if reading the stored blocks or writing fails.
    pub fn write(mut self, out: &mut dyn Write) -> io::Result<u64> {
        out.write_all(HEADER.as_bytes())?;
        let (mut found, mut rows, mut lines) = (DealSums::default(), 0, Vec::new());
        let mut heads: BTreeMap<usize, Head> = BTreeMap::new();
        while self.reading.advance(&mut found)? {
            let [(place, _), sums @ .., blank] = &found.sums[..] else { continue };
            let place = *place as usize;
            if heads.len() >= MOST_HEADS && !heads.contains_key(&place) {
                heads.clear();
            }
            let head = heads.entry(place).or_insert_with(|| Head::new(&self.lineups[place]));
            lines.clear();
            for (key, name) in &head.keys {
                let (value, weight) = sums.get(*key).unwrap_or(blank);
                if *weight > 0.0 {
                    lines.extend_from_slice(&head.table);
                    write!(lines, "{}", found.deal)?;
                    lines.extend_from_slice(name);
                    number(&mut lines, *value)?;
                    lines.push(b',');
                    number(&mut lines, *weight)?;
                    lines.push(b'\n');
                    rows += 1;
                }
            }
            out.write_all(&lines)?;
        }
        Ok(rows)
    }
}

/// The constant texts in the rows of a table.
struct Head {
    /// The text `arm,table,`.
    table: Vec<u8>,
    /// The index of each sum and the text `,measure,subject,`, in summary order.
    keys: Vec<(usize, Vec<u8>)>,
}

impl Head {
    fn new(lineup: &TableStats) -> Self {
        let mut table = Vec::new();
        for text in [&lineup.arm, &lineup.name()] {
            push(&mut table, text.as_str());
            table.push(b',');
        }
        let mut order: Vec<usize> = (0..lineup.keys().len()).collect();
        order.sort_by_key(|place| lineup.keys()[*place].order());
        let name = |place: usize| {
            let key = &lineup.keys()[place];
            let mut name = vec![b','];
            for text in [key.measure.name.as_str(), &key.subject] {
                push(&mut name, text);
                name.push(b',');
            }
            (place, name)
        };
        Head { table, keys: order.into_iter().map(name).collect() }
    }
}

/// Writes a number with the digits needed to read the same value, and no minus sign before zero.
fn number(out: &mut Vec<u8>, number: f64) -> io::Result<()> {
    let whole = number as i64;
    if whole as f64 == number { write!(out, "{whole}") } else { write!(out, "{number}") }
}
