//! A folder and everything below it. Names are relative paths with `/`; each folder on the way is opened from its
//! parent, links are not followed, and no name leads outside.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::append_file::AppendFile;
#[cfg(not(unix))]
use super::by_path::PathHandle as FolderHandle;
use super::entry::{EntryInfo, EntryKind, odd};
#[cfg(unix)]
use super::handle::FolderHandle;
use super::operation::{FileOperation, before};
use crate::storage::digest::{Hasher, read_into};

/// The suffix of temporary files while they are written.
pub const NEW: &str = ".new";
/// The suffix of foreign files that were renamed.
const ASIDE: &str = ".aside";

/// A folder and everything below it.
#[derive(Clone)]
pub struct Root {
    path: PathBuf,
    handle: Arc<FolderHandle>,
}

/// The fate of an existing file at the target name.
#[derive(Debug, PartialEq, Eq)]
pub enum ReplacedFile {
    /// There was none, it was written by this program, or it had the same bytes.
    Gone,
    /// It was renamed to this name.
    Aside(String),
}

impl Root {
    /// Opens the folder at `path`, which may be a link.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Root { path: path.to_owned(), handle: Arc::new(FolderHandle::open(path)?) })
    }

    /// Returns the folder as a file, for locking.
    #[cfg(unix)]
    pub fn file(&self) -> &File {
        self.handle.file()
    }

    /// Returns the path of `name`, for messages.
    pub fn path(&self, name: &str) -> PathBuf {
        if name.is_empty() { self.path.clone() } else { self.path.join(name) }
    }

    /// Returns the open parent folder of `name`, and its last component.
    fn walk<'a>(&self, name: &'a str) -> io::Result<(Arc<FolderHandle>, &'a str)> {
        if !is_inside(name) {
            return Err(odd("no name of a file in this folder"));
        }
        let mut at = self.handle.clone();
        let mut words = name.split('/').peekable();
        while let Some(word) = words.next() {
            if words.peek().is_none() {
                return Ok((at, word));
            }
            at = Arc::new(at.folder(word)?);
        }
        Err(odd("no name"))
    }

    /// Opens the folder `name`; the root if it is empty.
    fn folder(&self, name: &str) -> io::Result<Arc<FolderHandle>> {
        if name.is_empty() {
            return Ok(self.handle.clone());
        }
        let (above, word) = self.walk(name)?;
        Ok(Arc::new(above.folder(word)?))
    }

    /// Returns the metadata of the entry `name`, or `None` if there is none.
    ///
    /// # Errors
    ///
    /// Returns an error if the entry cannot be accessed.
    pub fn about(&self, name: &str) -> io::Result<Option<EntryInfo>> {
        let found = self.walk(name).and_then(|(folder, word)| folder.about(word));
        if_there(found).map(Option::flatten)
    }

    /// Returns the content of the file `name`, or `None` if there is none.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a regular file or cannot be read.
    pub fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        before(&FileOperation::Read(&self.path(name)))?;
        let Some(mut file) = self.reader(name)? else { return Ok(None) };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(Some(bytes))
    }

    /// Opens the file `name` for reading; `None` if there is none.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a regular file or cannot be opened.
    pub fn reader(&self, name: &str) -> io::Result<Option<File>> {
        if_there(self.walk(name).and_then(|(folder, word)| folder.file_of(word, false)))
    }

    /// Returns the digest of the file `name`; `None` if there is no regular file with this name.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    pub fn digest(&self, name: &str) -> io::Result<Option<String>> {
        if self.about(name)?.is_none_or(|about| about.kind != EntryKind::File) {
            return Ok(None);
        }
        let Some(mut file) = self.reader(name)? else { return Ok(None) };
        let mut hasher = Hasher::default();
        read_into(&mut hasher, &mut file)?;
        Ok(Some(hasher.finish()))
    }

    /// Returns the sorted names in the folder `name` (the root if it is empty); empty if there is no such folder.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be read.
    pub fn names(&self, name: &str) -> io::Result<Vec<String>> {
        before(&FileOperation::Read(&self.path(name)))?;
        let Some(folder) = if_there(self.folder(name))? else { return Ok(Vec::new()) };
        let mut names = folder.names()?;
        names.sort();
        Ok(names)
    }

    /// Creates the folder `name` and its missing parents, and syncs their names.
    ///
    /// # Errors
    ///
    /// Returns an error if a folder cannot be created.
    pub fn make_folder(&self, name: &str) -> io::Result<()> {
        match self.folder(name) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            found => return found.map(|_| ()),
        }
        let above = name.rsplit_once('/').map_or("", |(above, _)| above);
        self.make_folder(above)?;
        before(&FileOperation::MakeFolder(&self.path(name)))?;
        let (folder, word) = self.walk(name)?;
        match folder.make(word) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => folder.folder(word).map(|_| ()),
            made => made,
        }?;
        self.sync_folder(above)
    }

    /// Creates the file `name`.
    ///
    /// # Errors
    ///
    /// Returns an error if the name exists or the file cannot be created.
    pub fn create(&self, name: &str) -> io::Result<AppendFile> {
        let (folder, word) = self.walk(name)?;
        if folder.about(word)?.is_some() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        before(&FileOperation::Create(&self.path(name)))?;
        Ok(AppendFile::new(folder.create(word)?, &self.path(name)))
    }

    /// Opens the file `name` for reading and appending, and returns its length. A file with other hard links is copied
    /// first, so that those keep their content.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened or copied.
    pub fn grow(&self, name: &str) -> io::Result<(AppendFile, u64)> {
        let (folder, word) = self.walk(name)?;
        before(&FileOperation::Read(&self.path(name)))?;
        let mut file = folder.file_of(word, true)?;
        if folder.about(word)?.is_some_and(|about| about.names > 1) {
            let (mut copy, beside) = self.beside(name)?;
            io::copy(&mut file, &mut copy)?;
            copy.sync()?;
            self.rename(&beside, name)?;
            file = folder.file_of(word, true)?;
        }
        let length = file.metadata()?.len();
        Ok((AppendFile::new(file, &self.path(name)), length))
    }

    /// Returns the first free name of a temporary file beside `name`.
    ///
    /// # Errors
    ///
    /// Returns an error if an entry cannot be accessed.
    pub fn free_beside(&self, name: &str) -> io::Result<String> {
        let mut beside = format!("{name}{NEW}");
        for number in 2.. {
            if self.about(&beside)?.is_none() {
                break;
            }
            beside = format!("{name}{NEW}-{number}");
        }
        Ok(beside)
    }

    /// Creates a temporary file beside `name` and returns it with its name.
    fn beside(&self, name: &str) -> io::Result<(AppendFile, String)> {
        loop {
            let beside = self.free_beside(name)?;
            match self.create(&beside) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                made => return made.map(|made| (made, beside)),
            }
        }
    }

    /// Writes the file `name` atomically: `write` fills a temporary file, which is synced and renamed. `is_ours`
    /// returns true for a name and digest of a file that this program wrote; see [`replace`](Self::replace).
    ///
    /// # Errors
    ///
    /// Returns an error if `write` or a file operation fails.
    pub fn write_whole<T>(
        &self,
        name: &str,
        is_ours: &dyn Fn(&str, &str) -> bool,
        write: impl FnOnce(&mut AppendFile) -> io::Result<T>,
    ) -> io::Result<(T, ReplacedFile)> {
        let (mut out, beside) = self.beside(name)?;
        let written = || {
            let given = write(&mut out)?;
            out.sync()?;
            let went = self.replace(&beside, name, is_ours)?;
            self.clear_beside(name, is_ours)?;
            self.sync_folder(above(name))?;
            Ok((given, went))
        };
        written().inspect_err(|_| {
            // Best effort: the first error is the one to report.
            let _ = self.remove(&beside);
        })
    }

    /// Removes temporary files of killed processes beside the finished file `name`, if they are a prefix of it or known
    /// to be written by this program.
    fn clear_beside(&self, name: &str, is_ours: &dyn Fn(&str, &str) -> bool) -> io::Result<()> {
        let first = format!("{name}{NEW}");
        let mut left = vec![first.clone()];
        for number in 2.. {
            let next = format!("{first}-{number}");
            match self.about(&next)? {
                Some(_) => left.push(next),
                None => break,
            }
        }
        // Starting with the last one, so that the rest is still found after a kill.
        for left in left.iter().rev() {
            let Some(about) = self.about(left)?.filter(|about| about.kind == EntryKind::File) else { continue };
            let digest = self.digest(left)?.unwrap_or_default();
            if is_ours(&first, &digest) || self.digest_of_first(name, about.length)? == Some(digest) {
                self.remove(left)?;
            }
        }
        Ok(())
    }

    /// Returns the digest of the first `length` bytes of the file `name`; `None` if it is shorter or missing.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    pub fn digest_of_first(&self, name: &str, length: u64) -> io::Result<Option<String>> {
        let Some(about) = self.about(name)?.filter(|about| about.kind == EntryKind::File) else { return Ok(None) };
        if about.length < length {
            return Ok(None);
        }
        let Some(file) = self.reader(name)? else { return Ok(None) };
        let mut hasher = Hasher::default();
        read_into(&mut hasher, &mut file.take(length))?;
        Ok(Some(hasher.finish()))
    }

    /// Renames `from` to `to`. An existing file at `to` is replaced if `is_ours` returns true for its name and digest,
    /// or if it has the same bytes; otherwise it is set aside.
    ///
    /// # Errors
    ///
    /// Returns an error if a file operation fails.
    pub fn replace(&self, from: &str, to: &str, is_ours: &dyn Fn(&str, &str) -> bool) -> io::Result<ReplacedFile> {
        let mut went = ReplacedFile::Gone;
        if self.about(to)?.is_some() {
            let same = match self.digest(to)? {
                Some(digest) => is_ours(to, &digest) || self.digest(from)? == Some(digest),
                None => false,
            };
            if same {
                self.rename(from, to)?;
                return Ok(went);
            }
            went = ReplacedFile::Aside(self.set_aside(to)?);
        }
        self.rename_new(from, to)?;
        Ok(went)
    }

    /// Renames the foreign entry `name` to a free name beside it, which is returned.
    ///
    /// # Errors
    ///
    /// Returns an error if the entry cannot be renamed.
    pub fn set_aside(&self, name: &str) -> io::Result<String> {
        let mut aside = format!("{name}{ASIDE}");
        for number in 2.. {
            if self.about(&aside)?.is_none() {
                match self.rename_new(name, &aside) {
                    Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                    done => return done.map(|()| aside),
                }
            }
            aside = format!("{name}{ASIDE}-{number}");
        }
        unreachable!("one of them is free")
    }

    /// Renames `from` to `to`; returns false if `from` does not exist. The caller must sync both folders.
    ///
    /// # Errors
    ///
    /// Returns an error if the entry cannot be renamed.
    pub fn rename(&self, from: &str, to: &str) -> io::Result<bool> {
        before(&FileOperation::Rename(&self.path(from), &self.path(to)))?;
        let renamed = || {
            let (source, word) = self.walk(from)?;
            let (folder, to) = self.walk(to)?;
            source.rename(word, &folder, to)
        };
        Ok(if_there(renamed())?.is_some())
    }

    /// Renames an existing entry to a name that must be free.
    fn rename_new(&self, from: &str, to: &str) -> io::Result<()> {
        let (source, word) = self.walk(from)?;
        let (folder, last) = self.walk(to)?;
        before(&FileOperation::Rename(&self.path(from), &self.path(to)))?;
        source.rename_new(word, &folder, last)
    }

    /// Removes the file `name` if it exists. The caller must sync its folder.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be removed.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        before(&FileOperation::Remove(&self.path(name)))?;
        if_there(self.walk(name).and_then(|(folder, word)| folder.remove(word))).map(|_| ())
    }

    /// Removes the empty folder `name`.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be removed.
    pub fn remove_folder(&self, name: &str) -> io::Result<()> {
        before(&FileOperation::RemoveFolder(&self.path(name)))?;
        let (folder, word) = self.walk(name)?;
        folder.remove_folder(word)
    }

    /// Syncs the names in the folder `name` (the root if it is empty), if it exists.
    ///
    /// # Errors
    ///
    /// Returns an error if the system cannot sync.
    pub fn sync_folder(&self, name: &str) -> io::Result<()> {
        if before(&FileOperation::SyncFolder(&self.path(name)))? {
            return Ok(());
        }
        match if_there(self.folder(name))? {
            Some(folder) => folder.sync(),
            None => Ok(()),
        }
    }
}

/// Returns true if `name` is a relative path that stays inside a folder.
pub fn is_inside(name: &str) -> bool {
    let plain = |word: &str| {
        !matches!(word, "" | "." | "..") && !word.contains('\0') && (cfg!(unix) || !word.contains(['\\', ':']))
    };
    name.split('/').all(plain)
}

/// Returns the parent of `name`.
fn above(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(above, _)| above)
}

/// Converts a "not found" error to `None`.
pub(super) fn if_there<T>(found: io::Result<T>) -> io::Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
