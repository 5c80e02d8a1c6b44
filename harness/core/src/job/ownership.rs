//! Decides which files in a folder belong to the program: those that a record in the folder names with their current
//! digest.

use serde::Deserialize;

use super::claim::FolderClaim;
use super::progress::Progress;
use crate::job::manifest::{self, FileEntry};
use crate::job::programs::logs;
use crate::storage::digest;
use crate::storage::folder::disk::{NEW, is_inside};
use crate::storage::folder::{Folder, FolderError, PROGRESS, part_name};
use crate::storage::sealed;

/// The file name of the record of a tuning run.
pub const SEARCHED: &str = "tune.json";
/// The file name of the record of a training run.
pub const TRAINED: &str = "weights.toml";
/// The file name of the weights that `weights.toml` describes.
pub const WEIGHTS: &str = "weights.bin";

/// The file name of the learning curve of a training run.
pub const CURVE: &str = "curve.csv";

/// The common fields of the manifest and the record of a tuning run.
#[derive(Deserialize)]
struct FolderRecord {
    #[serde(rename = "version")]
    _version: String,
    #[serde(rename = "revision")]
    _revision: String,
    #[serde(rename = "rng_version")]
    _rng_version: u32,
    files: Vec<FileEntry>,
}

/// The required fields of the record of a training run.
#[derive(Deserialize)]
struct WeightsRecord {
    #[serde(rename = "program")]
    _program: String,
    sha256: String,
    curve_sha256: Option<String>,
    #[serde(rename = "training")]
    _training: toml::Table,
}

/// Registers the files of finished results in `folder` as trusted. Returns true if there are finished results.
pub(crate) fn trust(folder: &Folder) -> Result<bool, FolderError> {
    let mut found = false;
    for name in [manifest::NAME, SEARCHED] {
        let Some(text) = folder.read(name)? else { continue };
        let Ok(record) = serde_json::from_slice::<FolderRecord>(&text) else { continue };
        found = true;
        folder.trust(name, &digest::of_bytes(&text));
        for file in record.files.iter().filter(|file| is_inside(&file.name)) {
            folder.trust(&file.name, &file.sha256);
        }
    }
    if let Some(text) = folder.read(TRAINED)?
        && let Ok(record) = toml::from_str::<WeightsRecord>(&String::from_utf8_lossy(&text))
    {
        found = true;
        folder.trust(TRAINED, &digest::of_bytes(&text));
        folder.trust(WEIGHTS, &record.sha256);
        record.curve_sha256.iter().for_each(|curve| folder.trust(CURVE, curve));
    }
    if folder.holds_folder(logs::FOLDER)
        && let Some(text) = folder.read(logs::SUMS)?
    {
        let text = String::from_utf8_lossy(&text);
        let sum = |line| str::split_once(line, "  ").filter(|(sha256, _)| sha256.len() == 64);
        if let Some(sums) = text.lines().map(sum).collect::<Option<Vec<_>>>() {
            folder.trust(logs::SUMS, &digest::of_text(&text));
            sums.iter().for_each(|(sha256, name)| folder.trust(&format!("{}/{name}", logs::FOLDER), sha256));
        }
    }
    Ok(found)
}

impl FolderClaim<'_> {
    /// Returns the names of all files that this work may write.
    pub(super) fn names(&self) -> Vec<String> {
        let asked = self.asked.iter().map(|(name, _)| *name);
        let rows = self.rows.iter().map(|(name, _)| *name);
        let all = asked.chain(rows).chain(self.later.iter().copied()).chain([self.completion_file, PROGRESS]);
        let sums = (!self.logs.is_empty()).then(|| logs::SUMS.to_owned());
        all.map(str::to_owned).chain(self.logs.iter().cloned()).chain(sums).collect()
    }

    /// Rejects a part that differs from the text of this claim.
    pub(super) fn as_asked(&self, folder: &Folder) -> Result<(), FolderError> {
        for (name, text) in self.asked {
            if folder.read_part(name)?.is_some_and(|found| found != text.as_bytes()) {
                let error = "it is not the file of this run".to_owned();
                return Err(FolderError::NotReadable { path: folder.part(name), error });
            }
        }
        Ok(())
    }

    /// Rejects finished work with missing or changed files.
    pub(super) fn as_sealed(&self, folder: &Folder) -> Result<(), FolderError> {
        let damaged = |name: &str, error| FolderError::NotReadable { path: folder.file(name), error };
        if self.completion_file.ends_with(".json")
            && let Some(text) = folder.read(self.completion_file)?
        {
            sealed::read::<FolderRecord>(&text).map_err(|error| damaged(self.completion_file, error))?;
        }
        let known = folder.known().clone();
        for (name, _) in &known {
            let error = match folder.digest(name, None)? {
                Some(found) if known.contains(&(name.clone(), found.clone())) => continue,
                Some(_) => format!("its digest is not the one in {}", self.completion_file),
                None => "missing".to_owned(),
            };
            return Err(damaged(name, error));
        }
        Ok(())
    }

    /// Rejects a folder without results and progress file, unless it is empty or has only files from a run that was
    /// killed before it wrote its first progress file.
    pub(super) fn refuse_foreign(&self, folder: &Folder) -> Result<(), FolderError> {
        let asked = |name: &str| self.asked.iter().find(|(asked, _)| *asked == name).map(|(_, text)| text.as_bytes());
        let names = folder.names()?;
        let begun = self.asked.iter().any(|(name, _)| names.contains(&part_name(name)));
        let rows = |name: &str| self.rows.iter().any(|(rows, _)| part_name(rows) == name);
        let beside = |name: &str| self.asked.iter().any(|(asked, _)| part_name(asked) + NEW == name);
        let mut foreign = Vec::new();
        for name in names {
            let is_left = match name.strip_suffix(".part").and_then(asked) {
                Some(_) => true,
                None if beside(&name) => true,
                None if asked(&name).is_some() => folder.read(&name)?.as_deref() == asked(&name),
                // A torn progress file can only exist after all of these.
                None => begun && (rows(&name) || self.inner.contains(&name.as_str()) || is_word(folder, &name)?),
            };
            if !is_left {
                foreign.push(name);
            }
        }
        refuse(folder, &foreign)
    }
}

/// Rejects `folder` if it has foreign files.
fn refuse(folder: &Folder, foreign: &[String]) -> Result<(), FolderError> {
    let holds = match foreign {
        [] => return Ok(()),
        [one] => one.clone(),
        [one, others @ ..] => format!("{one} and {} more", others.len()),
    };
    Err(FolderError::NotOurs { path: folder.path().to_owned(), holds })
}

/// Returns true if `name` is a progress file whose content begins like one.
pub(super) fn is_word(folder: &Folder, name: &str) -> Result<bool, FolderError> {
    if name.strip_suffix(NEW).unwrap_or(name) != PROGRESS {
        return Ok(false);
    }
    let Some(text) = folder.read(name)? else { return Ok(false) };
    let begins = |word: &str| text.starts_with(word.as_bytes()) || word.as_bytes().starts_with(&text);
    Ok(begins("{\"asked\":\"") || begins("{\"experiment\":\""))
}

/// Removes the temporary files that an interrupted process may have left, as its progress file names them.
pub(super) fn discard_temporary(folder: &Folder, progress: &Progress) -> Result<(), FolderError> {
    let is_named = |name: &&String| is_inside(name) && name.contains(NEW);
    progress.temporary.iter().filter(is_named).try_for_each(|name| folder.discard_file(name))
}

/// Removes the temporary file of a definition file if it begins with the first key of `text`, as an interrupted process
/// leaves it before its first progress file.
pub(super) fn discard_torn(folder: &Folder, name: &str, text: &str) -> Result<(), FolderError> {
    let temporary = part_name(name) + NEW;
    let key = text.split_inclusive('=').next().unwrap_or_default().as_bytes();
    match folder.read(&temporary)? {
        Some(found) if found.starts_with(key) || key.starts_with(&found) => folder.discard_file(&temporary),
        _ => Ok(()),
    }
}

/// Registers the definition files of earlier work as trusted if they are unchanged.
pub(super) fn trust_asked(folder: &Folder, claim: &FolderClaim<'_>, before: &Progress) -> Result<(), FolderError> {
    let (mut all, mut parts) = (digest::Hasher::default(), Vec::new());
    for (name, _) in claim.asked {
        let Some(text) = folder.read_part(name)? else { return Ok(()) };
        all.update(&text);
        parts.push((part_name(name), digest::of_bytes(&text)));
    }
    if all.finish() == before.asked {
        parts.iter().for_each(|(name, sha256)| folder.trust(name, sha256));
    }
    Ok(())
}

/// Removes the part `name` of earlier work with known progress, or of work that was killed before its first progress
/// file and whose header line is `head`.
pub(super) fn discard_rows(
    folder: &Folder,
    name: &str,
    progress: Option<&Progress>,
    head: Option<&[u8]>,
) -> Result<(), FolderError> {
    let part = part_name(name);
    let lengths = progress.into_iter().flat_map(Progress::lengths).filter(|length| length.name == name);
    for length in lengths {
        if folder.digest(&part, Some(length.bytes))?.is_some_and(|found| found == length.sha256) {
            return folder.discard(&part);
        }
    }
    if let Some(head) = head
        && let Some(found) = folder.length_of_part(name)?
    {
        let length = found.min(head.len() as u64);
        let begins = folder.digest(&part, Some(length))? == Some(digest::of_bytes(&head[..length as usize]));
        if begins && (found == 0 || length > 0) {
            folder.discard(&part)?;
        }
    }
    Ok(())
}
