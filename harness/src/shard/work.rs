//! One shard, run.

use std::io::ErrorKind;
use std::path::Path;

use super::error::ShardError;
use super::plan::{Planned, SHARDS};
use super::record::{RECORD, Record};
use crate::compare::slice;
use crate::experiment::Experiment;
use crate::folder::{Folder, FolderError, PROGRESS, disk};
use crate::job::{Mode, Progress, RunOptions};
use crate::manifest;
use crate::programs::here::{cpu_seconds, host};
use crate::run::run_slice;

/// How it came about that a shard is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was played here.
    Played,
    /// It was whole before.
    There,
    /// It was played here, and elsewhere, where it was done first: to the same bytes.
    Second,
}

/// Runs a shard of the plan of `experiment` with so many threads, unless it is whole.
pub fn run(
    experiment: &Experiment,
    planned: &Planned,
    shard: u64,
    threads: usize,
) -> Result<(Outcome, Record), ShardError> {
    if shard >= planned.plan.shards() {
        let (name, last) = ("--index".to_owned(), planned.plan.shards() - 1);
        return Err(ShardError::Index { name, index: shard.to_string(), last });
    }
    if let Some(record) = Record::read(planned, shard)? {
        return Ok((Outcome::There, record));
    }
    let before = planned.plan.before.as_ref().map(|_| planned.before());
    let attempt = planned.shards().join(format!(".{shard}.{}.{}", host(), std::process::id()));
    let options = RunOptions { threads, mode: Mode::Fresh, command: String::new() };
    let tasks = planned.plan.tasks(shard);
    match &planned.question {
        Some(question) => slice::run_slice(experiment, question, &attempt, tasks, &options)?,
        None => {
            run_slice(experiment, &attempt, tasks, before.as_deref(), &options)?;
        }
    }
    let record = sealed(planned, shard, &attempt)?;
    named(planned, record, &attempt)
}

/// Writes what the shard in `attempt` is, in the place of how far it has come.
fn sealed(planned: &Planned, shard: u64, attempt: &Path) -> Result<Record, ShardError> {
    let folder = Folder::open(attempt)?;
    let gone = || FolderError::Gone(attempt.to_owned());
    let work = Progress { earlier: Vec::new(), ..Progress::read(&folder)?.ok_or_else(gone)? };
    let machine = manifest::machine();
    let record = Record { plan: planned.digest.clone(), shard, cpu_seconds: cpu_seconds(), machine, work };
    folder.write_whole(RECORD, &record.text())?;
    folder.remove(PROGRESS)?;
    folder.sync(&[])?;
    Ok(record)
}

/// Gives the shard in `attempt` its name, unless another attempt came first: then it is compared with that, and removed.
fn named(planned: &Planned, record: Record, attempt: &Path) -> Result<(Outcome, Record), ShardError> {
    let (place, shards) = (planned.shard(record.shard), planned.shards());
    let failed = |error| FolderError::io(&place, "cannot be written", error);
    let sync = || disk::sync_folder(&shards).map_err(failed);
    if !place.exists() {
        match disk::rename(attempt, &place) {
            Ok(true) => {
                sync()?;
                return Ok((Outcome::Played, record));
            }
            Ok(false) => return Err(FolderError::Gone(attempt.to_owned()).into()),
            Err(error) if matches!(error.kind(), ErrorKind::DirectoryNotEmpty | ErrorKind::AlreadyExists) => {}
            Err(error) => return Err(failed(error).into()),
        }
    }
    let first = Record::read(planned, record.shard)?.ok_or_else(|| FolderError::Gone(place.clone()))?;
    if !first.is_same(&record) {
        let name = attempt.file_name().unwrap_or_default().display();
        let expected = format!("the bytes of {SHARDS}/{name}: it does not follow from its seed alone");
        return Err(ShardError::unfit(&place, "another attempt came to other bytes", expected));
    }
    disk::remove_all(attempt).map_err(|error| FolderError::io(attempt, "cannot be removed", error))?;
    sync()?;
    Ok((Outcome::Second, first))
}
