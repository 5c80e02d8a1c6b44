//! Files and folders that a user names, by their paths.

use std::fs;
use std::io;
use std::path::Path;

use super::append_file::AppendFile;
use super::entry::{EntryKind, odd};
use super::operation::{FileOperation, before};
use super::root::Root;

/// The bytes of the file at `path`; nothing if there is none. A link in its place is not followed.
pub fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let (folder, name) = split(path)?;
    match Root::open(folder) {
        Ok(root) => root.read(name),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Makes the folder at `path` and those above it that are missing, and syncs their names.
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

/// Refuses to write a file at `path` where there is something that is no file, or a link.
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

/// Refuses to write a file at `path` over another than one that `is_own` recognizes by its bytes. `what` names what is written.
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

/// Writes the file at `path` whole, as `write` does: beside it, under its name and `.new`, then renamed. It outlives a power cut. A
/// file that is there is replaced, as whoever named it said; a link, a folder or a device is refused.
pub fn write_whole<T>(path: &Path, write: impl FnOnce(&mut AppendFile) -> io::Result<T>) -> io::Result<T> {
    can_write(path)?;
    let (folder, name) = split(path)?;
    let named = |found: &str, _: &str| found == name;
    Root::open(folder)?.write_whole(name, &named, write).map(|(given, _)| given)
}

/// The folder that `path` lies in.
pub fn above(path: &Path) -> &Path {
    match path.parent() {
        Some(above) if above.as_os_str().is_empty() => Path::new("."),
        Some(above) => above,
        None => path,
    }
}

/// The folder that `path` lies in, and its name there.
fn split(path: &Path) -> io::Result<(&Path, &str)> {
    let name = path.file_name().and_then(|name| name.to_str());
    Ok((above(path), name.ok_or_else(|| odd("no name of a file"))?))
}
