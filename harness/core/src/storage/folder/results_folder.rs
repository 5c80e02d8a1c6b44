//! A folder that one process writes in.

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

/// The name of the experiment as run.
pub const EXPERIMENT: &str = "experiment.toml";
/// The name of the file that says how far a run has come.
pub const PROGRESS: &str = "progress.json";

/// A results folder that only this process writes in. Nothing in it is replaced or removed that is not known to be the program's: by
/// its name and digest, which a record in the folder gives ([`Folder::trust`]), or because it was written through this.
pub struct Folder {
    path: PathBuf,
    root: Root,
    #[cfg(not(unix))]
    lock: File,
    known: Mutex<BTreeSet<(String, String)>>,
}

/// The lock is let go for good: a program that is being started at this moment shares the file until it runs.
impl Drop for Folder {
    fn drop(&mut self) {
        #[cfg(unix)]
        let lock = self.root.file();
        #[cfg(not(unix))]
        let lock = &self.lock;
        // What cannot be let go goes with the process.
        let _ = lock.unlock();
    }
}

impl Folder {
    /// Opens the folder at `path`, made if it is not there, for this process alone.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        disk::make_folder(path).map_err(|error| FolderError::io(path, "cannot be made a folder", error))?;
        let root = Root::open(path).map_err(|error| FolderError::io(path, "cannot be locked", error))?;
        // Where a folder can be opened it is locked itself, so that no file is left behind.
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

    /// Whether there is anything called `name`.
    pub fn holds(&self, name: &str) -> bool {
        self.root.about(name).is_ok_and(|about| about.is_some())
    }

    /// Whether there is a folder called `name`, which is no link.
    pub fn holds_folder(&self, name: &str) -> bool {
        self.root.about(name).is_ok_and(|about| about.is_some_and(|about| about.kind == EntryKind::Folder))
    }

    /// The file `name` with this digest was written by the program.
    pub fn trust(&self, name: &str, digest: &str) {
        self.known().insert((name.to_owned(), digest.to_owned()));
    }

    /// The names and digests of files that the program is known to have written here.
    pub fn known(&self) -> MutexGuard<'_, BTreeSet<(String, String)>> {
        self.known.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Whether the program wrote the file `name` if it has this digest. What was left beside a file has its digest.
    fn knows(&self, name: &str, digest: &str) -> bool {
        let name = name.strip_suffix(NEW).unwrap_or(name);
        self.known().contains(&(name.to_owned(), digest.to_owned()))
    }

    /// Refuses what is no file under one of the names `files`, finished, a part or beside, and what is no folder under one of the
    /// names `inner`: the links and pipes that others put there. A name may begin with that of an inner folder.
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

    /// The names in it, in order.
    pub fn names(&self) -> Result<Vec<String>, FolderError> {
        self.root.names("").map_err(|error| FolderError::io(&self.path, "cannot be read", error))
    }

    /// Refuses a folder that was removed, or has another in its place: what would be written there would be half of a result.
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

    /// Writes the file `name` whole: beside, then renamed; it outlives a power cut. Folders on the way to it are made. A file of
    /// others is set aside.
    pub fn write_whole(&self, name: &str, text: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), FolderError> {
        self.write_by(name, |out| out.add(text.as_ref()))?;
        self.trust(name, &digest::of_bytes(text.as_ref()));
        Ok(())
    }

    /// The same for what `write` puts into it, and gives what that gives.
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

    /// Prints a warning if a file of another program was set aside.
    fn report_set_aside(&self, name: &str, before: &ReplacedFile) {
        if let ReplacedFile::Aside(aside) = before {
            let (path, aside) = (self.file(name), self.file(aside));
            let what = "was not written by this program, or was changed since; kept as";
            // A warning that cannot be printed is no error.
            let _ = writeln!(io::stderr().lock(), "{}: {what} {}", path.display(), aside.display());
        }
    }

    /// Sets what is called `name` aside if there is anything.
    pub fn set_aside(&self, name: &str) -> Result<(), FolderError> {
        if self.holds(name) {
            let aside = self.root.set_aside(name);
            let aside = aside.map_err(|error| FolderError::io(&self.file(name), "cannot be set aside", error))?;
            self.report_set_aside(name, &ReplacedFile::Aside(aside));
        }
        Ok(())
    }

    /// Has the names in this folder, and in its folders `inner`, outlive a power cut.
    pub fn sync(&self, inner: &[&str]) -> Result<(), FolderError> {
        inner.iter().chain([&""]).try_for_each(|name| {
            self.root
                .sync_folder(name)
                .map_err(|error| FolderError::io(&self.root.path(name), "cannot be synced", error))
        })
    }

    /// Has the bytes of the part `name`, which others wrote, outlive a power cut.
    pub fn sync_part(&self, name: &str) -> Result<(), FolderError> {
        let synced = self.root.grow(&part_name(name)).and_then(|(mut file, _)| file.sync());
        synced.map_err(|error| FolderError::io(&self.part(name), "cannot be synced", error))
    }

    /// Writes the part `name` whole.
    pub fn write_part(&self, name: &str, text: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), FolderError> {
        self.write_whole(&part_name(name), text)
    }

    /// A new part `name`, to grow; what others have in its place is set aside.
    pub fn create_part(&self, name: &str) -> Result<AppendFile, FolderError> {
        self.set_aside(&part_name(name))?;
        let made = self.root.create(&part_name(name));
        made.map_err(|error| FolderError::io(&self.part(name), "cannot be made", error))
    }

    /// The part `name`, to be read and to grow, and its length.
    pub fn grow_part(&self, name: &str) -> Result<(AppendFile, u64), FolderError> {
        let opened = self.root.grow(&part_name(name));
        opened.map_err(|error| FolderError::io(&self.part(name), "cannot be continued", error))
    }

    /// The bytes of the file `name`; nothing if there is none.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>, FolderError> {
        self.root.read(name).map_err(|error| FolderError::io(&self.file(name), "cannot be read", error))
    }

    /// The bytes of the part `name`; nothing if there is none.
    pub fn read_part(&self, name: &str) -> Result<Option<Vec<u8>>, FolderError> {
        self.read(&part_name(name))
    }

    /// The length of the part `name`; nothing if there is none.
    pub fn length_of_part(&self, name: &str) -> Result<Option<u64>, FolderError> {
        let about = self.root.about(&part_name(name));
        let about = about.map_err(|error| FolderError::io(&self.part(name), "cannot be continued", error))?;
        Ok(about.filter(|about| about.kind == EntryKind::File).map(|about| about.length))
    }

    /// The digest of the file `name`, or of its first so many bytes; nothing if there is none, or fewer.
    pub fn digest(&self, name: &str, first: Option<u64>) -> Result<Option<String>, FolderError> {
        let digest = match first {
            Some(first) => self.root.digest_of_first(name, first),
            None => self.root.digest(name),
        };
        digest.map_err(|error| FolderError::io(&self.file(name), "cannot be read", error))
    }

    /// The names of the files in the folder `inner` of this one, in order; none if it is not there.
    pub fn files_in(&self, inner: &str) -> Result<Vec<String>, FolderError> {
        let names =
            self.root.names(inner).map_err(|error| FolderError::io(&self.file(inner), "cannot be read", error))?;
        Ok(names.into_iter().map(|name| format!("{inner}/{name}")).collect())
    }

    /// Removes the file `name` if it is there, and known to be the program's.
    pub fn remove(&self, name: &str) -> Result<(), FolderError> {
        match self.root.digest(name) {
            Ok(Some(digest)) if self.knows(name, &digest) => self.discard(name),
            // What lies behind a link is none of the program's.
            Err(error) if error.kind() != io::ErrorKind::InvalidInput => {
                Err(FolderError::io(&self.file(name), "cannot be read", error))
            }
            _ => Ok(()),
        }
    }

    /// Removes the file `name`, of which the caller knows that the program wrote it, if it is there.
    pub fn discard(&self, name: &str) -> Result<(), FolderError> {
        self.root.remove(name).map_err(|error| FolderError::io(&self.file(name), "cannot be removed", error))
    }

    /// Removes the folder `inner` of this one if nothing is in it.
    pub fn remove_empty(&self, inner: &str) {
        // It may well hold something, or not be there.
        let _ = self.root.remove_folder(inner);
    }

    /// Gives the part `name` its name, if that was not done before. A file of others of that name is set aside.
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

/// The ending of the names of parts.
pub const PART: &str = ".part";

/// The name of the file `name` while the run goes on.
pub fn part_name(name: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_folder_that_was_left_is_free_even_while_somebody_shares_its_file() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path()).unwrap();
        let shared = folder.root.file().try_clone().unwrap();
        assert!(matches!(Folder::open(place.path()), Err(FolderError::Locked(_))));
        drop(folder);
        assert!(Folder::open(place.path()).is_ok());
        drop(shared);
    }
}
