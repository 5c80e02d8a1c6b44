//! Every change that is made to a results folder, one function each, and no other place makes one: what is to be synced, and
//! what is to fail in a test, goes in here.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The bytes of the file at `path`; nothing if there is none.
pub fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    if_there(fs::read(path))
}

/// The names in the folder at `path`, in order; none if there is no such folder.
pub fn names(path: &Path) -> io::Result<Vec<String>> {
    let Some(entries) = if_there(fs::read_dir(path))? else { return Ok(Vec::new()) };
    let name = |entry: io::Result<fs::DirEntry>| Ok(entry?.file_name().to_string_lossy().into_owned());
    let mut names = entries.map(name).collect::<io::Result<Vec<_>>>()?;
    names.sort();
    Ok(names)
}

/// Makes the folder at `path` and those above it.
pub fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Writes a file at once.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::write(path, bytes)
}

/// Gives the file at `from` the name `to`; whether there was one.
pub fn rename(from: &Path, to: &Path) -> io::Result<bool> {
    Ok(if_there(fs::rename(from, to))?.is_some())
}

/// Removes the file at `path` if there is one.
pub fn remove(path: &Path) -> io::Result<()> {
    if_there(fs::remove_file(path)).map(|_| ())
}

/// Removes the folder at `path`, which must be empty.
pub fn remove_folder(path: &Path) -> io::Result<()> {
    fs::remove_dir(path)
}

/// What locks the folder at `path`: the folder itself, so that no file is left behind.
#[cfg(unix)]
pub fn lock(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// What locks the folder at `path`: a file in it, where a folder cannot be opened.
#[cfg(not(unix))]
pub fn lock(path: &Path) -> io::Result<File> {
    File::create(path.join(".lock"))
}

/// A file that grows at its end.
pub struct Growing(File);

impl Growing {
    /// A new file, over what may be there.
    pub fn create(path: &Path) -> io::Result<Self> {
        File::create(path).map(Growing)
    }

    /// The file at `path`, to be read before it grows, and its length.
    pub fn open(path: &Path) -> io::Result<(Self, u64)> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        let length = file.metadata()?.len();
        Ok((Growing(file), length))
    }

    /// Cuts it to `length` bytes. It is read from its beginning next.
    pub fn cut(&mut self, length: u64) -> io::Result<()> {
        self.0.set_len(length)?;
        self.0.rewind()
    }

    /// Adds bytes at its end.
    pub fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }

    /// Has it grow at its end from now on.
    pub fn to_end(&mut self) -> io::Result<()> {
        self.0.seek(SeekFrom::End(0)).map(|_| ())
    }
}

impl Read for Growing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

/// Nothing instead of the error that there is no such file.
fn if_there<T>(found: io::Result<T>) -> io::Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
