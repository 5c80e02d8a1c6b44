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
    /// The number that all seeds derive from.
    seed: u64,
}

impl Record {
    /// Describes a match of `game` under `rules` between `entrants`, with the person in seat number `rotation`. All seeds
    /// derive from `seed`.
    pub(crate) fn new(
        path: PathBuf,
        (game, rules): (&'static str, Settings),
        (entrants, rotation): (Vec<String>, usize),
        seed: u64,
    ) -> Self {
        Record { path, game, rules, entrants, rotation, seed }
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
        let seats = (self.entrants.as_slice(), self.rotation);
        let text = record_text((self.game, &self.rules), seats, Some(self.seed), transcript, ending);
        let above = disk::above(&self.path);
        let failed = |path: &Path, error| format!("{}: cannot be written: {error}", path.display());
        disk::make_folder(above).map_err(|error| failed(above, error))?;
        disk::write_whole(&self.path, |out| out.add(text.as_bytes())).map_err(|error| failed(&self.path, error))
    }
}

/// Returns the record of a match with a person as text: a line of transcripts. One without the number that all seeds derive from is of an
/// earlier version of the program.
pub(crate) fn record_text(
    game: (&str, &Settings),
    (entrants, rotation): (&[String], usize),
    seed: Option<u64>,
    transcript: &Transcript,
    ending: Option<&Ending>,
) -> String {
    let names: Vec<&str> = entrants.iter().map(String::as_str).collect();
    let slot = Slot { number: 1, arm: 0, table: 0, deal: 1, rotation };
    let line = TranscriptLine::new(game, ARM, &slot, &names, transcript, ending);
    match seed {
        Some(seed) => line.with_person(seed, ending).text_with_digest() + "\n",
        None => line.text() + "\n",
    }
}
