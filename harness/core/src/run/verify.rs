//! Verifies a results folder: repeats its experiment and compares every file.
//!
//! Choices that are not repeatable are taken from the transcripts, and the referee checks that they are legal. Repeatable agents
//! are asked again at each of their decisions. All files are then rewritten and compared.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use crate::experiment::Experiment;
use crate::job::manifest::Manifest;
use crate::job::programs::ShutdownGuard;
use crate::job::{Mode, RunOptions};
use crate::report::{BLOCKS, count_noun};
use crate::rows::{FILES, TRANSCRIPTS};
use crate::run::answers::disagreement;
use crate::run::record::{DecisionCounts, Record};
use crate::run::{OnProgress, RunError, run_recorded};
use crate::storage::digest;
use crate::storage::folder::{FolderError, regular};

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
    /// The file matches its digest in the manifest, but is not repeatable.
    Recorded,
    /// The row file is missing, which is allowed; the repetition matches its digest in the manifest.
    Absent,
    /// There is a difference, described by the text.
    Differs(String),
}

/// The result of verifying a results folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// The result for each file.
    pub files: Vec<FileComparison>,
    /// Number of replayed matches.
    pub matches: u64,
    /// Number of decisions by entrant for which the agent was asked again; empty if no choice came from the record.
    pub asked_again: BTreeMap<String, u64>,
    /// Number of decisions by entrant taken from the record only.
    pub from_record: BTreeMap<String, u64>,
}

impl Verification {
    /// Returns one or two sentences that say what was verified and what was taken from the record.
    pub fn conclusion(&self) -> String {
        let matches = count_noun(self.matches, "match");
        if self.from_record.is_empty() {
            return format!("Played again: {matches}, with every choice and every file.");
        }
        let list = |all: &BTreeMap<String, u64>| {
            let one = |(name, count): (&String, &u64)| format!("{} of {name}", count_noun(*count, "decision"));
            all.iter().map(one).collect::<Vec<_>>().join(", ")
        };
        let asked = match self.asked_again.is_empty() {
            true => String::new(),
            false => format!(", asked again: {}", list(&self.asked_again)),
        };
        let shown = format!("Played again from the record: {matches}, every action checked by the rules{asked}.");
        format!("{shown} Taken from the record, not shown: {}.", list(&self.from_record))
    }
}

/// An error that prevents a verification.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum VerifyError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("entrant \"{0}\" {1}, so its matches cannot be repeated, and there is no {TRANSCRIPTS} to take them from")]
    NoRecord(String, &'static str),
    #[error("cannot create a temporary folder: {0}, expected space for temporary files")]
    Temporary(io::Error),
}

/// Repeats the `experiment` of `folder` with `threads` worker threads and compares every file. Choices that are not
/// repeatable are taken from the transcripts, and then those of all programs too unless `may_run`. Calls `watch` with the
/// number of finished matches.
///
/// # Errors
///
/// Returns an error if a transcript is needed and missing, a file cannot be read, or the repetition fails.
pub fn verify(
    experiment: &Experiment,
    folder: &Path,
    manifest: &Manifest,
    (threads, may_run): (usize, bool),
    watch: OnProgress<'_>,
) -> Result<Verification, VerifyError> {
    let record = match experiment.unrepeatable().first() {
        None => None,
        Some((entrant, why)) => {
            let missing = || VerifyError::NoRecord((*entrant).to_owned(), why);
            Some(Record::open(folder, may_run)?.ok_or_else(missing)?)
        }
    };
    let again = tempfile::tempdir().map_err(VerifyError::Temporary)?;
    let _guard = ShutdownGuard::remove_folder(again.path());
    let options = RunOptions { threads, mode: Mode::Begin, command: String::new() };
    let played = run_recorded(experiment, again.path(), &options, record.as_ref(), watch);
    let is_record = record.is_some();
    let counts = record.map(Record::into_counts).unwrap_or_default();
    let first =
        counts.differences.iter().next().map(|(line, what)| FileStatus::Differs(format!("line {line}: {what}")));
    let files = match played {
        // A damaged record may also stop the matches.
        Err(error) => {
            let verdict = first.ok_or(error)?;
            vec![FileComparison { name: TRANSCRIPTS.to_owned(), verdict }]
        }
        Ok(played) => {
            let probes = experiment.watched.iter().filter_map(|one| one.probe.file());
            let rows: Vec<&str> = FILES.into_iter().chain([TRANSCRIPTS, BLOCKS]).chain(probes).collect();
            let mut files = compare_files((folder, manifest), (again.path(), &played.manifest), &rows)?;
            let transcripts = files.iter_mut().find(|file| file.name == TRANSCRIPTS);
            transcripts.into_iter().zip(first).for_each(|(file, verdict)| file.verdict = verdict);
            for file in files.iter_mut().filter(|_| is_record) {
                if manifest.not_repeatable.contains(&file.name)
                    && folder.join(&file.name).exists()
                    && let Some(what) = disagreement(folder, &file.name, &counts)?
                {
                    file.verdict = FileStatus::Differs(what);
                }
            }
            files
        }
    };
    let DecisionCounts { asked_again, from_record, .. } = counts;
    Ok(Verification { files, matches: manifest.matches, asked_again, from_record })
}

/// Compares every file named by the manifest of `folder` or of the repetition `played`. Only the files in `rows` may be
/// missing.
pub(crate) fn compare_files(
    (folder, manifest): (&Path, &Manifest),
    (again, played): (&Path, &Manifest),
    rows: &[&str],
) -> Result<Vec<FileComparison>, VerifyError> {
    let mut names: Vec<&String> = manifest.files.iter().map(|file| &file.name).collect();
    names.extend(played.files.iter().map(|file| &file.name).filter(|name| !names.contains(name)).collect::<Vec<_>>());
    let compared = names.into_iter().map(|name| {
        let entry = |manifest: &Manifest| manifest.files.iter().find(|file| file.name == *name).cloned();
        let path = folder.join(name);
        let changed = |what: &str| {
            let line = first_difference(&path, &again.join(name))?;
            Ok::<_, FolderError>(FileStatus::Differs(format!(
                "{what}{}",
                line.map_or_else(String::new, |at| ": ".to_owned() + &at)
            )))
        };
        let verdict = match (entry(manifest), entry(played)) {
            (Some(then), _) if manifest.not_repeatable.contains(name) => match has_digest(&path, &then.sha256)? {
                Some(true) => FileStatus::Recorded,
                Some(false) => FileStatus::Differs("the file was changed".to_owned()),
                None => FileStatus::Differs("missing, the manifest names it".to_owned()),
            },
            (Some(then), Some(now)) if then == now => match has_digest(&path, &now.sha256)? {
                Some(true) => FileStatus::Same,
                Some(false) => changed("the file was changed")?,
                None if rows.contains(&name.as_str()) => FileStatus::Absent,
                None => FileStatus::Differs("missing, the manifest names it".to_owned()),
            },
            (Some(_), Some(_)) => changed("the manifest has another digest")?,
            (Some(_), None) => FileStatus::Differs("not written this time".to_owned()),
            (None, Some(_)) if played.not_repeatable.contains(name) => FileStatus::Recorded,
            (None, _) => FileStatus::Differs("not in the manifest".to_owned()),
        };
        Ok(FileComparison { name: name.clone(), verdict })
    });
    let mut compared = compared.collect::<Result<Vec<_>, VerifyError>>()?;

    let counts = |m: &Manifest| (m.complete, m.matches, m.rounds, m.turns, m.faults, m.seed, m.game.clone());
    if counts(manifest) != counts(played) {
        let verdict = FileStatus::Differs("its counts are not those of the matches".to_owned());
        compared.push(FileComparison { name: crate::job::manifest::NAME.to_owned(), verdict });
    }
    Ok(compared)
}

/// Returns true if the file at `path` has the digest `expected`; `None` if there is no file.
fn has_digest(path: &Path, expected: &str) -> Result<Option<bool>, FolderError> {
    match digest::of_file(path) {
        Ok(found) => Ok(Some(found == expected)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(FolderError::io(path, "cannot be read", error)),
    }
}

/// Describes the first difference between the files at `path` and `again`, by line; `None` if they are equal or one is missing.
fn first_difference(path: &Path, again: &Path) -> Result<Option<String>, FolderError> {
    let open = |path: &Path| match regular::open(path) {
        Ok(file) => Ok(Some(BufReader::new(file))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(FolderError::io(path, "cannot be read", error)),
    };
    let (Some(mut found), Some(mut expected)) = (open(path)?, open(again)?) else { return Ok(None) };
    let (mut one, mut other) = (Vec::new(), Vec::new());
    let read = |file: &mut BufReader<File>, line: &mut Vec<u8>, path: &Path| {
        line.clear();
        file.read_until(b'\n', line).map_err(|error| FolderError::io(path, "cannot be read", error))
    };
    for line in 1_u64.. {
        let ends = [read(&mut found, &mut one, path)? == 0, read(&mut expected, &mut other, again)? == 0];
        match ends {
            [true, true] => return Ok(None),
            [true, false] => return Ok(Some(format!("line {line}: missing"))),
            [false, true] => return Ok(Some(format!("line {line}: {}, expected the end", excerpt(&one, 0)))),
            [false, false] => {}
        }
        if let Some(difference) = line_difference(line, &one, &other) {
            return Ok(Some(difference));
        }
    }
    unreachable!("lines end")
}

/// Describes the difference between the line `found`, with number `line`, and the line `expected`; `None` if they are equal.
pub fn line_difference(line: u64, found: &[u8], expected: &[u8]) -> Option<String> {
    let same = found.iter().zip(expected).take_while(|(one, other)| one == other).count();
    let [found_part, expected_part] = [found, expected].map(|line| excerpt(line, same));
    (found != expected).then(|| format!("line {line}: {found_part}, expected {expected_part}"))
}

/// Returns the part of `line` around the byte `at`, in quotes.
fn excerpt(line: &[u8], at: usize) -> String {
    const BEFORE: usize = 24;
    const AFTER: usize = 24;
    let line = line.trim_ascii_end();
    let (start, end) = (at.saturating_sub(BEFORE).min(line.len()), line.len().min(at + AFTER));
    let dots = |cut: bool| if cut { "…" } else { "" };
    format!("\"{}{}{}\"", dots(start > 0), String::from_utf8_lossy(&line[start..end]), dots(end < line.len()))
}
