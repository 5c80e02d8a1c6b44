//! `manifest.json`: what a results folder holds and how it came about. The only file with a clock or a machine in it.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::job::programs::command_files::CommandFile;
use crate::storage::digest;
use crate::storage::folder::{FolderError, disk};
use crate::storage::sealed;

/// The name of the file.
pub const NAME: &str = "manifest.json";

/// Version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Revision of its source, with `-dirty` if that was changed since.
pub const REVISION: &str = env!("ERGO_REVISION");

/// The program that plays: what a run must be continued by.
pub fn program() -> String {
    format!("{VERSION} {REVISION}")
}

/// The list of the files of a results folder, and how it came about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The name of the game.
    pub game: String,
    /// Version of the program.
    pub version: String,
    /// Revision of its source.
    pub revision: String,
    /// Version of the random streams.
    pub rng_version: u32,
    /// The command that was given.
    pub command: String,
    /// The number all seeds derive from.
    pub seed: u64,
    /// SHA-256 of `experiment.toml`.
    pub experiment: String,
    /// Whether every match of the schedule was played.
    pub complete: bool,
    /// Matches played.
    pub matches: u64,
    /// Rounds written down.
    pub rounds: u64,
    /// Turns of those rounds.
    pub turns: u64,
    /// Matches that ended by a fault.
    pub faults: u64,
    /// Entrants that searched by wall clock: their matches cannot be repeated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub timed: Vec<String>,
    /// The files with times or with answers of programs: a run played again writes others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_repeatable: Vec<String>,
    /// Entrants whose choices cannot be repeated, those of `timed` included: the transcripts say what they chose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unrepeatable: Vec<String>,
    /// The files that the commands of programs from outside name. Empty where an earlier version wrote the manifest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<CommandFile>,
    /// Every other file.
    pub files: Vec<FileEntry>,
    /// Seconds on the clock, interruptions left out.
    pub seconds: f64,
    /// Threads that played.
    pub threads: usize,
    /// Processor, system and number of cores.
    pub machine: String,
}

/// One file of a results folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Its name.
    pub name: String,
    /// Rows of data, for files that are made of rows.
    pub rows: Option<u64>,
    /// Its length.
    pub bytes: u64,
    /// SHA-256 of its bytes.
    pub sha256: String,
}

impl Manifest {
    /// The manifest of the results in `folder`; nothing if there is none.
    pub fn read(folder: &Path) -> Result<Option<Self>, FolderError> {
        let path = folder.join(NAME);
        let text = disk::read(&path).map_err(|error| FolderError::io(&path, "cannot be read", error))?;
        let Some(text) = text else { return Ok(None) };
        sealed::read(&text).map(Some).map_err(|error| FolderError::NotReadable { path, error })
    }

    /// The manifest as text.
    pub fn text(&self) -> String {
        sealed::text(self)
    }
}

impl FileEntry {
    /// The entry of a file with this text.
    pub fn of_text(name: &str, rows: Option<u64>, text: &str) -> Self {
        Self::of_bytes(name, rows, text.as_bytes())
    }

    /// The entry of a file with these bytes.
    pub fn of_bytes(name: &str, rows: Option<u64>, bytes: &[u8]) -> Self {
        FileEntry { name: name.to_owned(), rows, bytes: bytes.len() as u64, sha256: digest::of_bytes(bytes) }
    }
}

/// Processor, system and number of cores; nothing that names the machine.
pub fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let plural = if cores == 1 { "" } else { "s" };
    format!("{} {}, {cores} core{plural}", std::env::consts::ARCH, std::env::consts::OS)
}
