//! `ergo verify` for a folder of `ergo tune`: repeats the search and compares every digest.

use std::path::Path;

use anyhow::{anyhow, bail};
use ergo_engine::rng::RNG_VERSION;
use ergo_harness::digest;
use ergo_harness::folder::regular;
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::manifest::{FileEntry, REVISION, VERSION};
use ergo_harness::programs::ShutdownGuard;
use ergo_harness::sealed;
use serde::Deserialize;

use super::file_verdict::{Closing, FileVerdict, print_verdicts};
use super::shared::{CheckFailed, say, split_words};
use super::tune::TuneArgs;
use super::verb::parse_command;

/// The file that a finished search writes last.
pub(super) const TUNE_RECORD: &str = "tune.json";

/// Files that a record may omit.
const LEFT_OUT: [&str; 2] = ["candidates.csv", "held_out.csv"];

/// The fields of [`TUNE_RECORD`] that the check needs.
#[derive(Deserialize)]
struct TuneRecord {
    command: String,
    version: String,
    revision: String,
    rng_version: u32,
    files: Vec<FileEntry>,
}

impl TuneRecord {
    fn read(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(TUNE_RECORD);
        let text = regular::read(&path).map_err(|error| anyhow!("{}: cannot be read: {error}", path.display()))?;
        sealed::read(&text)
            .map_err(|error| anyhow!("{}: {error}, expected the record of a finished `ergo tune`", path.display()))
    }
}

/// Repeats the recorded search and compares every file.
pub(super) fn verify_search(folder: &Path, json: bool, registry: &GameRegistry) -> anyhow::Result<()> {
    let then = TuneRecord::read(folder)?;
    let written = format!("{} {}", then.version, then.revision);
    if then.rng_version != RNG_VERSION {
        let (was, is) = (then.rng_version, RNG_VERSION);
        let what = format!("written by {written} with random streams of version {was}, this program has version {is}");
        return Err(CheckFailed(format!("{}: {what}, expected the program that wrote it", folder.display())).into());
    }
    if (then.version.as_str(), then.revision.as_str()) != (VERSION, REVISION) {
        say(&format!("{}: written by {written}, compared with {VERSION} {REVISION}", folder.display()));
    }
    let Some(mut args) = parse_command::<TuneArgs>(&split_words(&then.command)) else {
        bail!(
            "{}: command: got {:?}, expected a command of `ergo tune`",
            folder.join(TUNE_RECORD).display(),
            then.command
        );
    };
    let again = tempfile::tempdir().map_err(|error| anyhow!("cannot create a temporary folder: {error}"))?;
    let _guard = ShutdownGuard::remove_folder(again.path());
    args.work.out = Some(again.path().join("search"));
    (args.work.resume, args.work.fresh) = (false, false);
    args.search(registry)?;
    let now = TuneRecord::read(&again.path().join("search"))?;
    let found = |file: &FileEntry| {
        let found = digest::of_file(&folder.join(&file.name)).ok();
        let why = match now.files.iter().find(|other| other.name == file.name) {
            Some(other) if other.sha256 != file.sha256 => Some("the repeated search wrote other bytes"),
            None => Some("the repeated search did not write it"),
            _ if found.as_ref().is_some_and(|found| *found != file.sha256) => Some("the file was changed"),
            _ if found.is_none() && !LEFT_OUT.contains(&file.name.as_str()) => {
                Some("missing, but the manifest names it")
            }
            _ => None,
        };
        let verdict = if found.is_none() { "absent" } else { "same" };
        why.map_or(FileVerdict { name: file.name.clone(), verdict, why: None }, |why| {
            FileVerdict::differing(&file.name, why)
        })
    };
    let closing = Closing::from_conclusion("Searched again: every candidate and every file is the same.");
    print_verdicts(folder, json, &then.files.iter().map(found).collect::<Vec<_>>(), None, &closing)
}
