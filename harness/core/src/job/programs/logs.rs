//! Log files with the standard error and the failures of external programs, one per entrant.
//!
//! The files are in `stderr/` beside the results and are not part of them: their content depends on the clock, so the
//! manifest does not list them. Their digests are in a file of their own. A file grows to at most [`MOST`] bytes per
//! run.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

use super::process_label::{ProcessLabel, held};
use super::sandbox::hide;
use crate::storage::folder::disk::{AppendFile, Root};

/// The folder of the log files, in the results folder.
pub const FOLDER: &str = "stderr";

/// The digests of the log files of a finished run, in the format of `sha256sum`.
pub const SUMS: &str = "stderr/SHA256SUMS";

/// The largest size of one log file in bytes.
pub const MOST: u64 = 1 << 20;

/// Returns the path of an entrant's log file in the results folder.
pub fn file(entrant: &str) -> String {
    format!("{FOLDER}/{entrant}.log")
}

/// The log files of one run.
pub struct Logs {
    /// The results folder; `None` if it cannot be opened.
    root: Option<Root>,
    suffix: &'static str,
    files: Mutex<BTreeMap<String, Option<(AppendFile, u64)>>>,
}

impl Logs {
    /// Creates log files in the folder `results`. Their names end in `.log` and `suffix`.
    pub fn new(results: &Path, suffix: &'static str) -> Self {
        hide(results);
        Logs { root: Root::open(results).ok(), suffix, files: Mutex::default() }
    }

    /// Appends `text` to the log of an entrant. Write errors are ignored, so that a full disk does not stop the run
    /// here.
    pub fn add(&self, who: &ProcessLabel, text: &[u8]) {
        let mut files = held(&self.files);
        let file = files.entry(who.entrant.clone()).or_insert_with(|| self.open(&who.entrant));
        let Some((out, length)) = file else { return };
        if *length >= MOST {
            return;
        }
        *length += text.len() as u64;
        let mut text = text.to_vec();
        if *length >= MOST {
            text.extend_from_slice(b"[nothing is kept from here on]\n");
        }
        if out.add(&text).is_err() {
            *file = None;
        }
    }

    fn open(&self, entrant: &str) -> Option<(AppendFile, u64)> {
        let root = self.root.as_ref()?;
        root.make_folder(FOLDER).ok()?;
        let name = format!("{}{}", file(entrant), self.suffix);
        if root.about(&name).ok()?.is_none() {
            return Some((root.create(&name).ok()?, 0));
        }
        let (mut file, length) = root.grow(&name).ok()?;
        file.to_end().ok()?;
        Some((file, length))
    }
}
