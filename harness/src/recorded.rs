//! Rows that were written by a run, and are read again: believed where they have the digests of the manifest.

use std::path::{Path, PathBuf};

use crate::digest;
use crate::folder::FolderError;
use crate::manifest::Manifest;

/// Why rows are not believed.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum NotRecorded {
    #[error(
        "{}: its digest is not the one in manifest.json, expected the rows as they were written, or --rows-changed if they were \
         changed on purpose",
        .0.display()
    )]
    Changed(PathBuf),
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// Those of the files `names` in `folder` that are not as `manifest` has them, with their digests. One that is missing is left to
/// who reads it.
pub(crate) fn changed(
    folder: &Path,
    manifest: &Manifest,
    names: &[&str],
) -> Result<Vec<(String, String)>, FolderError> {
    let mut changed = Vec::new();
    for file in manifest.files.iter().filter(|file| names.contains(&file.name.as_str())) {
        let path = folder.join(&file.name);
        if path.is_file() {
            let digest = digest::of_file(&path).map_err(|error| FolderError::io(&path, "cannot be read", error))?;
            if digest != file.sha256 {
                changed.push((file.name.clone(), digest));
            }
        }
    }
    Ok(changed)
}

/// Refuses the first of the files `names` in `folder` that is not as `manifest` has it, unless `allowed`. Gives the names of those that
/// are not.
pub(crate) fn believed(
    folder: &Path,
    manifest: &Manifest,
    names: &[&str],
    allowed: bool,
) -> Result<Vec<(String, String)>, NotRecorded> {
    let changed = changed(folder, manifest, names)?;
    match changed.first() {
        Some((name, _)) if !allowed => Err(NotRecorded::Changed(folder.join(name))),
        _ => Ok(changed),
    }
}
