//! `manifest.json`: the files of a results folder and how they were made. It is the only file that depends on the clock
//! or the machine.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::job::programs::command_files::CommandFile;
use crate::storage::digest;
use crate::storage::folder::{FolderError, disk};
use crate::storage::sealed;

/// The file name of the manifest.
pub const NAME: &str = "manifest.json";

/// Version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Git revision of the source, with `-dirty` if it was modified.
pub const REVISION: &str = env!("ERGO_REVISION");

/// Returns version and revision of the program. A run can only be resumed by the same program.
pub fn program() -> String {
    format!("{VERSION} {REVISION}")
}

/// The files of a results folder and how they were made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The name of the game.
    pub game: String,
    /// Version of the program.
    pub version: String,
    /// Git revision of the source.
    pub revision: String,
    /// Version of the random streams.
    pub rng_version: u32,
    /// The command line.
    pub command: String,
    /// The master seed of all random streams.
    pub seed: u64,
    /// SHA-256 of `experiment.toml`.
    pub experiment: String,
    /// True if every match of the schedule was played.
    pub complete: bool,
    /// Number of matches.
    pub matches: u64,
    /// Number of recorded rounds.
    pub rounds: u64,
    /// Number of turns in those rounds.
    pub turns: u64,
    /// Number of matches that ended with a fault.
    pub faults: u64,
    /// Entrants whose search is limited by a clock; their matches cannot be repeated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub timed: Vec<String>,
    /// The files that contain times or answers of programs. A repeated run writes different ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_repeatable: Vec<String>,
    /// Entrants whose choices cannot be repeated, including those of `timed`. Their choices are in the transcripts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unrepeatable: Vec<String>,
    /// The files named by the commands of external programs. Empty in manifests of earlier versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<CommandFile>,
    /// All other files.
    pub files: Vec<FileEntry>,
    /// Run time in seconds, without interruptions.
    pub seconds: f64,
    /// Number of worker threads.
    pub threads: usize,
    /// Processor, operating system and number of cores.
    pub machine: String,
}

/// One file of a results folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// The path of the file in the folder.
    pub name: String,
    /// Number of data rows; `None` for files without rows.
    pub rows: Option<u64>,
    /// Length in bytes.
    pub bytes: u64,
    /// SHA-256 of the content.
    pub sha256: String,
}

impl Manifest {
    /// Reads the manifest of the results in `folder`, or returns `None` if there is none.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or was changed.
    pub fn read(folder: &Path) -> Result<Option<Self>, FolderError> {
        let path = folder.join(NAME);
        let text = disk::read(&path).map_err(|error| FolderError::io(&path, "cannot be read", error))?;
        let Some(text) = text else { return Ok(None) };
        sealed::read(&text).map(Some).map_err(|error| FolderError::NotReadable { path, error })
    }

    /// Returns the manifest as JSON.
    pub fn text(&self) -> String {
        sealed::text(self)
    }
}

impl FileEntry {
    /// Creates the entry of a file with this text.
    pub fn of_text(name: &str, rows: Option<u64>, text: &str) -> Self {
        Self::of_bytes(name, rows, text.as_bytes())
    }

    /// Creates the entry of a file with these bytes.
    pub fn of_bytes(name: &str, rows: Option<u64>, bytes: &[u8]) -> Self {
        FileEntry { name: name.to_owned(), rows, bytes: bytes.len() as u64, sha256: digest::of_bytes(bytes) }
    }
}

/// Returns processor architecture, operating system and number of cores, without the name of the machine.
pub fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let plural = if cores == 1 { "" } else { "s" };
    format!("{} {}, {cores} core{plural}", std::env::consts::ARCH, std::env::consts::OS)
}
