//! `shard.json`: what a shard is, written last.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::ShardError;
use super::plan::{Planned, SHARDS};
use crate::folder::{FolderError, disk};
use crate::job::Progress;
use crate::report::counted;

/// The name of the file.
pub const RECORD: &str = "shard.json";

/// A shard that is whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// SHA-256 of the plan.
    pub plan: String,
    /// Its number, counted from 0.
    pub shard: u64,
    /// Seconds of processors that the program used, without programs from outside; nothing where that is not told.
    pub cpu_seconds: Option<f64>,
    /// Processor, system and number of cores.
    pub machine: String,
    /// What was asked, by which program, which matches, and the length and digest of each file.
    pub work: Progress,
}

impl Record {
    /// What is said of the shard with this number: nothing if it is not there, an error if it is not of this plan.
    pub fn read(planned: &Planned, shard: u64) -> Result<Option<Self>, ShardError> {
        let folder = planned.shard(shard);
        let path = folder.join(RECORD);
        let text = disk::read(&path).map_err(|error| FolderError::io(&path, "cannot be read", error))?;
        let Some(text) = text else {
            let none = || ShardError::unfit(&path, "missing", expected(shard));
            return if folder.exists() { Err(none()) } else { Ok(None) };
        };
        let read = serde_json::from_slice(&text);
        let record: Record =
            read.map_err(|error| ShardError::unfit(&path, format!("damaged ({error})"), expected(shard)))?;
        record.fits(planned, shard, &path)?;
        Ok(Some(record))
    }

    fn fits(&self, planned: &Planned, shard: u64, path: &Path) -> Result<(), ShardError> {
        let range = planned.plan.tasks(shard);
        let Progress { asked, program, first, tasks, stopped, .. } = &self.work;
        let whole = *tasks == range.end - range.start || (*stopped && (1..range.end - range.start).contains(tasks));
        let what = if self.plan != planned.digest || *asked != planned.asked {
            "of another plan".to_owned()
        } else if *program != planned.plan.program {
            format!("by another program ({program})")
        } else if self.shard != shard || *first != range.start || !whole {
            let unit = planned.plan.unit();
            format!("shard {} with {} after {unit} {first}", self.shard, counted(*tasks, unit))
        } else {
            return Ok(());
        };
        Err(ShardError::unfit(path, what, expected(shard)))
    }

    /// Whether another attempt came to the same.
    pub(super) fn is_same(&self, other: &Record) -> bool {
        let outcome = |record: &Record| {
            let Progress { tasks, played, stopped, parts, .. } = record.work.clone();
            (record.plan.clone(), record.shard, tasks, played, stopped, parts)
        };
        outcome(self) == outcome(other)
    }

    /// The record as text.
    pub(super) fn text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("texts and numbers are JSON");
        text.push('\n');
        text
    }
}

/// What is expected of a shard.
pub(super) fn expected(shard: u64) -> String {
    format!("shard {shard} of this plan as it was written; remove {SHARDS}/{shard} and run it again")
}
