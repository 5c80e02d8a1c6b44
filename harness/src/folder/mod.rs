//! A results folder on disk: who may write in it, what state it is in, and how files become part of it.
//!
//! While a run goes on its files are called `<name>.part`, and `progress.json` says how much of them counts. At the end
//! `progress.json` is marked as finishing, the parts take their names, the manifest last, and `progress.json` goes. A kill
//! at any moment leaves either the older result whole, or all that is needed to go on.

pub mod error;
pub mod parts;
pub mod progress;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

pub use error::FolderError;

/// The name of the experiment as run.
pub const EXPERIMENT: &str = "experiment.toml";
/// The name of the file that says how far a run has come.
pub const PROGRESS: &str = "progress.json";

/// A results folder that only this process writes in.
pub struct Folder {
    path: PathBuf,
    _lock: File,
}

impl Folder {
    /// Opens the folder at `path`, made if it is not there, for this process alone.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        fs::create_dir_all(path).map_err(|error| FolderError::io(path, "cannot be made a folder", error))?;
        let lock = lock_file(path).map_err(|error| FolderError::io(path, "cannot be locked", error))?;
        match lock.try_lock() {
            Ok(()) => Ok(Folder { path: path.to_owned(), _lock: lock }),
            Err(fs::TryLockError::WouldBlock) => Err(FolderError::Locked(path.to_owned())),
            Err(fs::TryLockError::Error(error)) => Err(FolderError::io(path, "cannot be locked", error)),
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

    /// Writes the file `name` whole: beside, then renamed. Folders on the way to it are made.
    pub fn write_whole(&self, name: &str, text: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), FolderError> {
        let (path, beside) = (self.file(name), self.path.join(format!("{name}.new")));
        if let Some(above) = path.parent() {
            fs::create_dir_all(above).map_err(|error| FolderError::io(above, "cannot be made a folder", error))?;
        }
        fs::write(&beside, text).and_then(|()| fs::rename(&beside, &path)).map_err(|error| {
            // Best effort: the error already says what went wrong.
            let _ = fs::remove_file(&beside);
            FolderError::io(&path, "cannot be written", error)
        })
    }

    /// The text of the file `name`; nothing if there is none.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>, FolderError> {
        let path = self.file(name);
        match fs::read(&path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(FolderError::io(&path, "cannot be read", error)),
        }
    }

    /// The names of the files in the folder `inner` of this one, in order; none if it is not there.
    pub fn files_in(&self, inner: &str) -> Result<Vec<String>, FolderError> {
        let path = self.file(inner);
        let failed = |error: io::Error| FolderError::io(&path, "cannot be read", error);
        let entries = match fs::read_dir(&path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(failed(error)),
        };
        let mut names = Vec::new();
        for entry in entries {
            names.push(format!("{inner}/{}", entry.map_err(failed)?.file_name().to_string_lossy()));
        }
        names.sort();
        Ok(names)
    }

    /// Removes the file `name` if it is there.
    pub fn remove(&self, name: &str) -> Result<(), FolderError> {
        let path = self.file(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(FolderError::io(&path, "cannot be removed", error))
            }
            _ => Ok(()),
        }
    }

    /// Removes the folder `inner` of this one if nothing is in it.
    pub fn remove_empty(&self, inner: &str) {
        // It may well hold something, or not be there.
        let _ = fs::remove_dir(self.file(inner));
    }

    /// Gives the part `name` its name, if that was not done before.
    pub fn promote(&self, name: &str) -> Result<(), FolderError> {
        let (from, to) = (self.part(name), self.file(name));
        match fs::rename(&from, &to) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && to.exists() => Ok(()),
            Err(error) => Err(FolderError::io(&to, "cannot be written", error)),
            Ok(()) => Ok(()),
        }
    }
}

/// Where the file `name` of `folder` lies while the run goes on.
pub fn part(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.part"))
}

/// Whether a run in `folder` was begun and not finished.
pub fn unfinished(folder: &Path) -> bool {
    folder.join(PROGRESS).exists() || part(folder, EXPERIMENT).exists()
}

/// The folder itself is what is locked, so that no file is left behind.
#[cfg(unix)]
fn lock_file(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Where a folder cannot be opened, a file in it is locked.
#[cfg(not(unix))]
fn lock_file(path: &Path) -> io::Result<File> {
    File::create(path.join(".lock"))
}
