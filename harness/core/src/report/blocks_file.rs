//! `blocks.csv`: every block with the sums of every measure, for those who go on from there: an estimate is Σ value / Σ weight.

use std::io::{self, BufWriter, Write};

use super::block_store::BlockStore;
use super::deal_file::{DealSums, Reading};
use super::table_stats::TableStats;
use crate::job::manifest::FileEntry;
use crate::rows::quoted::push;
use crate::rows::read::RowsError;
use crate::storage::digest::Hasher;
use crate::storage::folder::{Folder, FolderError};

/// The name of the file.
pub const BLOCKS: &str = "blocks.csv";
/// Its columns.
const HEADER: &str = "arm,table,deal,measure,subject,value,weight\n";

/// The file, to be written.
pub struct Blocks {
    heads: Vec<Head>,
    reading: Reading,
    _kept: BlockStore,
}

impl Blocks {
    /// The blocks of `lineups` that were kept.
    pub(super) fn new(lineups: Vec<TableStats>, mut kept: BlockStore) -> Result<Self, RowsError> {
        Ok(Blocks { heads: lineups.iter().map(Head::new).collect(), reading: kept.read()?, _kept: kept })
    }

    /// Writes the file `name` of `folder` whole. Gives its entry.
    pub(super) fn save(self, folder: &Folder, name: &str) -> Result<FileEntry, FolderError> {
        folder.write_by(name, |file| {
            let mut out = Hashed { out: BufWriter::new(file), hasher: Hasher::default(), bytes: 0 };
            let rows = self.write(&mut out)?;
            out.flush()?;
            Ok(FileEntry { name: name.to_owned(), rows: Some(rows), bytes: out.bytes, sha256: out.hasher.finish() })
        })
    }

    /// Writes a row for each block, measure and subject that has something to divide by, in the order of the schedule; gives how
    /// many.
    pub fn write(mut self, out: &mut dyn Write) -> io::Result<u64> {
        out.write_all(HEADER.as_bytes())?;
        let (mut found, mut rows, mut lines) = (DealSums::default(), 0, Vec::new());
        while self.reading.advance(&mut found)? {
            let [(place, _), sums @ .., blank] = &found.sums[..] else { continue };
            let head = &self.heads[*place as usize];
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

/// A writer that hashes and counts its bytes.
struct Hashed<W> {
    out: W,
    hasher: Hasher,
    bytes: u64,
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write_all(bytes)?;
        self.hasher.update(bytes);
        self.bytes += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The texts that recur in the rows of a table.
struct Head {
    /// `arm,table,`
    table: Vec<u8>,
    /// The place of each sum and `,measure,subject,`, in the order of the summary.
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
            for text in [&key.measure.name, &key.subject] {
                push(&mut name, text.as_str());
                name.push(b',');
            }
            (place, name)
        };
        Head { table, keys: order.into_iter().map(name).collect() }
    }
}

/// A number with as many digits as it needs to be read as the same, and no minus sign before a zero.
fn number(out: &mut Vec<u8>, number: f64) -> io::Result<()> {
    let whole = number as i64;
    if whole as f64 == number { write!(out, "{whole}") } else { write!(out, "{number}") }
}
