//! An experiment cut into shards, which any array engine runs, on any machines that share a folder; merged they are, byte for
//! byte, the run of one machine.
//!
//! A **shard** is a contiguous range of match indices. What a match comes to follows from its index alone, so who plays it, when
//! and how often decides nothing. There is no scheduler here: an engine starts `ergo shard run DIR` once for each index, as often
//! as it likes. The folder of a plan holds
//!
//! | what | written by |
//! | --- | --- |
//! | `experiment.toml` | `plan`: the experiment with defaults filled in |
//! | `plan.json` ([`ShardPlan`]) | `plan`, last: by which program, of what, cut where |
//! | `shards/.I.HOST.PROCESS/` | `run`: an attempt at shard `I`, in a folder of its own |
//! | `shards/I/` | `run`: the shard, whole; an attempt is renamed to this once its `shard.json` ([`ShardRecord`]) is written |
//!
//! **Kills.** An attempt that is killed leaves a folder that nobody reads. The rename happens once: whoever comes second compares
//! digests with what is there, and leaves it. A power cut is no worse, as in every results folder ([`job`](crate::job)).
//!
//! **Merging** adds shards to an unfinished run, in order, and finishes that as `ergo run --resume` does. So a part can be merged and
//! gone on with on one machine, and a run that was begun on one machine can be planned on `--after` it. A shard in which a forbidden fault ended the run is the last that
//! counts, wherever it was played.
//!
//! **Refused**, each in a line that says what is expected: a plan by another program, another plan in the same folder, a shard of
//! another plan, a shard with other bytes than were written, an index that no shard has, a result that does not end where a shard
//! begins. Numbers of shards are counted from 0 and come from the plan, never from the environment of an engine.

mod engine_commands;
mod error;
mod merge;
mod plan;
mod ranges;
mod record;
mod status;
mod work;

pub use engine_commands::engine_commands;
pub use error::ShardError;
pub use merge::{MergeOutcome, merge};
pub use plan::{PLAN, PlanFolder, ShardPlan, plan};
pub use ranges::ranges;
pub use record::{RECORD, ShardRecord};
pub use status::{Attempt, PlanStatus};
pub use work::{ShardOutcome, run};
