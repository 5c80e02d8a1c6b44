//! The last step of work in a folder: the parts get their final names.

use super::progress::{Progress, WrittenFile};
use crate::storage::folder::disk::is_inside;
use crate::storage::folder::{Folder, FolderError, PROGRESS};

/// Removes the stale files of finished work and renames its parts. May be repeated after an interruption.
pub(super) fn finish(folder: &Folder, progress: &Progress) -> Result<(), FolderError> {
    if let Some(name) = names_of(progress).find(|name| !is_inside(name)) {
        let error = format!("{name:?} is no file of this folder");
        return Err(FolderError::NotReadable { path: folder.file(PROGRESS), error });
    }
    let named = progress.finishing.as_deref().unwrap_or_default();
    for WrittenFile { name, sha256 } in &progress.stale {
        folder.trust(name, sha256);
        if !named.contains(name) {
            folder.remove(name)?;
        }
    }
    named.iter().try_for_each(|name| folder.promote(name))?;
    let mut inner: Vec<&str> =
        names_of(progress).filter_map(|name| name.rsplit_once('/')).map(|(inner, _)| inner).collect();
    inner.sort_unstable();
    inner.dedup();
    inner.retain(|inner| folder.holds_folder(inner));
    inner.iter().for_each(|inner| folder.remove_empty(inner));
    folder.sync(&inner)?;
    folder.remove(PROGRESS)?;
    folder.sync(&[])
}

fn names_of(progress: &Progress) -> impl Iterator<Item = &String> {
    progress.stale.iter().map(|stale| &stale.name).chain(progress.finishing.iter().flatten())
}
