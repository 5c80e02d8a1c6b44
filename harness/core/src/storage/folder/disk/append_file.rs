//! A file to which bytes are appended.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::operation::{FileOperation, before};
use super::size_limit::check_growth;

/// A file to which bytes are appended.
pub struct AppendFile {
    file: File,
    path: PathBuf,
}

impl AppendFile {
    /// Wraps the open file at `path`.
    pub(super) fn new(file: File, path: &Path) -> Self {
        AppendFile { file, path: path.to_owned() }
    }

    /// Truncates the file to `length` bytes and moves to its start.
    ///
    /// # Errors
    ///
    /// Returns an error if the system cannot truncate the file.
    pub fn cut(&mut self, length: u64) -> io::Result<()> {
        before(&FileOperation::Cut(&self.path, length))?;
        self.file.set_len(length)?;
        self.file.rewind()
    }

    /// Appends bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the system cannot write.
    pub fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        before(&FileOperation::Add(&self.path, bytes))?;
        check_growth(&self.file, bytes.len())?;
        self.file.write_all(bytes)
    }

    /// Syncs the content to disk.
    ///
    /// # Errors
    ///
    /// Returns an error if the system cannot sync.
    pub fn sync(&mut self) -> io::Result<()> {
        if before(&FileOperation::Sync(&self.path))? {
            return Ok(());
        }
        self.file.sync_data()
    }

    /// Moves to the end of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the system cannot seek.
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
