//! Runs one shard.

use std::io::ErrorKind;
use std::path::Path;

use super::error::ShardError;
use super::merge::spoilt;
use super::plan::{PLAN, PlanFolder, SHARDS};
use super::record::{RECORD, ShardRecord};
use crate::experiment::Experiment;
use crate::experiment::schedule::Schedule;
use crate::job::manifest;
use crate::job::programs::command_files::{command_files, unchanged};
use crate::job::programs::here::{cpu_seconds, host};
use crate::job::programs::logs;
use crate::job::{Mode, Progress, RunOptions};
use crate::run::run_slice;
use crate::storage::digest;
use crate::storage::folder::disk::{EntryKind, NEW, Root, is_inside};
use crate::storage::folder::{EXPERIMENT, Folder, FolderError, PROGRESS, part_name};

/// How a shard was finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShardOutcome {
    /// It was played here.
    Played,
    /// It was already finished.
    There,
    /// It was played here and elsewhere, with equal bytes.
    Second,
}

/// Runs a shard of the plan of `experiment` with `threads` worker threads, unless it is already finished. If `fresh` is
/// true, it is played again, and a damaged shard is set aside.
///
/// # Errors
///
/// Returns an error if there is no such shard, the run fails, or another attempt has a different result.
pub fn run(
    experiment: &Experiment,
    planned: &PlanFolder,
    shard: u64,
    threads: usize,
    fresh: bool,
) -> Result<(ShardOutcome, ShardRecord), ShardError> {
    if shard >= planned.plan.shards() {
        return Err(ShardError::Index { index: shard, last: planned.plan.shards() - 1 });
    }
    if planned.plan.all().end > Schedule::new(experiment).matches() {
        let (path, expected) = (planned.folder.join(PLAN), "a plan as `ergo shard plan` writes it");
        return Err(ShardError::unfit(path, "its bounds lie beyond the last match", expected));
    }
    if !fresh && let Some(record) = ShardRecord::read_whole(planned, shard, true)? {
        let programs = command_files(experiment.programs());
        unchanged(&planned.shard(shard), &record.work.programs, &programs).map_err(|error| spoilt(planned, error))?;
        return Ok((ShardOutcome::There, record));
    }
    let root =
        Root::open(&planned.folder).map_err(|error| FolderError::io(&planned.folder, "cannot be read", error))?;
    let name = format!("{SHARDS}/.{shard}.{}.{}", host(), std::process::id());
    let attempt = planned.folder.join(&name);
    for name in [SHARDS, &name] {
        let about = root.about(name).map_err(|error| FolderError::io(&root.path(name), "cannot be read", error))?;
        if let Some(found) = about.filter(|found| found.kind != EntryKind::Folder) {
            let (path, what) = (root.path(name), found.kind.words());
            return Err(FolderError::Odd { path, what, expected: "a folder" }.into());
        }
    }
    clear_left(planned, &attempt)?;
    let options = RunOptions { threads, mode: Mode::Fresh, command: String::new() };
    let tasks = planned.plan.tasks(shard);
    run_slice(experiment, &attempt, tasks, &options)?;
    let record = sealed(planned, shard, &attempt)?;
    if let (true, Err(ShardError::Unfit { .. })) = (fresh, ShardRecord::read_whole(planned, shard, true)) {
        let place = format!("{SHARDS}/{shard}");
        root.set_aside(&place).map_err(|error| FolderError::io(&root.path(&place), "cannot be set aside", error))?;
    }
    named(planned, record, (&root, &name), &attempt)
}

/// Writes the record of the shard in `attempt`, which replaces its progress file.
fn sealed(planned: &PlanFolder, shard: u64, attempt: &Path) -> Result<ShardRecord, ShardError> {
    let folder = Folder::open(attempt)?;
    let gone = || FolderError::Gone(attempt.to_owned());
    let work = Progress {
        earlier: Vec::new(),
        stale: Vec::new(),
        added: Vec::new(),
        temporary: Vec::new(),
        sum: String::new(),
        ..Progress::read(&folder)?.ok_or_else(gone)?
    };
    let machine = manifest::machine();
    let record = ShardRecord { plan: planned.digest.clone(), shard, cpu_seconds: cpu_seconds(), machine, work };
    folder.write_whole(RECORD, &record.text())?;
    folder.remove(PROGRESS)?;
    folder.sync(&[])?;
    Ok(record)
}

/// Renames the attempt `name` to its shard. If another attempt was faster, compares both and removes this one.
fn named(
    planned: &PlanFolder,
    record: ShardRecord,
    (root, name): (&Root, &str),
    attempt: &Path,
) -> Result<(ShardOutcome, ShardRecord), ShardError> {
    let place = planned.shard(record.shard);
    let failed = |error| FolderError::io(&place, "cannot be written", error);
    let sync = || root.sync_folder(SHARDS).map_err(failed);
    let to = format!("{SHARDS}/{}", record.shard);
    match root.about(&to).map_err(failed)?.map(|about| about.kind) {
        None => match root.rename(name, &to) {
            Ok(true) => {
                sync()?;
                return Ok((ShardOutcome::Played, record));
            }
            Ok(false) => return Err(FolderError::Gone(attempt.to_owned()).into()),
            Err(error) if matches!(error.kind(), ErrorKind::DirectoryNotEmpty | ErrorKind::AlreadyExists) => {}
            Err(error) => return Err(failed(error).into()),
        },
        Some(EntryKind::Folder) => {}
        Some(kind) => {
            return Err(FolderError::Odd { path: place, what: kind.words(), expected: "a folder" }.into());
        }
    }
    let first = ShardRecord::read(planned, record.shard)?.ok_or_else(|| FolderError::Gone(place.clone()))?;
    if !first.is_same(&record) {
        let name = attempt.file_name().unwrap_or_default().display();
        let expected = format!("the bytes of {SHARDS}/{name}: it does not follow from its seed alone");
        return Err(ShardError::unfit(&place, "another attempt has a different result", expected));
    }
    removed(planned, &record, attempt)?;
    let _ = root.remove_folder(name);
    sync()?;
    Ok((ShardOutcome::Second, first))
}

/// Removes the files of an earlier process with the same id in `attempt`, if it had finished.
fn clear_left(planned: &PlanFolder, attempt: &Path) -> Result<(), FolderError> {
    if attempt.symlink_metadata().is_err() {
        return Ok(());
    }
    let folder = Folder::open(attempt)?;
    let beside = format!("{RECORD}{NEW}");
    let begins = format!("{{\n  \"plan\": \"{}\"", planned.digest);
    let is_record = |text: &[u8]| text.starts_with(begins.as_bytes()) || begins.as_bytes().starts_with(text);
    if folder.read(&beside)?.is_some_and(|text| is_record(&text)) {
        folder.discard(&beside)?;
    }
    let record = folder.read(RECORD)?.and_then(|text| serde_json::from_slice::<ShardRecord>(&text).ok());
    drop(folder);
    record.filter(|record| record.plan == planned.digest).map_or(Ok(()), |record| removed(planned, &record, attempt))
}

/// Removes the files that were written in `attempt`, and nothing else.
fn removed(planned: &PlanFolder, record: &ShardRecord, attempt: &Path) -> Result<(), FolderError> {
    let folder = Folder::open(attempt)?;
    folder.trust(RECORD, &digest::of_text(&record.text()));
    folder.trust(&part_name(EXPERIMENT), &planned.plan.experiment);
    let mut names = vec![RECORD.to_owned(), part_name(EXPERIMENT)];
    for part in record.work.parts.iter().filter(|part| is_inside(&part.name)) {
        folder.trust(&part_name(&part.name), &part.sha256);
        names.push(part_name(&part.name));
    }
    names.iter().try_for_each(|name| folder.remove(name))?;
    record.work.logs.iter().filter(|name| is_inside(name)).try_for_each(|name| folder.discard(&part_name(name)))?;
    folder.remove_empty(logs::FOLDER);
    Ok(())
}
