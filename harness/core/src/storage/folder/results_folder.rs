//! A results folder that is locked by one process.

use std::collections::BTreeSet;
#[cfg(not(unix))]
use std::fs::File;
use std::fs::TryLockError;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use super::disk::{self, AppendFile, EntryKind, NEW, ReplacedFile, Root};
use super::error::FolderError;
use crate::storage::digest;
use crate::storage::printable::printable;

/// The file of the experiment as run.
pub const EXPERIMENT: &str = "experiment.toml";
/// The file with the progress of a run.
pub const PROGRESS: &str = "progress.json";

/// A results folder that is locked by this process. A file is replaced or removed only if it is known to be written by
/// the program: by the name and digest in a record of the folder ([`Folder::trust`]), or because it was written through
/// this.
pub struct Folder {
    path: PathBuf,
    root: Root,
    #[cfg(not(unix))]
    lock: File,
    known: Mutex<BTreeSet<(String, String)>>,
}

/// Releases the lock explicitly: a program that is being started at this moment shares the open file until it runs.
impl Drop for Folder {
    fn drop(&mut self) {
        #[cfg(unix)]
        let lock = self.root.file();
        #[cfg(not(unix))]
        let lock = &self.lock;
        // If this fails, the lock is released when the process ends.
        let _ = lock.unlock();
    }
}

impl Folder {
    /// Opens and locks the folder at `path`, which is created if necessary.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be created, or if another process has locked it.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        disk::make_folder(path).map_err(|error| FolderError::io(path, "cannot be made a folder", error))?;
        let root = Root::open(path).map_err(|error| FolderError::io(path, "cannot be locked", error))?;
        // If a folder can be opened, the folder itself is locked, so that no lock file is left behind.
        #[cfg(unix)]
        let lock = root.file();
        #[cfg(not(unix))]
        let lock =
            File::create(path.join(".lock")).map_err(|error| FolderError::io(path, "cannot be locked", error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FolderError::Locked(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(FolderError::io(path, "cannot be locked", error)),
        }
        Ok(Folder {
            path: path.to_owned(),
            root,
            #[cfg(not(unix))]
            lock,
            known: Mutex::default(),
        })
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of the finished file `name`.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Returns the path of the file `name` while the run continues.
    pub fn part(&self, name: &str) -> PathBuf {
        part(&self.path, name)
    }

    /// Returns true if there is an entry `name`.
    pub fn holds(&self, name: &str) -> bool {
        self.root.about(name).is_ok_and(|about| about.is_some())
    }

    /// Returns true if there is a folder `name` that is not a link.
    pub fn holds_folder(&self, name: &str) -> bool {
        self.root.about(name).is_ok_and(|about| about.is_some_and(|about| about.kind == EntryKind::Folder))
    }

    /// Registers a file with this name and digest as written by the program.
    pub fn trust(&self, name: &str, digest: &str) {
        self.known().insert((name.to_owned(), digest.to_owned()));
    }

    /// Returns the names and digests of files that the program is known to have written here.
    pub fn known(&self) -> MutexGuard<'_, BTreeSet<(String, String)>> {
        self.known.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Returns true if the program wrote the file `name` with this digest. Temporary files count under their final
    /// name.
    fn knows(&self, name: &str, digest: &str) -> bool {
        let name = name.strip_suffix(NEW).unwrap_or(name);
        self.known().contains(&(name.to_owned(), digest.to_owned()))
    }

    /// Checks that all existing entries named in `files` (finished, part or temporary) are regular files, and those in
    /// `inner` folders. A name may begin with an inner folder.
    ///
    /// # Errors
    ///
    /// Returns the first link, pipe or other unexpected entry.
    pub fn check(&self, files: &[String], inner: &[&str]) -> Result<(), FolderError> {
        let odd = |name: &str, kind: EntryKind, expected| FolderError::Odd {
            path: self.file(name),
            what: kind.words(),
            expected,
        };
        let about = |name: &str| {
            self.root.about(name).map_err(|error| FolderError::io(&self.file(name), "cannot be read", error))
        };
        for name in inner {
            if let Some(found) = about(name)?.filter(|found| found.kind != EntryKind::Folder) {
                return Err(odd(name, found.kind, "a folder"));
            }
        }
        for name in files {
            for name in [name.clone(), part_name(name), format!("{name}{NEW}"), part_name(name) + NEW] {
                if let Some(found) = about(&name)?.filter(|found| found.kind != EntryKind::File) {
                    return Err(odd(&name, found.kind, "a file"));
                }
            }
        }
        Ok(())
    }

    /// Returns the sorted names in the folder.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be read.
    pub fn names(&self) -> Result<Vec<String>, FolderError> {
        self.root.names("").map_err(|error| FolderError::io(&self.path, "cannot be read", error))
    }

    /// Checks that the folder was not removed or replaced, so that a result is not split over two folders.
    #[cfg(unix)]
    fn there(&self) -> Result<(), FolderError> {
        use std::os::unix::fs::MetadataExt;

        let place = |about: io::Result<std::fs::Metadata>| about.ok().map(|about| (about.dev(), about.ino()));
        let (locked, found) = (place(self.root.file().metadata()), place(std::fs::metadata(&self.path)));
        if found.is_some() && found == locked { Ok(()) } else { Err(FolderError::Gone(self.path.clone())) }
    }

    #[cfg(not(unix))]
    fn there(&self) -> Result<(), FolderError> {
        self.lock.metadata().map(|_| ()).map_err(|_| FolderError::Gone(self.path.clone()))
    }

    /// Writes the file `name` atomically and syncs it. Missing parent folders are created. A foreign file is set aside.
    ///
    /// # Errors
    ///
    /// Returns an error if a file operation fails.
    pub fn write_whole(&self, name: &str, text: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), FolderError> {
        self.write_by(name, |out| out.add(text.as_ref()))?;
        self.trust(name, &digest::of_bytes(text.as_ref()));
        Ok(())
    }

    /// Like [`Folder::write_whole`], with the content that `write` produces. Returns the result of `write`.
    ///
    /// # Errors
    ///
    /// Returns an error if `write` or a file operation fails.
    pub fn write_by<T>(
        &self,
        name: &str,
        write: impl FnOnce(&mut AppendFile) -> io::Result<T>,
    ) -> Result<T, FolderError> {
        self.there()?;
        if let Some((inner, _)) = name.rsplit_once('/') {
            let failed = |error| FolderError::io(&self.file(inner), "cannot be made a folder", error);
            self.root.make_folder(inner).map_err(failed)?;
        }
        let written = self.root.write_whole(name, &|name, digest| self.knows(name, digest), write);
        let (given, before) = written.map_err(|error| FolderError::io(&self.file(name), "cannot be written", error))?;
        self.report_set_aside(name, &before);
        Ok(given)
    }

    /// Prints a warning if a foreign file was set aside.
    fn report_set_aside(&self, name: &str, before: &ReplacedFile) {
        if let ReplacedFile::Aside(aside) = before {
            let (path, aside) = (self.file(name), self.file(aside));
            let what = "was not written by this program, or was changed since; kept as";
            // Ignore errors while printing a warning.
            let text = format!("{}: {what} {}", path.display(), aside.display());
            let _ = writeln!(io::stderr().lock(), "{}", printable(&text));
        }
    }

    /// Renames the entry `name`, if it exists, to a free name.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be renamed.
    pub fn set_aside(&self, name: &str) -> Result<(), FolderError> {
        if self.holds(name) {
            let aside = self.root.set_aside(name);
            let aside = aside.map_err(|error| FolderError::io(&self.file(name), "cannot be set aside", error))?;
            self.report_set_aside(name, &ReplacedFile::Aside(aside));
        }
        Ok(())
    }

    /// Syncs the names in this folder and in its subfolders `inner`.
    ///
    /// # Errors
    ///
    /// Returns an error if the system cannot sync.
    pub fn sync(&self, inner: &[&str]) -> Result<(), FolderError> {
        inner.iter().chain([&""]).try_for_each(|name| {
            self.root
                .sync_folder(name)
                .map_err(|error| FolderError::io(&self.root.path(name), "cannot be synced", error))
        })
    }

    /// Syncs the content of the part `name`, which another process wrote.
    ///
    /// # Errors
    ///
    /// Returns an error if the system cannot sync.
    pub fn sync_part(&self, name: &str) -> Result<(), FolderError> {
        let synced = self.root.grow(&part_name(name)).and_then(|(mut file, _)| file.sync());
        synced.map_err(|error| FolderError::io(&self.part(name), "cannot be synced", error))
    }

    /// Writes the part `name` atomically.
    ///
    /// # Errors
    ///
    /// Returns an error if a file operation fails.
    pub fn write_part(&self, name: &str, text: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), FolderError> {
        self.write_whole(&part_name(name), text)
    }

    /// Creates the part `name` for appending; a foreign file is set aside.
    ///
    /// # Errors
    ///
    /// Returns an error if the part cannot be created.
    pub fn create_part(&self, name: &str) -> Result<AppendFile, FolderError> {
        self.set_aside(&part_name(name))?;
        let made = self.root.create(&part_name(name));
        made.map_err(|error| FolderError::io(&self.part(name), "cannot be made", error))
    }

    /// Opens the part `name` for reading and appending, and returns its length.
    ///
    /// # Errors
    ///
    /// Returns an error if the part cannot be opened.
    pub fn grow_part(&self, name: &str) -> Result<(AppendFile, u64), FolderError> {
        let opened = self.root.grow(&part_name(name));
        opened.map_err(|error| FolderError::io(&self.part(name), "cannot be continued", error))
    }

    /// Returns the content of the file `name`, or `None` if there is none.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>, FolderError> {
        self.root.read(name).map_err(|error| FolderError::io(&self.file(name), "cannot be read", error))
    }

    /// Returns the content of the part `name`, or `None` if there is none.
    ///
    /// # Errors
    ///
    /// Returns an error if the part cannot be read.
    pub fn read_part(&self, name: &str) -> Result<Option<Vec<u8>>, FolderError> {
        self.read(&part_name(name))
    }

    /// Returns the length of the part `name`, or `None` if there is none.
    ///
    /// # Errors
    ///
    /// Returns an error if the part cannot be accessed.
    pub fn length_of_part(&self, name: &str) -> Result<Option<u64>, FolderError> {
        let about = self.root.about(&part_name(name));
        let about = about.map_err(|error| FolderError::io(&self.part(name), "cannot be continued", error))?;
        Ok(about.filter(|about| about.kind == EntryKind::File).map(|about| about.length))
    }

    /// Returns the digest of the file `name`, or of its first `first` bytes; `None` if it is missing or shorter.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    pub fn digest(&self, name: &str, first: Option<u64>) -> Result<Option<String>, FolderError> {
        let digest = match first {
            Some(first) => self.root.digest_of_first(name, first),
            None => self.root.digest(name),
        };
        digest.map_err(|error| FolderError::io(&self.file(name), "cannot be read", error))
    }

    /// Returns the sorted paths of the files in the subfolder `inner`; empty if it does not exist.
    ///
    /// # Errors
    ///
    /// Returns an error if the subfolder cannot be read.
    pub fn files_in(&self, inner: &str) -> Result<Vec<String>, FolderError> {
        let names =
            self.root.names(inner).map_err(|error| FolderError::io(&self.file(inner), "cannot be read", error))?;
        Ok(names.into_iter().map(|name| format!("{inner}/{name}")).collect())
    }

    /// Removes the file `name` if it exists and is known to be written by the program.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or removed.
    pub fn remove(&self, name: &str) -> Result<(), FolderError> {
        match self.root.digest(name) {
            Ok(Some(digest)) if self.knows(name, &digest) => self.discard(name),
            // The target of a link is not written by the program.
            Err(error) if error.kind() != io::ErrorKind::InvalidInput => {
                Err(FolderError::io(&self.file(name), "cannot be read", error))
            }
            _ => Ok(()),
        }
    }

    /// Removes the file `name` if it exists. The caller must know that the program wrote it.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be removed.
    pub fn discard(&self, name: &str) -> Result<(), FolderError> {
        self.root.remove(name).map_err(|error| FolderError::io(&self.file(name), "cannot be removed", error))
    }

    /// Removes the regular file `name` if it exists, not a link. The caller must know that the program wrote it.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be accessed or removed.
    pub fn discard_file(&self, name: &str) -> Result<(), FolderError> {
        let about = self.root.about(name);
        match about.map_err(|error| FolderError::io(&self.file(name), "cannot be read", error))?.map(|about| about.kind)
        {
            Some(EntryKind::File) => self.discard(name),
            _ => Ok(()),
        }
    }

    /// Returns the name of the temporary file that the next write of the file `name` makes.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be read.
    pub fn temporary(&self, name: &str) -> Result<String, FolderError> {
        self.root.free_beside(name).map_err(|error| FolderError::io(&self.file(name), "cannot be read", error))
    }

    /// Removes the subfolder `inner` if it is empty.
    pub fn remove_empty(&self, inner: &str) {
        // It may have entries, or not exist.
        let _ = self.root.remove_folder(inner);
    }

    /// Renames the part `name` to its final name, unless that was done before. A foreign file with that name is set
    /// aside.
    ///
    /// # Errors
    ///
    /// Returns an error if a file operation fails.
    pub fn promote(&self, name: &str) -> Result<(), FolderError> {
        let failed = |error| FolderError::io(&self.file(name), "cannot be written", error);
        let part = part_name(name);
        if self.root.about(&part).map_err(failed)?.is_some_and(|about| about.kind == EntryKind::File) {
            let before = self.root.replace(&part, name, &|name, digest| self.knows(name, digest)).map_err(failed)?;
            self.report_set_aside(name, &before);
            let mut known = self.known();
            let digests: Vec<String> =
                known.iter().filter(|(known, _)| *known == part).map(|(_, digest)| digest.clone()).collect();
            known.extend(digests.into_iter().map(|digest| (name.to_owned(), digest)));
            return Ok(());
        }
        if self.holds(name) { Ok(()) } else { Err(failed(io::ErrorKind::NotFound.into())) }
    }
}

/// The suffix of parts: files that are not finished.
pub const PART: &str = ".part";

/// Returns the name of the file `name` while the run continues.
pub fn part_name(name: &str) -> String {
    format!("{name}{PART}")
}

/// Returns the path of the file `name` in `folder` while the run continues.
pub fn part(folder: &Path, name: &str) -> PathBuf {
    folder.join(part_name(name))
}

/// Returns true if `folder` has a run that was started and not finished.
pub fn unfinished(folder: &Path) -> bool {
    folder.join(PROGRESS).exists() || part(folder, EXPERIMENT).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn folder_dropped_is_unlocked_despite_shared_file() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path()).unwrap();
        let shared = folder.root.file().try_clone().unwrap();
        assert!(matches!(Folder::open(place.path()), Err(FolderError::Locked(_))));
        drop(folder);
        assert!(Folder::open(place.path()).is_ok());
        drop(shared);
    }
}
