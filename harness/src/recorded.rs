//! Rows that were written by a run, and are read again: believed where they have the digests of the manifest.

use std::path::{Path, PathBuf};

use crate::digest;
use crate::folder::{EXPERIMENT, FolderError};
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
    #[error(
        "{}: its digest is not the one in manifest.json, expected what was asked as it was written; what is asked otherwise is played \
         into a folder of its own",
        .0.display()
    )]
    Edited(PathBuf),
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// Refuses the first of the files `names` in `folder`, which say what was asked, that is not as `manifest` has it. Of a file that a
/// manifest does not name nothing is known.
pub(crate) fn as_asked(folder: &Path, manifest: &Manifest, names: &[&str]) -> Result<(), NotRecorded> {
    for name in names {
        let entry = manifest.files.iter().find(|file| file.name == *name).map(|file| &file.sha256);
        let Some(sha256) = entry.or((*name == EXPERIMENT).then_some(&manifest.experiment)) else { continue };
        let path = folder.join(name);
        let found = digest::of_file(&path).map_err(|error| FolderError::io(&path, "cannot be read", error))?;
        if found != *sha256 {
            return Err(NotRecorded::Edited(path));
        }
    }
    Ok(())
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
