//! A long text on disk: `summary.csv` of many arms and tables does not fit into memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::sync::Arc;

use super::deal_file::FileCursor;
use crate::storage::digest::Hasher;

/// The size of a buffer in bytes.
const BUFFER: usize = 1 << 16;

/// A text in an unnamed temporary file, with its length and digest.
pub(crate) struct TextFile {
    file: Arc<File>,
    /// Length in bytes.
    pub bytes: u64,
    /// SHA-256.
    pub sha256: String,
}

impl TextFile {
    /// Creates a text with `write`, whose result is returned.
    ///
    /// # Errors
    ///
    /// Returns an error if `write` fails or the file cannot be written.
    pub(super) fn create<T>(write: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> io::Result<(Self, T)> {
        let file = Arc::new(tempfile::tempfile()?);
        let cursor = FileCursor { file: Arc::clone(&file), at: 0 };
        let mut out = Hashed::new(BufWriter::with_capacity(BUFFER, cursor));
        let given = write(&mut out)?;
        out.flush()?;
        Ok((TextFile { file, bytes: out.bytes, sha256: out.hasher.finish() }, given))
    }

    /// Reads the text from its beginning.
    pub(super) fn reader(&self) -> impl BufRead + use<> {
        BufReader::with_capacity(BUFFER, FileCursor { file: Arc::clone(&self.file), at: 0 })
    }

    /// Returns the text.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    pub(super) fn text(&self) -> io::Result<String> {
        let mut text = String::new();
        self.reader().read_to_string(&mut text)?;
        Ok(text)
    }

    /// Copies the text to `out`.
    ///
    /// # Errors
    ///
    /// Returns an error if reading or writing fails.
    pub(super) fn copy_to(&self, out: &mut impl Write) -> io::Result<()> {
        let mut reader = self.reader();
        loop {
            let bytes = reader.fill_buf()?;
            if bytes.is_empty() {
                return Ok(());
            }
            out.write_all(bytes)?;
            let count = bytes.len();
            reader.consume(count);
        }
    }
}

/// A writer that hashes and counts its bytes.
pub(super) struct Hashed<W> {
    out: W,
    pub hasher: Hasher,
    pub bytes: u64,
}

impl<W: Write> Hashed<W> {
    /// Wraps `out`.
    pub(super) fn new(out: W) -> Self {
        Hashed { out, hasher: Hasher::default(), bytes: 0 }
    }
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
