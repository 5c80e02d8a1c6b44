//! A folder that one process writes in.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::disk::{self, Growing, NEW};
use super::error::FolderError;

/// The name of the experiment as run.
pub const EXPERIMENT: &str = "experiment.toml";
/// The name of the file that says how far a run has come.
pub const PROGRESS: &str = "progress.json";

/// A results folder that only this process writes in.
pub struct Folder {
    path: PathBuf,
    lock: File,
}

impl Folder {
    /// Opens the folder at `path`, made if it is not there, for this process alone.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        disk::make_folder(path).map_err(|error| FolderError::io(path, "cannot be made a folder", error))?;
        let lock = disk::lock(path).map_err(|error| FolderError::io(path, "cannot be locked", error))?;
        match lock.try_lock() {
            Ok(()) => Ok(Folder { path: path.to_owned(), lock }),
            Err(TryLockError::WouldBlock) => Err(FolderError::Locked(path.to_owned())),
            Err(TryLockError::Error(error)) => Err(FolderError::io(path, "cannot be locked", error)),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where the finished file `name` lies.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Where the file `name` lies while the run goes on.
    pub fn part(&self, name: &str) -> PathBuf {
        part(&self.path, name)
    }

    /// Whether there is a file `name`.
    pub fn holds(&self, name: &str) -> bool {
        self.file(name).exists()
    }

    /// Refuses a folder that was removed, or has another in its place: what would be written there would be half of a result.
    #[cfg(unix)]
    fn there(&self) -> Result<(), FolderError> {
        use std::os::unix::fs::MetadataExt;

        let place = |about: io::Result<std::fs::Metadata>| about.ok().map(|about| (about.dev(), about.ino()));
        let (locked, found) = (place(self.lock.metadata()), place(std::fs::metadata(&self.path)));
        if found.is_some() && found == locked { Ok(()) } else { Err(FolderError::Gone(self.path.clone())) }
    }

    #[cfg(not(unix))]
    fn there(&self) -> Result<(), FolderError> {
        self.lock.metadata().map(|_| ()).map_err(|_| FolderError::Gone(self.path.clone()))
    }

    /// Writes the file `name` whole: beside, then renamed; it outlives a power cut. Folders on the way to it are made.
    pub fn write_whole(&self, name: &str, text: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), FolderError> {
        self.write_by(name, |out| out.add(text.as_ref()))
    }

    /// The same for what `write` puts into it, and gives what that gives.
    pub fn write_by<T>(&self, name: &str, write: impl FnOnce(&mut Growing) -> io::Result<T>) -> Result<T, FolderError> {
        self.there()?;
        let path = self.file(name);
        let above = disk::above(&path);
        disk::make_folder(above).map_err(|error| FolderError::io(above, "cannot be made a folder", error))?;
        disk::write_whole(&path, write).map_err(|error| FolderError::io(&path, "cannot be written", error))
    }

    /// Removes what was half-written beside files of this folder, and of its folders `inner`, when a process was killed.
    pub fn sweep(&self, inner: &[&str]) -> Result<(), FolderError> {
        let failed = |error| FolderError::io(&self.path, "cannot be read", error);
        let mut names = disk::names(&self.path).map_err(failed)?;
        for inner in inner {
            names.extend(self.files_in(inner)?);
        }
        let left = |name: &&String| name.strip_suffix(NEW).is_some_and(|name| name == PROGRESS || name.ends_with(PART));
        names.iter().filter(left).try_for_each(|name| self.remove(name))
    }

    /// Has the names in this folder, and in its folders `inner`, outlive a power cut.
    pub fn sync(&self, inner: &[&str]) -> Result<(), FolderError> {
        let folders = inner.iter().map(|inner| self.file(inner)).chain([self.path.clone()]);
        folders.into_iter().try_for_each(|path| {
            disk::sync_folder(&path).map_err(|error| FolderError::io(&path, "cannot be synced", error))
        })
    }

    /// Has the bytes of the part `name`, which others wrote, outlive a power cut.
    pub fn sync_part(&self, name: &str) -> Result<(), FolderError> {
        let path = self.part(name);
        let synced = Growing::open(&path).and_then(|(mut file, _)| file.sync());
        synced.map_err(|error| FolderError::io(&path, "cannot be synced", error))
    }

    /// Writes the part `name` whole.
    pub fn write_part(&self, name: &str, text: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), FolderError> {
        self.write_whole(&part_name(name), text)
    }

    /// The bytes of the file `name`; nothing if there is none.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>, FolderError> {
        let path = self.file(name);
        disk::read(&path).map_err(|error| FolderError::io(&path, "cannot be read", error))
    }

    /// The bytes of the part `name`; nothing if there is none.
    pub fn read_part(&self, name: &str) -> Result<Option<Vec<u8>>, FolderError> {
        self.read(&part_name(name))
    }

    /// The length of the part `name`; nothing if there is none.
    pub fn length_of_part(&self, name: &str) -> Result<Option<u64>, FolderError> {
        let path = self.part(name);
        disk::length(&path).map_err(|error| FolderError::io(&path, "cannot be continued", error))
    }

    /// The names of the files in the folder `inner` of this one, in order; none if it is not there.
    pub fn files_in(&self, inner: &str) -> Result<Vec<String>, FolderError> {
        let path = self.file(inner);
        let names = disk::names(&path).map_err(|error| FolderError::io(&path, "cannot be read", error))?;
        Ok(names.into_iter().map(|name| format!("{inner}/{name}")).collect())
    }

    /// The parts in the folder `inner` of this one: the names of the files to be.
    pub fn parts_in(&self, inner: &str) -> Result<Vec<String>, FolderError> {
        let files = self.files_in(inner)?;
        Ok(files.iter().filter_map(|name| name.strip_suffix(PART)).map(str::to_owned).collect())
    }

    /// Removes the file `name` if it is there.
    pub fn remove(&self, name: &str) -> Result<(), FolderError> {
        let path = self.file(name);
        disk::remove(&path).map_err(|error| FolderError::io(&path, "cannot be removed", error))
    }

    /// Removes the part `name` if it is there.
    pub fn remove_part(&self, name: &str) -> Result<(), FolderError> {
        self.remove(&part_name(name))
    }

    /// Removes the folder `inner` of this one if nothing is in it.
    pub fn remove_empty(&self, inner: &str) {
        // It may well hold something, or not be there.
        let _ = disk::remove_folder(&self.file(inner));
    }

    /// Gives the part `name` its name, if that was not done before.
    pub fn promote(&self, name: &str) -> Result<(), FolderError> {
        let to = self.file(name);
        let missing = || io::Error::from(io::ErrorKind::NotFound);
        let renamed = disk::rename(&self.part(name), &to);
        let there = renamed.and_then(|renamed| if renamed || to.exists() { Ok(()) } else { Err(missing()) });
        there.map_err(|error| FolderError::io(&to, "cannot be written", error))
    }
}

/// What the names of parts end in.
const PART: &str = ".part";

fn part_name(name: &str) -> String {
    format!("{name}{PART}")
}

/// Where the file `name` of `folder` lies while the run goes on.
pub fn part(folder: &Path, name: &str) -> PathBuf {
    folder.join(part_name(name))
}

/// Whether a run in `folder` was begun and not finished.
pub fn unfinished(folder: &Path) -> bool {
    folder.join(PROGRESS).exists() || part(folder, EXPERIMENT).exists()
}
