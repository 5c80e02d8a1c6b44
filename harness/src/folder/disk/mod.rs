//! Every change that is made to a results folder, one function each, and no other place makes one. What must outlive a power cut
//! is synced here: the bytes of a file by [`Growing::sync`], the names in a folder by [`sync_folder`]. In this crate's own tests
//! each operation can be made to fail, or to be the last one (`faults`).

pub(crate) mod faults;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
#[cfg(test)]
use std::path::PathBuf;

use super::regular;
#[cfg(test)]
use faults::{Step, before};

/// What the names of files end in while they are written beside their place.
pub const NEW: &str = ".new";

/// The bytes of the file at `path`; nothing if there is none.
pub fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    #[cfg(test)]
    before(&Step::Read(path))?;
    if_there(regular::read(path))
}

/// The length of the file at `path`; nothing if there is none, or a link in its place.
pub fn length(path: &Path) -> io::Result<Option<u64>> {
    Ok(if_there(fs::symlink_metadata(path))?.filter(fs::Metadata::is_file).map(|about| about.len()))
}

/// The names in the folder at `path`, in order; none if there is no such folder.
pub fn names(path: &Path) -> io::Result<Vec<String>> {
    #[cfg(test)]
    before(&Step::Read(path))?;
    let Some(entries) = if_there(fs::read_dir(path))? else { return Ok(Vec::new()) };
    let name = |entry: io::Result<fs::DirEntry>| Ok(entry?.file_name().to_string_lossy().into_owned());
    let mut names = entries.map(name).collect::<io::Result<Vec<_>>>()?;
    names.sort();
    Ok(names)
}

/// Makes the folder at `path` and those above it that are missing, and syncs their names.
pub fn make_folder(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    let above = above(path);
    make_folder(above)?;
    #[cfg(test)]
    before(&Step::MakeFolder(path))?;
    match fs::create_dir(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        made => made,
    }?;
    sync_folder(above)
}

/// Writes the file at `path` whole, as `write` does: beside it, under its name and `.new`, then renamed. It outlives a power cut.
pub fn write_whole<T>(path: &Path, write: impl FnOnce(&mut Growing) -> io::Result<T>) -> io::Result<T> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(NEW);
    let beside = Path::new(&beside);
    let written = || {
        let mut out = Growing::create(beside)?;
        let given = write(&mut out)?;
        out.sync()?;
        rename(beside, path)?;
        sync_folder(above(path))?;
        Ok(given)
    };
    written().inspect_err(|_| {
        // Best effort: the error already says what went wrong.
        let _ = remove(beside);
    })
}

/// Gives the file or folder at `from` the name `to`; whether there was one. The folders of both are to be synced.
pub fn rename(from: &Path, to: &Path) -> io::Result<bool> {
    #[cfg(test)]
    before(&Step::Rename(from, to))?;
    Ok(if_there(fs::rename(from, to))?.is_some())
}

/// Removes the file at `path` if there is one. Its folder is to be synced.
pub fn remove(path: &Path) -> io::Result<()> {
    #[cfg(test)]
    before(&Step::Remove(path))?;
    if_there(fs::remove_file(path)).map(|_| ())
}

/// Removes the folder at `path`, which must be empty.
pub fn remove_folder(path: &Path) -> io::Result<()> {
    #[cfg(test)]
    before(&Step::RemoveFolder(path))?;
    fs::remove_dir(path)
}

/// Removes the folder at `path` and all in it, if there is one. What it lies in is to be synced.
pub fn remove_all(path: &Path) -> io::Result<()> {
    for name in names(path)? {
        let inner = path.join(name);
        let is_folder = inner.symlink_metadata()?.is_dir();
        if is_folder { remove_all(&inner)? } else { remove(&inner)? }
    }
    if_there(remove_folder(path)).map(|_| ())
}

/// Has the names in the folder at `path` outlive a power cut, if there is such a folder.
#[cfg(unix)]
pub fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(test)]
    if before(&Step::SyncFolder(path))? {
        return Ok(());
    }
    match if_there(File::open(path))? {
        Some(folder) => folder.sync_all(),
        None => Ok(()),
    }
}

/// Has the names in the folder at `path` outlive a power cut: where a folder cannot be opened the system sees to it.
#[cfg(not(unix))]
pub fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// The folder that `path` lies in.
pub fn above(path: &Path) -> &Path {
    match path.parent() {
        Some(above) if above.as_os_str().is_empty() => Path::new("."),
        Some(above) => above,
        None => path,
    }
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
pub struct Growing {
    file: File,
    #[cfg(test)]
    path: PathBuf,
}

impl Growing {
    fn new(file: File, #[cfg_attr(not(test), expect(unused_variables))] path: &Path) -> Self {
        Growing {
            file,
            #[cfg(test)]
            path: path.to_owned(),
        }
    }
}

impl Growing {
    /// A new file in the place of what may be there: a link, or a file with another name, is replaced, not followed.
    pub fn create(path: &Path) -> io::Result<Self> {
        if regular::is_shared(path) {
            remove(path)?;
        }
        #[cfg(test)]
        before(&Step::Create(path))?;
        Ok(Growing::new(File::create(path)?, path))
    }

    /// The file at `path`, to be read before it grows, and its length.
    pub fn open(path: &Path) -> io::Result<(Self, u64)> {
        if !path.symlink_metadata()?.is_file() {
            return Err(io::Error::other("it is no file"));
        }
        #[cfg(test)]
        before(&Step::Read(path))?;
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        let length = file.metadata()?.len();
        Ok((Growing::new(file, path), length))
    }

    /// Cuts it to `length` bytes. It is read from its beginning next.
    pub fn cut(&mut self, length: u64) -> io::Result<()> {
        #[cfg(test)]
        before(&Step::Cut(&self.path, length))?;
        self.file.set_len(length)?;
        self.file.rewind()
    }

    /// Adds bytes at its end.
    pub fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        #[cfg(test)]
        before(&Step::Add(&self.path, bytes))?;
        self.file.write_all(bytes)
    }

    /// Has its bytes outlive a power cut.
    pub fn sync(&mut self) -> io::Result<()> {
        #[cfg(test)]
        if before(&Step::Sync(&self.path))? {
            return Ok(());
        }
        self.file.sync_data()
    }

    /// Has it grow at its end from now on.
    pub fn to_end(&mut self) -> io::Result<()> {
        self.file.seek(SeekFrom::End(0)).map(|_| ())
    }
}

impl Read for Growing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.file.read(buffer)
    }
}

impl Write for Growing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.add(bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
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
