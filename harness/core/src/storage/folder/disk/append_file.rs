//! A file that grows at its end.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::operation::{FileOperation, before};

/// A file that grows at its end.
pub struct AppendFile {
    file: File,
    path: PathBuf,
}

impl AppendFile {
    /// The open file `file`, which lies at `path`.
    pub(super) fn new(file: File, path: &Path) -> Self {
        AppendFile { file, path: path.to_owned() }
    }

    /// Cuts it to `length` bytes. It is read from its beginning next.
    pub fn cut(&mut self, length: u64) -> io::Result<()> {
        before(&FileOperation::Cut(&self.path, length))?;
        self.file.set_len(length)?;
        self.file.rewind()
    }

    /// Adds bytes at its end.
    pub fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        before(&FileOperation::Add(&self.path, bytes))?;
        self.file.write_all(bytes)
    }

    /// Has its bytes outlive a power cut.
    pub fn sync(&mut self) -> io::Result<()> {
        if before(&FileOperation::Sync(&self.path))? {
            return Ok(());
        }
        self.file.sync_data()
    }

    /// Has it grow at its end from now on.
    pub fn to_end(&mut self) -> io::Result<()> {
        self.file.seek(SeekFrom::End(0)).map(|_| ())
    }
}

impl Read for AppendFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.file.read(buffer)
    }
}

impl Write for AppendFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.add(bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
