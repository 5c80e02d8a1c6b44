//! What programs said on standard error, and how they failed: a file for each entrant, for people.
//!
//! The files lie beside the results, in `stderr/`, and are no part of them: what stands in them, and in which order, depends
//! on the clock, so the manifest does not list them. No file grows beyond [`MOST`] bytes in a run.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::sandbox::hide;
use super::who::{Who, held};

/// The folder of the files, in that of the results.
pub const FOLDER: &str = "stderr";

/// Bytes of one file.
pub const MOST: u64 = 1 << 20;

/// The files of one run.
pub struct Logs {
    folder: PathBuf,
    suffix: &'static str,
    files: Mutex<BTreeMap<String, Option<(File, u64)>>>,
}

impl Logs {
    /// Files in the folder at `results`, whose names end in `.log` and `suffix`.
    pub fn new(results: &Path, suffix: &'static str) -> Self {
        hide(results);
        Logs { folder: results.join(FOLDER), suffix, files: Mutex::default() }
    }

    /// Adds `text` to the file of an entrant. A log that cannot be written stops no run.
    pub fn add(&self, who: &Who, text: &[u8]) {
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
        if out.write_all(&text).is_err() {
            *file = None;
        }
    }

    fn open(&self, entrant: &str) -> Option<(File, u64)> {
        fs::create_dir_all(&self.folder).ok()?;
        let path = self.folder.join(format!("{entrant}.log{}", self.suffix));
        // Whoever put a link there wants something else written to.
        let is_link = |path: &Path| path.symlink_metadata().is_ok_and(|about| about.is_symlink());
        if is_link(&self.folder) || is_link(&path) {
            return None;
        }
        let file = OpenOptions::new().append(true).create(true).open(path).ok()?;
        let length = file.metadata().ok()?.len();
        Some((file, length))
    }
}
