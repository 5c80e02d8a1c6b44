//! Reads the records of a CSV file ahead in a separate thread.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};

use csv::ByteRecord;

/// Number of records in a batch.
const BATCH: usize = 512;
/// Largest number of waiting batches.
const WAITING: usize = 4;

/// A batch of records, and the state of the reader after it.
struct Batch {
    records: Vec<ByteRecord>,
    count: usize,
    /// `None` if there are more records.
    end: Option<Result<(), csv::Error>>,
}

/// Returns the records of a file, one after another.
pub(super) struct ReadAhead {
    filled: Receiver<Batch>,
    emptied: Sender<Vec<ByteRecord>>,
    batch: Batch,
    next: usize,
}

impl ReadAhead {
    /// Starts reading the rest of `reader`. Returns an error if no thread can be started.
    pub(super) fn new(reader: csv::Reader<impl Read + Send + 'static>) -> io::Result<Self> {
        let (fill, filled) = sync_channel(WAITING);
        let (emptied, empty) = channel();
        std::thread::Builder::new().spawn(move || read(reader, &fill, &empty))?;
        Ok(ReadAhead { filled, emptied, batch: Batch { records: Vec::new(), count: 0, end: None }, next: 0 })
    }

    /// Moves the next record to `record`; returns false at the end.
    pub(super) fn next(&mut self, record: &mut ByteRecord) -> Result<bool, csv::Error> {
        while self.next == self.batch.count {
            match self.batch.end.take() {
                Some(Ok(())) => {
                    self.batch.end = Some(Ok(()));
                    return Ok(false);
                }
                Some(Err(error)) => return Err(error),
                None => {}
            }
            let gone = |_| csv::Error::from(std::io::Error::other("reading ended before its time"));
            let batch = std::mem::replace(&mut self.batch, self.filled.recv().map_err(gone)?);
            // After the end, the reader thread accepts no buffers.
            let _ = self.emptied.send(batch.records);
            self.next = 0;
        }
        std::mem::swap(record, &mut self.batch.records[self.next]);
        self.next += 1;
        Ok(true)
    }
}

/// Reads to the end, or until the receiver is dropped.
fn read(mut reader: csv::Reader<impl Read>, fill: &SyncSender<Batch>, empty: &Receiver<Vec<ByteRecord>>) {
    loop {
        let mut records = empty.try_recv().unwrap_or_default();
        records.resize_with(BATCH, ByteRecord::new);
        let (mut count, mut end) = (0, None);
        while count < BATCH && end.is_none() {
            match reader.read_byte_record(&mut records[count]) {
                Ok(true) => count += 1,
                Ok(false) => end = Some(Ok(())),
                Err(error) => end = Some(Err(error)),
            }
        }
        let is_last = end.is_some();
        if fill.send(Batch { records, count, end }).is_err() || is_last {
            return;
        }
    }
}
