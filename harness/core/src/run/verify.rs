//! The experiment of a results folder played again, and every file compared.

use std::io;
use std::path::Path;

use crate::experiment::Experiment;
use crate::job::manifest::Manifest;
use crate::job::programs::ShutdownGuard;
use crate::job::{Mode, RunOptions};
use crate::report::BLOCKS;
use crate::rows::{FILES, TRANSCRIPTS};
use crate::run::{RunError, Watch, run_while};
use crate::storage::digest;
use crate::storage::folder::FolderError;

/// How one file of a results folder compares with the same file played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The name of the file.
    pub name: String,
    /// The verdict on it.
    pub verdict: Verdict,
}

/// The verdict of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The file, its digest in the manifest and the file played again are the same.
    Same,
    /// The digest in the manifest is right; the rows, which a record may leave out, are not there.
    Absent,
    /// Something is not the same; this says what.
    Differs(&'static str),
}

/// Why nothing could be compared.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum VerifyError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("entrant \"{0}\" searches by wall clock; its matches cannot be repeated")]
    Timed(String),
    #[error("a folder to play in cannot be made: {0}, expected room for temporary files")]
    Temporary(io::Error),
}

/// Plays the `experiment` of `folder` again with `threads` worker threads and compares every file. Refuses an experiment with an
/// entrant that searches by wall clock. Calls `watch` with the number of matches played.
pub fn verify(
    experiment: &Experiment,
    folder: &Path,
    manifest: &Manifest,
    threads: usize,
    watch: Watch<'_>,
) -> Result<Vec<Comparison>, VerifyError> {
    if let Some((who, _)) = experiment.timed() {
        return Err(VerifyError::Timed(who.to_owned()));
    }
    let again = tempfile::tempdir().map_err(VerifyError::Temporary)?;
    let _parting = ShutdownGuard::remove(again.path());
    let options = RunOptions { threads, mode: Mode::Begin, command: String::new() };
    let played = run_while(experiment, again.path(), &options, watch)?.manifest;

    let probes = experiment.watched.iter().filter_map(|one| one.probe.file());
    let rows: Vec<&str> = FILES.into_iter().chain([TRANSCRIPTS, BLOCKS]).chain(probes).collect();
    compared(folder, manifest, &played, &rows)
}

/// Every file that the manifest of `folder` or that of the same `played` again speaks of. Only those called `rows` need not be there.
pub(crate) fn compared(
    folder: &Path,
    manifest: &Manifest,
    played: &Manifest,
    rows: &[&str],
) -> Result<Vec<Comparison>, VerifyError> {
    let mut names: Vec<&String> = manifest.files.iter().map(|file| &file.name).collect();
    names.extend(played.files.iter().map(|file| &file.name).filter(|name| !names.contains(name)).collect::<Vec<_>>());
    let compared = names.into_iter().map(|name| {
        let entry = |manifest: &Manifest| manifest.files.iter().find(|file| file.name == *name).cloned();
        let verdict = match (entry(manifest), entry(played)) {
            // Times and answers differ when played again; the record itself must be as it was written.
            (Some(then), _) if manifest.not_repeatable.contains(name) => on_disk(&folder.join(name), &then.sha256)?,
            (Some(then), Some(now)) if then == now => match on_disk(&folder.join(name), &now.sha256)? {
                Verdict::Absent if !rows.contains(&name.as_str()) => Verdict::Differs("missing, the manifest names it"),
                verdict => verdict,
            },
            (Some(_), Some(_)) => Verdict::Differs("the manifest says otherwise"),
            (Some(_), None) => Verdict::Differs("not written this time"),
            (None, _) => Verdict::Differs("not in the manifest"),
        };
        Ok(Comparison { name: name.clone(), verdict })
    });
    let mut compared = compared.collect::<Result<Vec<_>, VerifyError>>()?;

    let counts = |m: &Manifest| (m.complete, m.matches, m.rounds, m.turns, m.faults, m.seed, m.game.clone());
    if counts(manifest) != counts(played) {
        let verdict = Verdict::Differs("its counts are not those of the matches");
        compared.push(Comparison { name: crate::job::manifest::NAME.to_owned(), verdict });
    }
    Ok(compared)
}

fn on_disk(path: &Path, expected: &str) -> Result<Verdict, FolderError> {
    match digest::of_file(path) {
        Ok(found) if found == expected => Ok(Verdict::Same),
        Ok(_) => Ok(Verdict::Differs("the file was changed")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Verdict::Absent),
        Err(error) => Err(FolderError::io(path, "cannot be read", error)),
    }
}
