//! `ergo verify` of a folder of `ergo tune`: the same search again, and every digest compared.

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

use super::found::{Closing, Found, conclude};
use super::shared::{CheckFailed, say, split_words};
use super::tune::TuneArgs;
use super::verb::{Act, Whole, read};

/// The file that seals a search.
pub(super) const SEAL: &str = "tune.json";

/// Rows that a record may leave out.
const LEFT_OUT: [&str; 2] = ["candidates.csv", "held_out.csv"];

/// The fields needed of it.
#[derive(Deserialize)]
struct Sealed {
    command: String,
    version: String,
    revision: String,
    rng_version: u32,
    files: Vec<FileEntry>,
}

impl Sealed {
    fn read(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(SEAL);
        let text = regular::read(&path).map_err(|error| anyhow!("{}: cannot be read: {error}", path.display()))?;
        sealed::read(&text)
            .map_err(|error| anyhow!("{}: {error}, expected the end of a search by `ergo tune`", path.display()))
    }
}

/// Searches again as the folder says it was searched, and compares every file.
pub(super) fn verify_search(folder: &Path, json: bool, registry: &GameRegistry, whole: Whole) -> anyhow::Result<()> {
    let then = Sealed::read(folder)?;
    let written = format!("{} {}", then.version, then.revision);
    if then.rng_version != RNG_VERSION {
        let (was, is) = (then.rng_version, RNG_VERSION);
        let what =
            format!("was written by {written} with random streams of version {was}, those of this program are {is}");
        return Err(CheckFailed(format!("{}: {what}: only that program can repeat it", folder.display())).into());
    }
    if (then.version.as_str(), then.revision.as_str()) != (VERSION, REVISION) {
        say(&format!("{}: written by {written}, compared with {VERSION} {REVISION}", folder.display()));
    }
    let Some(mut args) = read::<TuneArgs>(&split_words(&then.command)) else {
        bail!("{}: its command is {:?}, expected one of `ergo tune`", folder.join(SEAL).display(), then.command);
    };
    let again = tempfile::tempdir().map_err(|error| anyhow!("a temporary folder cannot be made: {error}"))?;
    let _parting = ShutdownGuard::remove(again.path());
    args.work.out = Some(again.path().join("search"));
    (args.work.resume, args.work.fresh) = (false, false);
    args.act(registry, whole)?;
    let now = Sealed::read(&again.path().join("search"))?;
    let found = |file: &FileEntry| {
        let found = digest::of_file(&folder.join(&file.name)).ok();
        let why = match now.files.iter().find(|other| other.name == file.name) {
            Some(other) if other.sha256 != file.sha256 => Some("comes out otherwise"),
            None => Some("not written this time"),
            _ if found.as_ref().is_some_and(|found| *found != file.sha256) => Some("the file was changed"),
            _ if found.is_none() && !LEFT_OUT.contains(&file.name.as_str()) => Some("missing, the manifest names it"),
            _ => None,
        };
        let verdict = if found.is_none() { "absent" } else { "same" };
        why.map_or(Found { name: file.name.clone(), verdict, why: None }, |why| Found::differing(&file.name, why))
    };
    conclude(folder, json, &then.files.iter().map(found).collect::<Vec<_>>(), None, &Closing::default())
}
