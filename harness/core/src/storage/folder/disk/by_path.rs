//! An open folder where the system has no names that begin at one: by its path. A link is looked for before each operation, so it
//! is not followed unless somebody puts it there in between.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::entry::{EntryInfo, EntryKind, odd};

/// An open folder.
pub(super) struct PathHandle(PathBuf);

impl PathHandle {
    /// The folder at `path`, which may be or lie behind a link: whoever named it said so.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let path = fs::canonicalize(path)?;
        if path.is_dir() { Ok(PathHandle(path)) } else { Err(odd("not a folder")) }
    }

    /// The folder `name` in this one.
    pub(super) fn folder(&self, name: &str) -> io::Result<Self> {
        match self.about(name)?.map(|about| about.kind) {
            Some(EntryKind::Folder) => Ok(PathHandle(self.0.join(name))),
            Some(_) => Err(odd(&format!("{name} is a link or a file, not a folder"))),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// The metadata of the entry `name`; nothing if there is none.
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

    /// The file `name`, to be read, and to be written to if `write` says so.
    pub(super) fn file_of(&self, name: &str, write: bool) -> io::Result<File> {
        match self.about(name)?.map(|about| about.kind) {
            None => Err(io::ErrorKind::NotFound.into()),
            Some(EntryKind::File) => OpenOptions::new().read(true).write(write).open(self.0.join(name)),
            Some(EntryKind::Link) => Err(odd("a link, not a file")),
            Some(_) => Err(odd("not a file")),
        }
    }

    /// A new file `name`: an error if there is anything of that name.
    pub(super) fn create(&self, name: &str) -> io::Result<File> {
        OpenOptions::new().read(true).write(true).create_new(true).open(self.0.join(name))
    }

    /// Makes the folder `name`.
    pub(super) fn make(&self, name: &str) -> io::Result<()> {
        fs::create_dir(self.0.join(name))
    }

    /// The names in it, in no order.
    pub(super) fn names(&self) -> io::Result<Vec<String>> {
        let name = |entry: io::Result<fs::DirEntry>| Ok(entry?.file_name().to_string_lossy().into_owned());
        fs::read_dir(&self.0)?.map(name).collect()
    }

    /// Gives what lies under `name` the name `to` in another folder, in place of a file of that name.
    pub(super) fn rename(&self, name: &str, folder: &PathHandle, to: &str) -> io::Result<()> {
        fs::rename(self.0.join(name), folder.0.join(to))
    }

    /// The same, but an error if there is anything of that name.
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

    /// Removes the folder `name`, which must be empty.
    pub(super) fn remove_folder(&self, name: &str) -> io::Result<()> {
        fs::remove_dir(self.0.join(name))
    }

    /// Has the names in it outlive a power cut: where a folder cannot be opened the system sees to it.
    pub(super) fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}
