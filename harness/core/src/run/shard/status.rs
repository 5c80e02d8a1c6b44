//! The status of a plan.

use super::error::ShardError;
use super::plan::{PlanFolder, SHARDS};
use super::record::ShardRecord;
use crate::job::programs::here::{host, is_gone};
use crate::storage::folder::FolderError;
use crate::storage::folder::disk::Root;

/// The status of a plan.
#[derive(Clone, Debug, Default)]
pub struct PlanStatus {
    /// The finished shards.
    pub done: Vec<u64>,
    /// The missing shards, which have no folder.
    pub missing: Vec<u64>,
    /// Shards that do not fit the plan, with the reason.
    pub unfit: Vec<(u64, String)>,
    /// The first shard that a fault ended, if faults end the run; later shards are not needed.
    pub stopped: Option<u64>,
    /// Number of matches in finished shards.
    pub tasks: u64,
    /// CPU seconds of finished shards.
    pub cpu_seconds: f64,
    /// Folders of unfinished attempts.
    pub attempts: Vec<Attempt>,
}

/// An attempt at a shard that is running, or was left by a killed process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The name of its folder.
    pub name: String,
    /// True if it is not needed any more: its shard is finished, or its process ran on this machine and is gone.
    pub stale: bool,
}

impl PlanStatus {
    /// Reads the status of a plan. Checks the lengths of files; if `check` is true, also every byte.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder of the plan cannot be read.
    pub fn read(planned: &PlanFolder, check: bool) -> Result<Self, ShardError> {
        let mut status = PlanStatus::default();
        for shard in 0..planned.plan.shards() {
            match ShardRecord::read_whole(planned, shard, check) {
                Ok(Some(record)) => {
                    status.done.push(shard);
                    status.tasks += record.work.tasks;
                    status.cpu_seconds += record.cpu_seconds.unwrap_or(0.0);
                    if record.work.stopped {
                        status.stopped.get_or_insert(shard);
                    }
                }
                Ok(None) if status.stopped.is_none() => status.missing.push(shard),
                Ok(None) => {}
                Err(ShardError::Unfit { what, .. }) => status.unfit.push((shard, what)),
                Err(error) => return Err(error),
            }
        }
        let shards = planned.shards();
        let names = Root::open(&planned.folder)
            .and_then(|root| root.names(SHARDS))
            .map_err(|error| FolderError::io(&shards, "cannot be read", error))?;
        let attempts = names.into_iter().filter(|name| name.starts_with('.'));
        status.attempts = attempts.map(|name| Attempt { stale: status.is_stale(&name), name }).collect();
        Ok(status)
    }

    /// Returns the sorted numbers of all shards that must be played: the missing and the unfit ones.
    pub fn needed(&self) -> Vec<u64> {
        let mut needed: Vec<u64> =
            self.missing.iter().copied().chain(self.unfit.iter().map(|(shard, _)| *shard)).collect();
        needed.sort_unstable();
        needed
    }

    fn is_stale(&self, name: &str) -> bool {
        let mut parts = name.splitn(4, '.').skip(1);
        let (shard, machine, process) = (parts.next(), parts.next(), parts.next());
        let is_done = shard.and_then(|shard| shard.parse().ok()).is_some_and(|shard| self.done.contains(&shard));
        is_done || (machine == Some(&host()) && process.is_some_and(is_gone))
    }
}
