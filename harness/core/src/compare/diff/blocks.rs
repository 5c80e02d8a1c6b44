//! Streams the sums per deal of one folder, so that comparing two folders of millions of matches needs memory for a few
//! deals only.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use csv::{ByteRecord, Position, Reader};

use crate::rows::read::RowsError;
use crate::storage::folder::regular;

/// The names of an arm and of a table.
pub(super) type ArmTable = [String; 2];

/// The sums of one deal at one table: `[subject, measure]` with the sum of values and the sum of weights.
pub(super) type DealMeasureSums = Vec<([String; 2], (f64, f64))>;

/// Reads the rows of `blocks.csv` deal by deal. The rows of a table are consecutive and its deals ascend.
pub(super) struct BlockReader {
    path: PathBuf,
    reader: Reader<BufReader<File>>,
    /// The next row, already read; empty at the end.
    ahead: ByteRecord,
    at: Position,
}

impl BlockReader {
    /// Opens the file at `path`.
    pub(super) fn open(path: &Path) -> Result<Self, RowsError> {
        let file = regular::open(path).map_err(|error| RowsError::Io { path: path.to_owned(), error })?;
        let reader = Reader::from_reader(BufReader::with_capacity(1 << 16, file));
        let mut blocks = BlockReader { path: path.to_owned(), reader, ahead: ByteRecord::new(), at: Position::new() };
        if let Err(error) = blocks.reader.byte_headers() {
            return Err(blocks.failed(error));
        }
        blocks.step()?;
        Ok(blocks)
    }

    /// Returns the position of the first row of each arm and table.
    pub(super) fn places(path: &Path) -> Result<Vec<(ArmTable, Position)>, RowsError> {
        let mut blocks = Self::open(path)?;
        let mut places: Vec<(ArmTable, Position)> = Vec::new();
        while !blocks.ahead.is_empty() {
            if !places.last().is_some_and(|(place, _)| blocks.is_at(place)) {
                places.push((blocks.place()?, blocks.at.clone()));
            }
            blocks.step()?;
        }
        Ok(places)
    }

    /// Continues at `position`.
    pub(super) fn seek(&mut self, position: &Position) -> Result<(), RowsError> {
        self.reader.seek(position.clone()).map_err(|error| self.failed(error))?;
        self.step()
    }

    /// Returns the table and the number of the next deal, or `None` at the end.
    pub(super) fn next(&self) -> Result<Option<(ArmTable, u64)>, RowsError> {
        if self.ahead.is_empty() { Ok(None) } else { Ok(Some((self.place()?, self.deal()?))) }
    }

    /// Returns true if the next deal belongs to the table `place`.
    pub(super) fn is_at(&self, place: &ArmTable) -> bool {
        let names = [self.ahead.get(0), self.ahead.get(1)];
        names.iter().zip(place).all(|(name, place)| *name == Some(place.as_bytes()))
    }

    /// Returns the number of the next deal.
    pub(super) fn deal(&self) -> Result<u64, RowsError> {
        self.text(2)?.parse().map_err(|_| self.wrong())
    }

    /// Reads the next deal into `sums`.
    pub(super) fn take(&mut self, sums: &mut DealMeasureSums) -> Result<(), RowsError> {
        let (place, deal) = (self.place()?, self.deal()?);
        sums.clear();
        while self.is_at(&place) && self.deal()? == deal {
            if self.ahead.len() != 7 {
                return Err(self.wrong());
            }
            let number = |column: usize| {
                let number = self.text(column)?.parse::<f64>().ok().filter(|number| number.is_finite());
                number.ok_or_else(|| self.wrong())
            };
            let key = [self.text(4)?.to_owned(), self.text(3)?.to_owned()];
            sums.push((key, (number(5)?, number(6)?)));
            self.step()?;
        }
        Ok(())
    }

    fn step(&mut self) -> Result<(), RowsError> {
        self.at = self.reader.position().clone();
        match self.reader.read_byte_record(&mut self.ahead) {
            Ok(true) => Ok(()),
            Ok(false) => {
                self.ahead.clear();
                Ok(())
            }
            Err(error) => Err(self.failed(error)),
        }
    }

    fn place(&self) -> Result<ArmTable, RowsError> {
        Ok([self.text(0)?.to_owned(), self.text(1)?.to_owned()])
    }

    fn text(&self, column: usize) -> Result<&str, RowsError> {
        let text = self.ahead.get(column).and_then(|text| std::str::from_utf8(text).ok());
        text.ok_or_else(|| self.wrong())
    }

    fn wrong(&self) -> RowsError {
        RowsError::Row { path: self.path.clone(), line: self.at.line(), what: "no block".to_owned() }
    }

    fn failed(&self, error: csv::Error) -> RowsError {
        RowsError::Csv { path: self.path.clone(), error: error.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn blocks_damaged_row_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("blocks.csv");
        let row = |(table, deal, value): &(&str, u64, u64)| {
            format!("base,{table},{deal},score,x,{value},2\nbase,{table},{deal},win_share,x,1,1\n")
        };
        let rows = [("a", 1, 10), ("a", 3, 30), ("\"b, c\"", 1, 11), ("\"b, c\"", 2, 22)];
        let text: String = rows.iter().map(row).collect();
        let write =
            |text: &str| fs::write(&path, format!("arm,table,deal,measure,subject,value,weight\n{text}")).unwrap();
        write(&text);
        let places = BlockReader::places(&path).unwrap();
        let names: Vec<&str> = places.iter().map(|([_, table], _)| table.as_str()).collect();
        assert_eq!(names, ["a", "b, c"]);
        let (mut blocks, mut sums) = (BlockReader::open(&path).unwrap(), DealMeasureSums::new());
        blocks.seek(&places[1].1).unwrap();
        blocks.take(&mut sums).unwrap();
        assert_eq!((sums.len(), sums[0].1.0, blocks.deal().unwrap()), (2, 11.0, 2));
        for (from, to) in [("a,3,", "a,x,"), (",30,", ",,"), (",30,", ",inf,"), ("score,x,30,2", "score,x,30")] {
            write(&text.replace(from, to));
            let read = BlockReader::places(&path).and_then(|_| {
                let mut blocks = BlockReader::open(&path)?;
                while blocks.next()?.is_some() {
                    blocks.take(&mut sums)?;
                }
                Ok(())
            });
            assert!(read.unwrap_err().to_string().contains("blocks.csv"), "{to}");
        }
    }
}
