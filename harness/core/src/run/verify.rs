//! Verifies a results folder: repeats its experiment and compares every file.

use std::io;
use std::path::Path;

use crate::experiment::Experiment;
use crate::job::manifest::Manifest;
use crate::job::programs::ShutdownGuard;
use crate::job::{Mode, RunOptions};
use crate::report::BLOCKS;
use crate::rows::{FILES, TRANSCRIPTS};
use crate::run::{OnProgress, RunError, run_while};
use crate::storage::digest;
use crate::storage::folder::FolderError;

/// The comparison of a file with its repetition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileComparison {
    /// The path of the file in the folder.
    pub name: String,
    /// The result of the comparison.
    pub verdict: FileStatus,
}

/// The result of a file comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileStatus {
    /// The file, its digest in the manifest and the repetition are equal.
    Same,
    /// The digest in the manifest is right, but the row file is missing, which is allowed.
    Absent,
    /// There is a difference, described by the text.
    Differs(&'static str),
}

/// An error that prevents a verification.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum VerifyError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("entrant \"{0}\" searches by wall clock; its matches cannot be repeated")]
    Timed(String),
    #[error("cannot create a temporary folder: {0}, expected space for temporary files")]
    Temporary(io::Error),
}

/// Repeats the `experiment` of `folder` with `threads` worker threads and compares every file. Calls `watch` with the
/// number of finished matches.
///
/// # Errors
///
/// Returns an error if an entrant's search is limited by a clock, or if the repetition fails.
pub fn verify(
    experiment: &Experiment,
    folder: &Path,
    manifest: &Manifest,
    threads: usize,
    watch: OnProgress<'_>,
) -> Result<Vec<FileComparison>, VerifyError> {
    if let Some((who, _)) = experiment.first_timed() {
        return Err(VerifyError::Timed(who.to_owned()));
    }
    let again = tempfile::tempdir().map_err(VerifyError::Temporary)?;
    let _parting = ShutdownGuard::remove_folder(again.path());
    let options = RunOptions { threads, mode: Mode::Begin, command: String::new() };
    let played = run_while(experiment, again.path(), &options, watch)?.manifest;

    let probes = experiment.watched.iter().filter_map(|one| one.probe.file());
    let rows: Vec<&str> = FILES.into_iter().chain([TRANSCRIPTS, BLOCKS]).chain(probes).collect();
    compared(folder, manifest, &played, &rows)
}

/// Compares every file named by the manifest of `folder` or of the repetition `played`. Only the files in `rows` may be
/// missing.
pub(crate) fn compared(
    folder: &Path,
    manifest: &Manifest,
    played: &Manifest,
    rows: &[&str],
) -> Result<Vec<FileComparison>, VerifyError> {
    let mut names: Vec<&String> = manifest.files.iter().map(|file| &file.name).collect();
    names.extend(played.files.iter().map(|file| &file.name).filter(|name| !names.contains(name)).collect::<Vec<_>>());
    let compared = names.into_iter().map(|name| {
        let entry = |manifest: &Manifest| manifest.files.iter().find(|file| file.name == *name).cloned();
        let verdict = match (entry(manifest), entry(played)) {
            // Times and answers differ when played again; the record itself must be as it was written.
            (Some(then), _) if manifest.not_repeatable.contains(name) => on_disk(&folder.join(name), &then.sha256)?,
            (Some(then), Some(now)) if then == now => match on_disk(&folder.join(name), &now.sha256)? {
                FileStatus::Absent if !rows.contains(&name.as_str()) => {
                    FileStatus::Differs("missing, the manifest names it")
                }
                verdict => verdict,
            },
            (Some(_), Some(_)) => FileStatus::Differs("the manifest has another digest"),
            (Some(_), None) => FileStatus::Differs("not written this time"),
            (None, _) => FileStatus::Differs("not in the manifest"),
        };
        Ok(FileComparison { name: name.clone(), verdict })
    });
    let mut compared = compared.collect::<Result<Vec<_>, VerifyError>>()?;

    let counts = |m: &Manifest| (m.complete, m.matches, m.rounds, m.turns, m.faults, m.seed, m.game.clone());
    if counts(manifest) != counts(played) {
        let verdict = FileStatus::Differs("its counts are not those of the matches");
        compared.push(FileComparison { name: crate::job::manifest::NAME.to_owned(), verdict });
    }
    Ok(compared)
}

fn on_disk(path: &Path, expected: &str) -> Result<FileStatus, FolderError> {
    match digest::of_file(path) {
        Ok(found) if found == expected => Ok(FileStatus::Same),
        Ok(_) => Ok(FileStatus::Differs("the file was changed")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(FileStatus::Absent),
        Err(error) => Err(FolderError::io(path, "cannot be read", error)),
    }
}
