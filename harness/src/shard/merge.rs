//! Shards put together.

use std::path::Path;

use ergo_engine::options::Configurable;

use super::error::ShardError;
use super::list::ranges;
use super::plan::Planned;
use super::record::{Record, expected};
use crate::experiment::Experiment;
use crate::folder::{FolderError, part};
use crate::job::{Mode, Slice};
use crate::manifest::{Manifest, program};
use crate::rows::MATCHES;
use crate::run::add_slices;
use crate::stages::Stages;

/// What came of a merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Merged {
    /// All that is to be played is there, and the run can be finished; or it was finished before.
    Whole,
    /// The stage is there, with so many matches; another follows.
    Stage(u64),
    /// So many matches are there; these shards are not.
    Part(u64, String),
}

/// Adds the shards of a plan to the run in the folder at `out`, which is begun if there is none: all up to the first that a fault
/// ended, or, if a `part` will do, those before the first that is missing. Every byte is read, and compared with its digest.
pub fn merge<G: Configurable>(
    experiment: &Experiment<G>,
    planned: &Planned,
    out: &Path,
    mode: Mode,
    with_part: bool,
) -> Result<Merged, ShardError> {
    let (mut records, mut missing, mut stopped) = (Vec::new(), Vec::new(), false);
    for shard in 0..planned.plan.shards() {
        match Record::read(planned, shard)? {
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
    let slices: Vec<Slice<'_>> = records.iter().map(|(folder, record)| Slice { folder, work: &record.work }).collect();
    let added = add_slices(experiment, out, mode, &slices).map_err(|error| spoilt(planned, error))?;
    let Some(matches) = added else {
        // What is finished there must be what this program would make of the shards.
        let by = Manifest::read(out)?.map(|manifest| format!("{} {}", manifest.version, manifest.revision));
        if by.as_deref() != Some(&program()) {
            let what = format!("holds a finished run by another program ({})", by.unwrap_or_default());
            return Err(ShardError::unfit(out, what, "the same program, or --fresh to start over"));
        }
        return Ok(Merged::Whole);
    };
    if !missing.is_empty() {
        return Ok(Merged::Part(matches, ranges(&missing)));
    }
    let is_last = stopped || Stages::at(experiment, &part(out, MATCHES), matches)?.is_none();
    Ok(if is_last { Merged::Whole } else { Merged::Stage(matches) })
}

/// An error that names the shard, where it is about one.
fn spoilt(planned: &Planned, error: FolderError) -> ShardError {
    let shard = |path: &Path| path.strip_prefix(planned.shards()).ok()?.iter().next()?.to_str()?.parse::<u64>().ok();
    match error {
        FolderError::NotReadable { path, error } if shard(&path).is_some() => {
            let number = shard(&path).unwrap_or_default();
            ShardError::unfit(path, format!("changed ({error})"), expected(number))
        }
        FolderError::Io { path, what, error } if shard(&path).is_some() => {
            let number = shard(&path).unwrap_or_default();
            ShardError::unfit(path, format!("{what}: {error}"), expected(number))
        }
        error => error.into(),
    }
}
