//! Files and folders at paths that a user gives.

use std::fs;
use std::io;
use std::path::Path;

use super::append_file::AppendFile;
use super::entry::{EntryKind, odd};
use super::operation::{FileOperation, before};
use super::root::Root;

/// Returns the content of the file at `path`, or `None` if there is none. A link at this path is not followed.
///
/// # Errors
///
/// Returns an error if the file cannot be read.
pub fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let (folder, name) = split(path)?;
    match Root::open(folder) {
        Ok(root) => root.read(name),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Creates the folder at `path` and its missing parents, and syncs their names.
///
/// # Errors
///
/// Returns an error if a folder cannot be created.
pub fn make_folder(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    let above = above(path);
    make_folder(above)?;
    before(&FileOperation::MakeFolder(path))?;
    match fs::create_dir(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        made => made,
    }?;
    Root::open(above)?.sync_folder("")
}

/// Rejects a path at which there is a link, or something that is not a file.
fn can_write(path: &Path) -> io::Result<()> {
    let (_, name) = split(path)?;
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
        Ok(about) if about.is_file() => Ok(()),
        Ok(about) => {
            let kind = if about.is_symlink() {
                EntryKind::Link
            } else if about.is_dir() {
                EntryKind::Folder
            } else {
                EntryKind::Other
            };
            Err(odd(&format!("{name} is {}", kind.words())))
        }
    }
}

/// Checks that a file can be written at `path`: there is none, or `is_own` recognises its content. `what` describes the
/// file in the error.
///
/// # Errors
///
/// Returns an error if there is another file, a link, or something that is not a file.
pub fn can_replace(path: &Path, what: &str, is_own: impl FnOnce(&[u8]) -> bool) -> io::Result<()> {
    can_write(path)?;
    match read(path)? {
        Some(bytes) if !is_own(&bytes) => {
            let text = format!("there is a file that is not {what} of this program; delete it or choose another name");
            Err(io::Error::new(io::ErrorKind::AlreadyExists, text))
        }
        _ => Ok(()),
    }
}

/// Writes the file at `path` atomically: `write` fills a temporary file, which is synced and renamed. An existing file
/// is replaced.
///
/// # Errors
///
/// Returns an error if there is a link or something that is not a file, or if writing fails.
pub fn write_whole<T>(path: &Path, write: impl FnOnce(&mut AppendFile) -> io::Result<T>) -> io::Result<T> {
    can_write(path)?;
    let (folder, name) = split(path)?;
    let named = |found: &str, _: &str| found == name;
    Root::open(folder)?.write_whole(name, &named, write).map(|(given, _)| given)
}

/// Returns the parent folder of `path`.
pub fn above(path: &Path) -> &Path {
    match path.parent() {
        Some(above) if above.as_os_str().is_empty() => Path::new("."),
        Some(above) => above,
        None => path,
    }
}

/// Splits `path` into its parent folder and its name.
fn split(path: &Path) -> io::Result<(&Path, &str)> {
    let name = path.file_name().and_then(|name| name.to_str());
    Ok((above(path), name.ok_or_else(|| odd("no name of a file"))?))
}
