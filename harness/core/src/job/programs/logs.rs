//! Logs for people: standard error of programs, and how they failed, a file for each entrant.
//!
//! The files lie beside the results, in `stderr/`, and are no part of them: what stands in them, and in which order, depends
//! on the clock, so the manifest does not list them, but a file beside them does. No file grows beyond [`MOST`] bytes in a run.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

use super::process_label::{ProcessLabel, held};
use super::sandbox::hide;
use crate::storage::folder::disk::{AppendFile, Root};

/// The folder of the files, in that of the results.
pub const FOLDER: &str = "stderr";

/// The digests of the files of a finished run, as `sha256sum` writes and checks them.
pub const SUMS: &str = "stderr/SHA256SUMS";

/// Bytes of one file.
pub const MOST: u64 = 1 << 20;

/// The name of the file of an entrant, in the folder of the results.
pub fn file(entrant: &str) -> String {
    format!("{FOLDER}/{entrant}.log")
}

/// The files of one run.
pub struct Logs {
    /// The folder of the results; nothing if it cannot be opened.
    root: Option<Root>,
    suffix: &'static str,
    files: Mutex<BTreeMap<String, Option<(AppendFile, u64)>>>,
}

impl Logs {
    /// Files in the folder at `results`, whose names end in `.log` and `suffix`.
    pub fn new(results: &Path, suffix: &'static str) -> Self {
        hide(results);
        Logs { root: Root::open(results).ok(), suffix, files: Mutex::default() }
    }

    /// Adds `text` to the file of an entrant. A log that cannot be written stops no run.
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
