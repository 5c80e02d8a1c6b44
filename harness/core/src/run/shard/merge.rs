//! Merges shards.

use std::path::{Path, PathBuf};

use super::error::ShardError;
use super::plan::PlanFolder;
use super::ranges::ranges;
use super::record::{ShardRecord, expected};
use crate::experiment::Experiment;
use crate::job::manifest::{Manifest, program};
use crate::job::{Mode, Slice};
use crate::run::add_slices;
use crate::storage::folder::FolderError;

/// The outcome of a merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeOutcome {
    /// All matches are there and the run can be finished, or it was already finished.
    Whole,
    /// Some shards are missing: number of merged matches, and the missing shards.
    Part(u64, String),
}

/// Appends the shards of a plan to the run in the folder at `out`, which is started if there is none, up to the first
/// shard that a fault ended. If `with_part` is true, shards may be missing, and those before the first missing one are
/// merged. Every byte is checked with its digest.
///
/// # Errors
///
/// Returns an error if a shard is missing or damaged, or if the folder cannot be used.
pub fn merge(
    experiment: &Experiment,
    planned: &PlanFolder,
    out: &Path,
    mode: Mode,
    with_part: bool,
) -> Result<MergeOutcome, ShardError> {
    let WholeShards { records, missing } = whole(planned, with_part)?;
    let slices: Vec<Slice<'_>> = records.iter().map(|(folder, record)| Slice { folder, work: &record.work }).collect();
    let added = add_slices(experiment, out, mode, &slices).map_err(|error| spoilt(planned, error))?;
    let Some(matches) = added else {
        // A finished run must be the one that this program would make from the shards.
        let by = Manifest::read(out)?.map(|manifest| format!("{} {}", manifest.version, manifest.revision));
        if by.as_deref() != Some(&program()) {
            let what = format!("holds a finished run by another program ({})", by.unwrap_or_default());
            return Err(ShardError::unfit(out, what, "the same program, or --fresh to start over"));
        }
        return Ok(MergeOutcome::Whole);
    };
    if !missing.is_empty() {
        return Ok(MergeOutcome::Part(matches, ranges(&missing)));
    }
    Ok(MergeOutcome::Whole)
}

/// The finished shards, up to the first missing one or one that a fault ended.
struct WholeShards {
    records: Vec<(PathBuf, ShardRecord)>,
    missing: Vec<u64>,
}

/// Returns the shards of a plan that can be merged; all of them unless `with_part` is true.
fn whole(planned: &PlanFolder, with_part: bool) -> Result<WholeShards, ShardError> {
    let (mut records, mut missing, mut stopped) = (Vec::new(), Vec::new(), false);
    for shard in 0..planned.plan.shards() {
        match ShardRecord::read_whole(planned, shard, false)? {
            Some(record) => {
                stopped = record.work.stopped;
                if missing.is_empty() {
                    records.push((planned.shard(shard), record));
                }
            }
            None => missing.push(shard),
        }
        if stopped {
            break;
        }
    }
    if !missing.is_empty() && !with_part {
        return Err(ShardError::Missing { path: planned.shards(), missing: ranges(&missing) });
    }
    Ok(WholeShards { records, missing })
}

/// Converts an error about a shard to one that names it.
pub(super) fn spoilt(planned: &PlanFolder, error: FolderError) -> ShardError {
    let shard = |path: &Path| path.strip_prefix(planned.shards()).ok()?.iter().next()?.to_str()?.parse::<u64>().ok();
    match error {
        FolderError::NotReadable { path, error } if shard(&path).is_some() => {
            let number = shard(&path).unwrap_or_default();
            ShardError::unfit(path, format!("changed ({error})"), expected(number))
        }
        FolderError::Other { path, holds, .. } if shard(&path).is_some() => {
            let number = shard(&path).unwrap_or_default();
            ShardError::unfit(path, format!("holds {holds}"), expected(number))
        }
        FolderError::Io { path, what, error } if shard(&path).is_some() => {
            let number = shard(&path).unwrap_or_default();
            ShardError::unfit(path, format!("{what}: {error}"), expected(number))
        }
        error => error.into(),
    }
}
