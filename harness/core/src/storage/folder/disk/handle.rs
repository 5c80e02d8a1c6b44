//! An open folder. Entries are opened relative to it by a single name and links are not followed, so that renaming the
//! folder or replacing an entry by a link has no effect.

use std::fs::File;
use std::io;
use std::path::Path;

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags};
use rustix::io::Errno;

use super::entry::{EntryInfo, EntryKind, odd};

/// An open folder.
pub(super) struct FolderHandle(File);

impl FolderHandle {
    /// Opens the folder at `path`, which may be a link or behind one, because a user gave it.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Ok(FolderHandle(rustix::fs::open(path, FOLDER, Mode::empty())?.into()))
    }

    /// Returns the folder as a file, for locking.
    pub(super) fn file(&self) -> &File {
        &self.0
    }

    /// Opens the subfolder `name`.
    pub(super) fn folder(&self, name: &str) -> io::Result<Self> {
        match rustix::fs::openat(&self.0, name, FOLDER | OFlags::NOFOLLOW, Mode::empty()) {
            Ok(folder) => Ok(FolderHandle(folder.into())),
            Err(Errno::LOOP | Errno::NOTDIR) => Err(odd(&format!("{name} is a link or a file, not a folder"))),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the metadata of the entry `name`, or `None` if there is none.
    pub(super) fn about(&self, name: &str) -> io::Result<Option<EntryInfo>> {
        let found = match rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(found) => found,
            Err(Errno::NOENT) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let kind = match FileType::from_raw_mode(found.st_mode) {
            FileType::RegularFile => EntryKind::File,
            FileType::Directory => EntryKind::Folder,
            FileType::Symlink => EntryKind::Link,
            _ => EntryKind::Other,
        };
        Ok(Some(EntryInfo { kind, length: found.st_size as u64, names: found.st_nlink as u64 }))
    }

    /// Opens the file `name` for reading, and for writing if `write` is true. Does not block on a pipe.
    pub(super) fn file_of(&self, name: &str, write: bool) -> io::Result<File> {
        let access = if write { OFlags::RDWR } else { OFlags::RDONLY };
        let flags = access | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file: File = match rustix::fs::openat(&self.0, name, flags, Mode::empty()) {
            Ok(file) => file.into(),
            Err(Errno::LOOP) => return Err(odd("a link, not a file")),
            // A pipe without a reader, a socket, or a folder.
            Err(Errno::NXIO | Errno::ISDIR) => return Err(odd("not a file")),
            Err(error) => return Err(error.into()),
        };
        if file.metadata()?.is_file() { Ok(file) } else { Err(odd("not a file")) }
    }

    /// Creates the file `name`; an error if the name exists.
    pub(super) fn create(&self, name: &str) -> io::Result<File> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(rustix::fs::openat(&self.0, name, flags, Mode::from_raw_mode(0o666))?.into())
    }

    /// Creates the folder `name`.
    pub(super) fn make(&self, name: &str) -> io::Result<()> {
        Ok(rustix::fs::mkdirat(&self.0, name, Mode::from_raw_mode(0o777))?)
    }

    /// Returns the names of all entries in no particular order.
    pub(super) fn names(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in Dir::read_from(&self.0)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if name != "." && name != ".." {
                names.push(name);
            }
        }
        Ok(names)
    }

    /// Renames `name` to `to` in another folder, replacing an existing file.
    pub(super) fn rename(&self, name: &str, folder: &FolderHandle, to: &str) -> io::Result<()> {
        Ok(rustix::fs::renameat(&self.0, name, &folder.0, to)?)
    }

    /// Renames without replacing: an error if the new name exists.
    pub(super) fn rename_new(&self, name: &str, folder: &FolderHandle, to: &str) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        match rustix::fs::renameat_with(&self.0, name, &folder.0, to, rustix::fs::RenameFlags::NOREPLACE) {
            // Not all file systems support this.
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {}
            done => return Ok(done?),
        }
        if folder.about(to)?.is_some() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        self.rename(name, folder, to)
    }

    /// Removes the file or link `name`.
    pub(super) fn remove(&self, name: &str) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(&self.0, name, AtFlags::empty())?)
    }

    /// Removes the empty folder `name`.
    pub(super) fn remove_folder(&self, name: &str) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(&self.0, name, AtFlags::REMOVEDIR)?)
    }

    /// Syncs the names in the folder to disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.0.sync_all()
    }
}

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
