//! An open folder on systems without directory handles: a path. Links are checked before each operation, so they are
//! followed only if one is created in between.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::entry::{EntryInfo, EntryKind, odd};

/// An open folder.
pub(super) struct PathHandle(PathBuf);

impl PathHandle {
    /// Opens the folder at `path`, which may be a link or behind one, because a user gave it.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let path = fs::canonicalize(path)?;
        if path.is_dir() { Ok(PathHandle(path)) } else { Err(odd("not a folder")) }
    }

    /// Opens the subfolder `name`.
    pub(super) fn folder(&self, name: &str) -> io::Result<Self> {
        match self.about(name)?.map(|about| about.kind) {
            Some(EntryKind::Folder) => Ok(PathHandle(self.0.join(name))),
            Some(_) => Err(odd(&format!("{name} is a link or a file, not a folder"))),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// Returns the metadata of the entry `name`, or `None` if there is none.
    pub(super) fn about(&self, name: &str) -> io::Result<Option<EntryInfo>> {
        let found = match fs::symlink_metadata(self.0.join(name)) {
            Ok(found) => found,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let kind = match found.file_type() {
            kind if kind.is_symlink() => EntryKind::Link,
            kind if kind.is_dir() => EntryKind::Folder,
            kind if kind.is_file() => EntryKind::File,
            _ => EntryKind::Other,
        };
        Ok(Some(EntryInfo { kind, length: found.len(), names: 1 }))
    }

    /// Opens the file `name` for reading, and for writing if `write` is true.
    pub(super) fn file_of(&self, name: &str, write: bool) -> io::Result<File> {
        match self.about(name)?.map(|about| about.kind) {
            None => Err(io::ErrorKind::NotFound.into()),
            Some(EntryKind::File) => OpenOptions::new().read(true).write(write).open(self.0.join(name)),
            Some(EntryKind::Link) => Err(odd("a link, not a file")),
            Some(_) => Err(odd("not a file")),
        }
    }

    /// Creates the file `name`; an error if the name exists.
    pub(super) fn create(&self, name: &str) -> io::Result<File> {
        OpenOptions::new().read(true).write(true).create_new(true).open(self.0.join(name))
    }

    /// Creates the folder `name`.
    pub(super) fn make(&self, name: &str) -> io::Result<()> {
        fs::create_dir(self.0.join(name))
    }

    /// Returns the names of all entries in no particular order.
    pub(super) fn names(&self) -> io::Result<Vec<String>> {
        let name = |entry: io::Result<fs::DirEntry>| Ok(entry?.file_name().to_string_lossy().into_owned());
        fs::read_dir(&self.0)?.map(name).collect()
    }

    /// Renames `name` to `to` in another folder, replacing an existing file.
    pub(super) fn rename(&self, name: &str, folder: &PathHandle, to: &str) -> io::Result<()> {
        fs::rename(self.0.join(name), folder.0.join(to))
    }

    /// Renames without replacing: an error if the new name exists.
    pub(super) fn rename_new(&self, name: &str, folder: &PathHandle, to: &str) -> io::Result<()> {
        match folder.about(to)? {
            Some(_) => Err(io::ErrorKind::AlreadyExists.into()),
            None => self.rename(name, folder, to),
        }
    }

    /// Removes the file or link `name`.
    pub(super) fn remove(&self, name: &str) -> io::Result<()> {
        fs::remove_file(self.0.join(name))
    }

    /// Removes the empty folder `name`.
    pub(super) fn remove_folder(&self, name: &str) -> io::Result<()> {
        fs::remove_dir(self.0.join(name))
    }

    /// Does nothing: a system whose folders cannot be opened syncs names itself.
    pub(super) fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}
