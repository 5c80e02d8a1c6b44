//! Log files with the standard error and the failures of external programs, one per entrant.
//!
//! The files are in `stderr/` beside the results and are not part of them: their content depends on the clock, so the
//! manifest does not list them. Their digests are in a file of their own. A file grows to at most [`MOST`] bytes per
//! run. Entries that differ only in match and numbers are written once and counted.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

use super::process_label::{ProcessLabel, held};
use super::sandbox::hide;
use crate::storage::digest;
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
    files: Mutex<BTreeMap<String, LogFile>>,
}

/// The log file of one entrant.
struct LogFile {
    /// The file and its length; `None` if it cannot be written.
    file: Option<(AppendFile, u64)>,
    /// The entries, by what identifies them: how often each was repeated, and the place and kind of the last one.
    repeated: BTreeMap<String, (u64, String)>,
}

/// An entry of a log.
pub(super) struct LogEntry<'a> {
    /// Why it was written, in words.
    pub what: &'a str,
    /// The part of `what` that equal entries share.
    pub kind: &'a str,
    /// The standard error of the program.
    pub errors: &'a [u8],
}

impl Logs {
    /// Creates log files in the folder `results`. Their names end in `.log` and `suffix`.
    pub fn new(results: &Path, suffix: &'static str) -> Self {
        hide(results);
        Logs { root: Root::open(results).ok(), suffix, files: Mutex::default() }
    }

    /// Appends an entry to the log of an entrant, or counts it if it repeats an earlier one. Write errors are ignored,
    /// so that a full disk does not stop the run here.
    pub(super) fn add(&self, who: &ProcessLabel, LogEntry { what, kind, errors }: &LogEntry<'_>) {
        let mut files = held(&self.files);
        let open = || LogFile { file: self.open(&who.entrant), repeated: BTreeMap::new() };
        let log = files.entry(who.entrant.clone()).or_insert_with(open);
        let place = format!("{}, seat {}: ", who.game, who.seat);
        let key = digest::of_bytes(&[kind.as_bytes(), b"\n", errors].concat());
        if let Some((count, last)) = log.repeated.get_mut(&key) {
            let start = what.split(": ").next().unwrap_or_default();
            (*count, *last) = (*count + 1, place + start);
        } else if log.append(&[place.as_bytes(), what.as_bytes(), b"\n", errors].concat()) {
            log.repeated.insert(key, (0, String::new()));
        }
    }

    /// Appends how often entries were repeated, and forgets them.
    pub(super) fn add_counts(&self) {
        for log in held(&self.files).values_mut() {
            for (count, last) in std::mem::take(&mut log.repeated).into_values().filter(|(count, _)| *count > 0) {
                let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
                log.append(format!("repeated {times}, last in {last}\n").as_bytes());
            }
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

impl LogFile {
    /// Appends `text`; returns false if the file is full or cannot be written.
    fn append(&mut self, text: &[u8]) -> bool {
        let Some((out, length)) = self.file.as_mut().filter(|(_, length)| *length < MOST) else { return false };
        *length += text.len() as u64;
        let end: &[u8] = if *length < MOST { b"" } else { b"[nothing is kept from here on]\n" };
        if out.add(&[text, end].concat()).is_err() {
            self.file = None;
        }
        true
    }
}
