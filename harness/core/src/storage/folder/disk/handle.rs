//! An open folder. What lies in it is named by one word from there, and no link is followed: neither the folder's own name, should
//! it change meanwhile, nor a link in the place of a file or a folder.

use std::fs::File;
use std::io;
use std::path::Path;

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags};
use rustix::io::Errno;

use super::entry::{EntryInfo, EntryKind, odd};

/// An open folder.
pub(super) struct FolderHandle(File);

impl FolderHandle {
    /// The folder at `path`, which may be or lie behind a link: whoever named it said so.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Ok(FolderHandle(rustix::fs::open(path, FOLDER, Mode::empty())?.into()))
    }

    /// The folder itself, to be locked.
    pub(super) fn file(&self) -> &File {
        &self.0
    }

    /// The folder `name` in this one.
    pub(super) fn folder(&self, name: &str) -> io::Result<Self> {
        match rustix::fs::openat(&self.0, name, FOLDER | OFlags::NOFOLLOW, Mode::empty()) {
            Ok(folder) => Ok(FolderHandle(folder.into())),
            Err(Errno::LOOP | Errno::NOTDIR) => Err(odd(&format!("{name} is a link or a file, not a folder"))),
            Err(error) => Err(error.into()),
        }
    }

    /// The metadata of the entry `name`; nothing if there is none.
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

    /// The file `name`, to be read, and to be written to if `write` says so. A pipe is not waited for.
    pub(super) fn file_of(&self, name: &str, write: bool) -> io::Result<File> {
        let access = if write { OFlags::RDWR } else { OFlags::RDONLY };
        let flags = access | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file: File = match rustix::fs::openat(&self.0, name, flags, Mode::empty()) {
            Ok(file) => file.into(),
            Err(Errno::LOOP) => return Err(odd("a link, not a file")),
            // A pipe that nobody reads, a socket, a folder that is to be written to.
            Err(Errno::NXIO | Errno::ISDIR) => return Err(odd("not a file")),
            Err(error) => return Err(error.into()),
        };
        if file.metadata()?.is_file() { Ok(file) } else { Err(odd("not a file")) }
    }

    /// A new file `name`: an error if there is anything of that name.
    pub(super) fn create(&self, name: &str) -> io::Result<File> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(rustix::fs::openat(&self.0, name, flags, Mode::from_raw_mode(0o666))?.into())
    }

    /// Makes the folder `name`.
    pub(super) fn make(&self, name: &str) -> io::Result<()> {
        Ok(rustix::fs::mkdirat(&self.0, name, Mode::from_raw_mode(0o777))?)
    }

    /// The names in it, in no order.
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

    /// Gives what lies under `name` the name `to` in another folder, in place of a file of that name.
    pub(super) fn rename(&self, name: &str, folder: &FolderHandle, to: &str) -> io::Result<()> {
        Ok(rustix::fs::renameat(&self.0, name, &folder.0, to)?)
    }

    /// The same, but an error if there is anything of that name.
    pub(super) fn rename_new(&self, name: &str, folder: &FolderHandle, to: &str) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        match rustix::fs::renameat_with(&self.0, name, &folder.0, to, rustix::fs::RenameFlags::NOREPLACE) {
            // Not every file system can.
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

    /// Removes the folder `name`, which must be empty.
    pub(super) fn remove_folder(&self, name: &str) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(&self.0, name, AtFlags::REMOVEDIR)?)
    }

    /// Has the names in it outlive a power cut.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.0.sync_all()
    }
}

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
