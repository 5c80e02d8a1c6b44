//! The record of a match with a person: a file with one transcript, for `ergo replay`.

use std::path::{Path, PathBuf};

use ergo_engine::options::Settings;
use ergo_engine::transcript::Transcript;
use ergo_harness::arena::Ending;
use ergo_harness::folder::disk;
use ergo_harness::rows::TranscriptLine;
use ergo_harness::schedule::Slot;

/// The recorded name of a person.
pub(crate) const PERSON: &str = "person";
pub(crate) const ARM: &str = "play";

/// The file of a match, and what is known before it begins.
pub(crate) struct Record {
    path: PathBuf,
    game: &'static str,
    rules: Settings,
    entrants: Vec<String>,
    /// The person's seat, from 1: the rotation of an experiment whose tables begin with the person.
    rotation: usize,
}

impl Record {
    /// Describes a match of `game` under `rules` between `entrants`, with the person in seat number `rotation`.
    pub(crate) fn new(
        path: PathBuf,
        (game, rules): (&'static str, Settings),
        entrants: Vec<String>,
        rotation: usize,
    ) -> Self {
        Record { path, game, rules, entrants, rotation }
    }

    pub(crate) fn entrants(&self) -> &[String] {
        &self.entrants
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces the file by one with the actions so far.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub(crate) fn write(&self, transcript: &Transcript, ending: Option<&Ending>) -> Result<(), String> {
        let names: Vec<&str> = self.entrants.iter().map(String::as_str).collect();
        let slot = Slot { number: 1, arm: 0, table: 0, deal: 1, rotation: self.rotation };
        let line = TranscriptLine::new((self.game, &self.rules), ARM, &slot, &names, transcript, ending);
        let text = format!("{}\n", serde_json::to_string(&line).expect("texts and numbers are JSON"));
        let above = disk::above(&self.path);
        let failed = |path: &Path, error| format!("{}: cannot be written: {error}", path.display());
        disk::make_folder(above).map_err(|error| failed(above, error))?;
        disk::write_whole(&self.path, |out| out.add(text.as_bytes())).map_err(|error| failed(&self.path, error))
    }
}
