//! `plan.json`: an experiment split into shards.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use ergo_engine::rng::RNG_VERSION;
use serde::{Deserialize, Serialize};

use super::error::ShardError;
use crate::experiment::Experiment;
use crate::experiment::schedule::Schedule;
use crate::job::Progress;
use crate::job::manifest::{self, REVISION, program};
use crate::report::count_noun;
use crate::rows::MATCHES;
use crate::run::invocation;
use crate::storage::digest;
use crate::storage::folder::disk::{self, NEW};
use crate::storage::folder::{EXPERIMENT, Folder, FolderError};
use crate::storage::printable::is_unprintable;
use crate::storage::sealed;

/// The file name of a plan.
pub const PLAN: &str = "plan.json";
/// The folder of the shards, in that of the plan.
pub(super) const SHARDS: &str = "shards";
/// The version of the plan format.
const FORMAT: u32 = 1;

/// An experiment split into shards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardPlan {
    /// The version of the format.
    pub format: u32,
    /// Version and revision of the program.
    pub program: String,
    /// SHA-256 of the program file, if its revision does not identify it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub executable: Option<String>,
    /// Version of the random streams.
    pub rng_version: u32,
    /// SHA-256 of `experiment.toml`.
    pub experiment: String,
    /// The bounds of the shards, as match indices from 0: the first index of each shard, and the end of the last.
    pub bounds: Vec<u64>,
}

impl ShardPlan {
    /// Returns the number of shards.
    pub fn shards(&self) -> u64 {
        self.bounds.len() as u64 - 1
    }

    /// Returns the indices of all matches.
    pub fn all(&self) -> Range<u64> {
        self.bounds[0]..self.bounds[self.bounds.len() - 1]
    }

    /// Returns the match indices of a shard.
    ///
    /// # Panics
    ///
    /// Panics if there is no such shard.
    pub fn tasks(&self, shard: u64) -> Range<u64> {
        self.bounds[shard as usize]..self.bounds[shard as usize + 1]
    }

    /// Returns the plan as text.
    fn text(&self) -> String {
        sealed::text(self)
    }
}

/// A plan with its folder.
#[derive(Clone, Debug)]
pub struct PlanFolder {
    /// The folder.
    pub folder: PathBuf,
    /// The plan.
    pub plan: ShardPlan,
    /// SHA-256 of `plan.json`.
    pub digest: String,
    /// The experiment with defaults filled in.
    pub experiment: String,
}

impl PlanFolder {
    /// Reads the plan in `folder`, which must have been made by this program.
    ///
    /// # Errors
    ///
    /// Returns an error if the plan is missing, damaged, or made by another program.
    pub fn read(folder: &Path) -> Result<Self, ShardError> {
        let path = folder.join(PLAN);
        let wrong = |what: String| ShardError::unfit(&path, what, "a plan as `ergo shard plan` writes it");
        let text = read(&path)?.ok_or_else(|| wrong("missing".to_owned()))?;
        let plan: ShardPlan = sealed::read(&text).map_err(|error| wrong(format!("damaged ({error})")))?;
        if plan.format != FORMAT {
            return Err(wrong(format!("of form {}", plan.format)));
        }
        let cut = plan.bounds.len() > 1 && plan.bounds.is_sorted_by(|one, next| one < next);
        if !cut {
            return Err(wrong("its bounds do not ascend".to_owned()));
        }
        let other = if plan.program != program() {
            Some(plan.program.as_str())
        } else if plan.rng_version != RNG_VERSION {
            Some("other random streams")
        } else {
            (plan.executable != executable()?).then_some("the same revision, other bytes")
        };
        if let Some(other) = other {
            let expected = format!("a plan by this program ({}), or the program that made it", program());
            return Err(ShardError::unfit(&path, format!("by another program ({other})"), expected));
        }
        let experiment = planned_text(&folder.join(EXPERIMENT), &plan.experiment)?;
        Ok(PlanFolder { folder: folder.to_owned(), digest: digest::of_bytes(&text), experiment, plan })
    }

    /// Returns the path of a finished shard.
    pub fn shard(&self, shard: u64) -> PathBuf {
        self.shards().join(shard.to_string())
    }

    /// Returns the folder of the shards.
    pub(super) fn shards(&self) -> PathBuf {
        self.folder.join(SHARDS)
    }
}

/// Splits the matches of `experiment` into `shards` shards and writes the plan to `folder`: all matches, or those after
/// the unfinished run in `after`. An existing equal plan is accepted.
///
/// # Errors
///
/// Returns an error if an entrant is limited by a clock, there are more shards than matches, or the folder cannot be
/// used.
pub fn plan(
    experiment: &Experiment,
    folder: &Path,
    shards: u64,
    after: Option<&Path>,
) -> Result<PlanFolder, ShardError> {
    if folder.to_str().is_none_or(|path| path.contains(|c| char::is_control(c) || is_unprintable(c))) {
        let expected = "a name in UTF-8 without control characters, because commands contain it";
        return Err(ShardError::unfit(folder, "cannot be written in a command", expected));
    }
    if let Some((who, why)) = experiment.unrepeatable().first() {
        return Err(ShardError::Unrepeatable((*who).to_owned(), why));
    }
    let done = after.map(|after| unfinished(after, &digest::of_text(&experiment.text))).transpose()?;
    let (first, end) = (done.map_or(0, |done| done.tasks), Schedule::new(experiment).matches());
    if first >= end {
        return Err(ShardError::unfit(after.unwrap_or(folder), "holds all matches", "some that are left to play"));
    }
    let plan = cut(&experiment.text, first..end, shards)?;
    write(&plan, folder, &experiment.text)?;
    PlanFolder::read(folder)
}

/// Returns the plan of these tasks with `shards` shards.
fn cut(experiment: &str, tasks: Range<u64>, shards: u64) -> Result<ShardPlan, ShardError> {
    let count = tasks.end - tasks.start;
    let bound = |shard: u64| tasks.start + (u128::from(count) * u128::from(shard) / u128::from(shards)) as u64;
    let plan = ShardPlan {
        format: FORMAT,
        program: program(),
        executable: executable()?,
        rng_version: RNG_VERSION,
        experiment: digest::of_text(experiment),
        bounds: (0..=shards).map(bound).collect(),
    };
    if count < shards {
        let what = format!("{shards} shards of {}", count_noun(count, "match"));
        return Err(ShardError::unfit("--shards", what, "no more shards than matches"));
    }
    Ok(plan)
}

/// Writes a plan and its experiment to `path`, `plan.json` last.
fn write(plan: &ShardPlan, path: &Path, text: &str) -> Result<(), ShardError> {
    let folder = Folder::open(path)?;
    let free = "a folder of its own for each plan";
    match folder.read(PLAN)? {
        Some(there) if there == plan.text().as_bytes() => return Ok(()),
        Some(_) => return Err(ShardError::unfit(path, "holds another plan", free)),
        None => {}
    }
    let files = [EXPERIMENT, PLAN].map(str::to_owned);
    folder.check(&files, &[])?;
    // Left by a killed process with the same plan.
    let same =
        |name: &str, text: &str| Ok::<_, FolderError>(folder.read(name)?.is_some_and(|there| there == text.as_bytes()));
    for name in folder.names()? {
        let is_left = match name.as_str() {
            EXPERIMENT => same(EXPERIMENT, text)?,
            name => files.iter().any(|file| name == format!("{file}{NEW}")),
        };
        if !is_left {
            return Err(ShardError::unfit(path, format!("holds {name}"), free));
        }
    }
    folder.write_whole(EXPERIMENT, text)?;
    folder.write_whole(PLAN, &plan.text())?;
    Ok(())
}

/// Reads the progress of the unfinished run in `path`, whose experiment must have the digest `asked`.
fn unfinished(path: &Path, asked: &str) -> Result<Progress, ShardError> {
    let unfit =
        |what: &str| ShardError::unfit(path, what, "an unfinished run of this experiment, as a merge leaves it");
    if !crate::storage::folder::unfinished(path) {
        let is_finished = path.join(manifest::NAME).exists();
        return Err(unfit(if is_finished { "holds a finished run" } else { "holds no run" }));
    }
    let progress = Progress::read(&Folder::open(path)?)?.unwrap_or_default();
    let what = if progress.asked != asked {
        "holds a run of another experiment, or of none"
    } else if progress.program != program() {
        "holds a run by another program"
    } else if progress.stopped {
        "holds a run that a fault ended"
    } else if progress.first > 0
        || progress.finishing.is_some()
        || progress.parts.iter().all(|part| part.name != MATCHES)
    {
        "holds a part of a run, or one that is being finished"
    } else {
        return Ok(progress);
    };
    Err(unfit(what))
}

/// Reads the file at `path`, which must be unchanged since planning.
fn planned_text(path: &Path, digest: &str) -> Result<String, ShardError> {
    let unfit = |what| ShardError::unfit(path, what, "the file as it was planned");
    let bytes = read(path)?.ok_or_else(|| unfit("missing"))?;
    if digest::of_bytes(&bytes) != digest {
        return Err(unfit("other bytes than were planned"));
    }
    String::from_utf8(bytes).map_err(|_| unfit("not UTF-8"))
}

fn read(path: &Path) -> Result<Option<Vec<u8>>, FolderError> {
    disk::read(path).map_err(|error| FolderError::io(path, "cannot be read", error))
}

/// Returns the SHA-256 of the program file, if its revision does not identify it.
fn executable() -> Result<Option<String>, ShardError> {
    if REVISION != "unknown" && !REVISION.ends_with("-dirty") {
        return Ok(None);
    }
    // Read once: a file that is replaced while the program runs is another program.
    static READ: OnceLock<String> = OnceLock::new();
    if let Some(read) = READ.get() {
        return Ok(Some(read.clone()));
    }
    let unreadable = |error| FolderError::io(Path::new("the program's own file"), "cannot be read", error);
    let path = invocation::file().map_err(unreadable)?;
    let read = digest::of_file(&path).map_err(unreadable)?;
    Ok(Some(READ.get_or_init(|| read).clone()))
}
