//! `shard.json`: the description of a finished shard, written last.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::ShardError;
use super::plan::{PlanFolder, SHARDS};
use crate::job::Progress;
use crate::report::count_noun;
use crate::storage::folder::disk::{self, EntryKind, Root};
use crate::storage::folder::{EXPERIMENT, FolderError, part, part_name};
use crate::storage::sealed;

/// The file name of the record of a shard.
pub const RECORD: &str = "shard.json";

/// A finished shard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShardRecord {
    /// SHA-256 of the plan.
    pub plan: String,
    /// Number of the shard, from 0.
    pub shard: u64,
    /// CPU seconds of this program without external programs; `None` if unknown.
    pub cpu_seconds: Option<f64>,
    /// Processor, operating system and number of cores.
    pub machine: String,
    /// The experiment, the program, the matches, and the length and digest of each file.
    pub work: Progress,
}

impl ShardRecord {
    /// Reads the record of a shard; `None` if there is no such shard.
    ///
    /// # Errors
    ///
    /// Returns an error if the record is missing, damaged, or belongs to another plan.
    pub fn read(planned: &PlanFolder, shard: u64) -> Result<Option<Self>, ShardError> {
        let folder = planned.shard(shard);
        let path = folder.join(RECORD);
        let text = disk::read(&path).map_err(|error| FolderError::io(&path, "cannot be read", error))?;
        let Some(text) = text else {
            let none = || ShardError::unfit(&path, "missing", expected(shard));
            return if folder.exists() { Err(none()) } else { Ok(None) };
        };
        let read = sealed::read(&text);
        let record: ShardRecord =
            read.map_err(|error| ShardError::unfit(&path, format!("damaged ({error})"), expected(shard)))?;
        record.fits(planned, shard, &path)?;
        Ok(Some(record))
    }

    /// Reads the record and checks the lengths of its files; if `check` is true, also every byte.
    pub(super) fn read_whole(planned: &PlanFolder, shard: u64, check: bool) -> Result<Option<Self>, ShardError> {
        let Some(record) = Self::read(planned, shard)? else { return Ok(None) };
        let folder = planned.shard(shard);
        let asked = [(EXPERIMENT, None, &planned.plan.experiment)].into_iter();
        let rows = record.work.parts.iter().map(|part| (part.name.as_str(), Some(part.bytes), &part.sha256));
        let root = Root::open(&folder).map_err(|error| FolderError::io(&folder, "cannot be read", error))?;
        for (name, length, digest) in asked.chain(rows) {
            let (name, path) = (part_name(name), part(&folder, name));
            let unfit = |what: String| ShardError::unfit(&path, format!("{name}: {what}"), expected(shard));
            match root.about(&name).map_err(|error| unfit(error.to_string()))? {
                Some(found) if found.kind == EntryKind::File && length.is_none_or(|length| length == found.length) => {}
                Some(found) if found.kind == EntryKind::File => {
                    return Err(unfit(format!("changed, {} bytes of {}", found.length, length.unwrap_or_default())));
                }
                found => return Err(unfit(found.map_or("missing", |_| "no file any more").to_owned())),
            }
            let looks = check || length.is_none();
            if looks && root.digest(&name).map_err(|error| unfit(error.to_string()))?.as_ref() != Some(digest) {
                return Err(unfit("changed, its digest is another".to_owned()));
            }
        }
        Ok(Some(record))
    }

    fn fits(&self, planned: &PlanFolder, shard: u64, path: &Path) -> Result<(), ShardError> {
        let range = planned.plan.tasks(shard);
        let Progress { asked, program, first, tasks, stopped, .. } = &self.work;
        let whole = *tasks == range.end - range.start || (*stopped && (1..range.end - range.start).contains(tasks));
        let what = if self.plan != planned.digest || *asked != planned.plan.experiment {
            "of another plan".to_owned()
        } else if *program != planned.plan.program {
            format!("by another program ({program})")
        } else if self.shard != shard || *first != range.start || !whole {
            format!("shard {} with {} after match {first}", self.shard, count_noun(*tasks, "match"))
        } else {
            return Ok(());
        };
        Err(ShardError::unfit(path, what, expected(shard)))
    }

    /// Returns true if another attempt has the same result.
    pub(super) fn is_same(&self, other: &ShardRecord) -> bool {
        let outcome = |record: &ShardRecord| {
            let Progress { tasks, played, stopped, parts, .. } = record.work.clone();
            (record.plan.clone(), record.shard, tasks, played, stopped, parts)
        };
        outcome(self) == outcome(other)
    }

    /// Returns the record as text.
    pub(super) fn text(&self) -> String {
        sealed::text(self)
    }
}

/// Describes the expected state of a shard and how to restore it.
pub(super) fn expected(shard: u64) -> String {
    format!(
        "shard {shard} of this plan as it was written; run it again with --fresh, which keeps the folder {SHARDS}/{shard} under another name"
    )
}
