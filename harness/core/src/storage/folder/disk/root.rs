//! A folder and all beneath it. A name is a way from the folder down, words with `/` between them, and each of its folders is
//! opened from the one before: no link is followed on the way, nor at its end, and no name leads out.

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

/// The ending of the names of files while they are written beside their place.
pub const NEW: &str = ".new";
/// The ending of the names of files that others wrote, where they stood in the way.
const ASIDE: &str = ".aside";

/// A folder and all beneath it.
#[derive(Clone)]
pub struct Root {
    path: PathBuf,
    handle: Arc<FolderHandle>,
}

/// The fate of a file that stood where another was to be.
#[derive(Debug, PartialEq, Eq)]
pub enum ReplacedFile {
    /// There was none, or the program wrote it, or its bytes are those of the new one.
    Gone,
    /// It has this name now.
    Aside(String),
}

impl Root {
    /// The folder at `path`, which may be a link.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Root { path: path.to_owned(), handle: Arc::new(FolderHandle::open(path)?) })
    }

    /// The folder itself, to be locked.
    #[cfg(unix)]
    pub fn file(&self) -> &File {
        self.handle.file()
    }

    /// Where `name` lies, for messages.
    pub fn path(&self, name: &str) -> PathBuf {
        if name.is_empty() { self.path.clone() } else { self.path.join(name) }
    }

    /// The open folder that `name` lies in, and its last word.
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

    /// The folder `name`, itself if that is empty.
    fn folder(&self, name: &str) -> io::Result<Arc<FolderHandle>> {
        if name.is_empty() {
            return Ok(self.handle.clone());
        }
        let (above, word) = self.walk(name)?;
        Ok(Arc::new(above.folder(word)?))
    }

    /// The metadata of the entry `name`; nothing if there is none.
    pub fn about(&self, name: &str) -> io::Result<Option<EntryInfo>> {
        let found = self.walk(name).and_then(|(folder, word)| folder.about(word));
        if_there(found).map(Option::flatten)
    }

    /// The bytes of the file `name`; nothing if there is none.
    pub fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        before(&FileOperation::Read(&self.path(name)))?;
        let Some(mut file) = self.reader(name)? else { return Ok(None) };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(Some(bytes))
    }

    /// The file `name`, to be read; nothing if there is none.
    pub fn reader(&self, name: &str) -> io::Result<Option<File>> {
        if_there(self.walk(name).and_then(|(folder, word)| folder.file_of(word, false)))
    }

    /// The digest of the file `name`; nothing if there is none, or something else of that name.
    pub fn digest(&self, name: &str) -> io::Result<Option<String>> {
        if self.about(name)?.is_none_or(|about| about.kind != EntryKind::File) {
            return Ok(None);
        }
        let Some(mut file) = self.reader(name)? else { return Ok(None) };
        let mut hasher = Hasher::default();
        read_into(&mut hasher, &mut file)?;
        Ok(Some(hasher.finish()))
    }

    /// The names in the folder `name`, itself if that is empty, in order; none if there is no such folder.
    pub fn names(&self, name: &str) -> io::Result<Vec<String>> {
        before(&FileOperation::Read(&self.path(name)))?;
        let Some(folder) = if_there(self.folder(name))? else { return Ok(Vec::new()) };
        let mut names = folder.names()?;
        names.sort();
        Ok(names)
    }

    /// Makes the folder `name` and those on the way to it that are missing, and syncs their names.
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

    /// A new file `name`: an error if there is anything of that name.
    pub fn create(&self, name: &str) -> io::Result<AppendFile> {
        let (folder, word) = self.walk(name)?;
        if folder.about(word)?.is_some() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        before(&FileOperation::Create(&self.path(name)))?;
        Ok(AppendFile::new(folder.create(word)?, &self.path(name)))
    }

    /// The file `name`, to be read before it grows, and its length. One that has other names, too, is copied first, so that they
    /// keep its bytes.
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

    /// A new file beside `name`, and its name.
    fn beside(&self, name: &str) -> io::Result<(AppendFile, String)> {
        let mut beside = format!("{name}{NEW}");
        for number in 2.. {
            match self.create(&beside) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => beside = format!("{name}{NEW}-{number}"),
                made => return made.map(|made| (made, beside)),
            }
        }
        unreachable!("one of them is free")
    }

    /// Writes the file `name` whole, as `write` does: beside it, under its name and `.new`, then renamed. It outlives a power cut.
    /// `is_ours` says of a name and the digest of the file there whether the program wrote it.
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
            // Best effort: the error already says what went wrong.
            let _ = self.remove(&beside);
        })
    }

    /// Removes what kills left beside `name`, which is whole now: what it begins with, or what the program is known to have written.
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
        // From the last on, so that what a kill leaves of them is still looked for.
        for left in left.iter().rev() {
            let Some(about) = self.about(left)?.filter(|about| about.kind == EntryKind::File) else { continue };
            let digest = self.digest(left)?.unwrap_or_default();
            if is_ours(&first, &digest) || self.digest_of_first(name, about.length)? == Some(digest) {
                self.remove(left)?;
            }
        }
        Ok(())
    }

    /// The digest of the first `length` bytes of the file `name`; nothing if it is shorter, or none.
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

    /// Gives the file `from` the name `to`. A file of that name goes if `is_ours` says of its name and digest that the program wrote
    /// it, or if it has the same bytes; anything else is set aside.
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

    /// Gives what lies under `name`, which others put there, a free name beside it; that name.
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

    /// Gives `from` the name `to`; whether there was one. The folders of both are to be synced.
    pub fn rename(&self, from: &str, to: &str) -> io::Result<bool> {
        before(&FileOperation::Rename(&self.path(from), &self.path(to)))?;
        let renamed = || {
            let (source, word) = self.walk(from)?;
            let (folder, to) = self.walk(to)?;
            source.rename(word, &folder, to)
        };
        Ok(if_there(renamed())?.is_some())
    }

    /// The same where there must be nothing of that name, and something to be renamed.
    fn rename_new(&self, from: &str, to: &str) -> io::Result<()> {
        let (source, word) = self.walk(from)?;
        let (folder, last) = self.walk(to)?;
        before(&FileOperation::Rename(&self.path(from), &self.path(to)))?;
        source.rename_new(word, &folder, last)
    }

    /// Removes the file `name` if there is one. Its folder is to be synced.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        before(&FileOperation::Remove(&self.path(name)))?;
        if_there(self.walk(name).and_then(|(folder, word)| folder.remove(word))).map(|_| ())
    }

    /// Removes the folder `name`, which must be empty.
    pub fn remove_folder(&self, name: &str) -> io::Result<()> {
        before(&FileOperation::RemoveFolder(&self.path(name)))?;
        let (folder, word) = self.walk(name)?;
        folder.remove_folder(word)
    }

    /// Has the names in the folder `name` outlive a power cut, itself if that is empty, if there is such a folder.
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

/// Whether `name` leads nowhere but down from a folder.
pub fn is_inside(name: &str) -> bool {
    let plain = |word: &str| {
        !matches!(word, "" | "." | "..") && !word.contains('\0') && (cfg!(unix) || !word.contains(['\\', ':']))
    };
    name.split('/').all(plain)
}

/// The name of the folder that `name` lies in.
fn above(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(above, _)| above)
}

/// Nothing instead of the error that there is no such file.
pub(super) fn if_there<T>(found: io::Result<T>) -> io::Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
