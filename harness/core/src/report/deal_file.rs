//! Stores the sums of deals on disk for repeated reading, in constant memory.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::sync::Arc;

pub(crate) use super::analysis::WeightedSum;
use crate::rows::read::RowsError;
use crate::storage::folder::disk::check_length;

/// The sums of one deal at one table.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct DealSums {
    /// Number of the deal.
    pub deal: u64,
    /// Of every measure, in an order that the table keeps.
    pub sums: Vec<WeightedSum>,
}

impl DealSums {
    /// Returns the sums of the measures of a block in a [`BlockStore`](super::block_store::BlockStore), and that of every measure
    /// after the last.
    pub(crate) fn of_measures(&self) -> (&[WeightedSum], WeightedSum) {
        let [_, sums @ .., blank] = &self.sums[..] else { return (&[], (0.0, 0.0)) };
        (sums, *blank)
    }
}

/// The deals of several tables in an unnamed temporary file, which disappears when the process ends.
pub(crate) struct DealFile {
    writer: BufWriter<FileCursor>,
    /// Bytes written.
    length: u64,
}

/// The byte ranges of some deals in a file, in write order.
pub(crate) type Extents = Vec<(u64, u64)>;

impl DealFile {
    /// Creates an empty file.
    pub(crate) fn new() -> Result<Self, RowsError> {
        let file = Arc::new(tempfile::tempfile().map_err(RowsError::Temporary)?);
        Ok(DealFile { writer: BufWriter::with_capacity(1 << 16, FileCursor { file, at: 0 }), length: 0 })
    }

    /// Adds a deal at the end, to the extents of its table.
    pub(crate) fn push(&mut self, extents: &mut Extents, deal: u64, sums: &[WeightedSum]) -> Result<(), RowsError> {
        let before = self.length;
        let mut write = |bytes: [u8; 8]| {
            self.length += 8;
            self.writer.write_all(&bytes)
        };
        let mut all = || {
            write(deal.to_le_bytes())?;
            write((sums.len() as u64).to_le_bytes())?;
            sums.iter().flat_map(|(value, weight)| [value, weight]).try_for_each(|number| write(number.to_le_bytes()))
        };
        all().map_err(RowsError::Temporary)?;
        match extents.last_mut() {
            Some((_, end)) if *end == before => *end = self.length,
            _ => extents.push((before, self.length)),
        }
        Ok(())
    }

    /// Returns the extents of all deals, in the order they were added.
    pub(crate) fn all(&self) -> Extents {
        if self.length > 0 { vec![(0, self.length)] } else { Extents::new() }
    }

    /// Reads the deals of `extents`, from the first on.
    pub(crate) fn read(&mut self, extents: &Extents) -> Result<DealReader, RowsError> {
        self.writer.flush().map_err(RowsError::Temporary)?;
        let mut rest = extents.clone();
        rest.reverse();
        Ok(DealReader { reader: self.writer.get_ref().from(0), rest, at: 0, end: 0 })
    }
}

/// The deals of some extents, one after another.
pub(crate) struct DealReader {
    reader: BufReader<FileCursor>,
    /// Extents still to come, the next one last.
    rest: Extents,
    at: u64,
    end: u64,
}

impl DealReader {
    /// Puts the next deal into `into`; gives whether there was one.
    pub(crate) fn next(&mut self, into: &mut DealSums) -> Result<bool, RowsError> {
        self.advance(into).map_err(RowsError::Temporary)
    }

    /// Like [`Self::next`], with the error of the system.
    pub(crate) fn advance(&mut self, into: &mut DealSums) -> io::Result<bool> {
        if self.at == self.end {
            let Some((from, to)) = self.rest.pop() else { return Ok(false) };
            if from != self.at {
                self.reader = self.reader.get_ref().from(from);
            }
            (self.at, self.end) = (from, to);
        }
        let mut word = || -> io::Result<[u8; 8]> {
            let mut bytes = [0; 8];
            self.reader.read_exact(&mut bytes)?;
            self.at += 8;
            Ok(bytes)
        };
        into.deal = u64::from_le_bytes(word()?);
        let count = u64::from_le_bytes(word()?);
        into.sums.clear();
        for _ in 0..count {
            into.sums.push((f64::from_le_bytes(word()?), f64::from_le_bytes(word()?)));
        }
        Ok(true)
    }
}

/// A place of one's own in a file that others read and write elsewhere.
pub(super) struct FileCursor {
    pub file: Arc<File>,
    pub at: u64,
}

impl FileCursor {
    /// The file read from this place on.
    fn from(&self, at: u64) -> BufReader<FileCursor> {
        BufReader::with_capacity(1 << 16, FileCursor { file: Arc::clone(&self.file), at })
    }
}

#[cfg(unix)]
use std::os::unix::fs::FileExt;
#[cfg(windows)]
use std::os::windows::fs::FileExt;

impl Read for FileCursor {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        #[cfg(unix)]
        let read = self.file.read_at(bytes, self.at)?;
        #[cfg(windows)]
        let read = self.file.seek_read(bytes, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Write for FileCursor {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        check_length(self.at + bytes.len() as u64)?;
        #[cfg(unix)]
        let written = self.file.write_at(bytes, self.at)?;
        #[cfg(windows)]
        let written = self.file.seek_write(bytes, self.at)?;
        self.at += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deal_file_interleaved_tables_are_read_separately() {
        let mut deal_file = DealFile::new().unwrap();
        let mut extents = [Extents::new(), Extents::new()];
        for deal in 1..=2000 {
            let table = usize::from(deal % 100 >= 50);
            deal_file.push(&mut extents[table], deal, &vec![(deal as f64, -1.0); table + 1]).unwrap();
        }
        assert_eq!((extents[0].len(), extents[1].len()), (21, 20));
        for (table, extents) in extents.iter().enumerate() {
            let mut reading = deal_file.read(extents).unwrap();
            let (mut found, mut count) = (DealSums::default(), 0);
            let mut last = 0;
            while reading.next(&mut found).unwrap() {
                assert!(found.deal > last && usize::from(found.deal % 100 >= 50) == table);
                assert_eq!(found.sums, vec![(found.deal as f64, -1.0); table + 1]);
                (last, count) = (found.deal, count + 1);
            }
            assert_eq!(count, 1000);
        }
    }
}
