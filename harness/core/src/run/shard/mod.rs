//! Splits an experiment into shards, which any array engine can run on machines that share a folder. The merged result
//! is byte for byte the run of one machine.
//!
//! A **shard** is a contiguous range of match indices. The result of a match depends on its index alone, so it does not
//! matter which machine plays it, when and how often. There is no scheduler: an engine starts `ergo shard run DIR` for
//! each index. The folder of a plan contains
//!
//! | file | written by |
//! | --- | --- |
//! | `experiment.toml` | `plan`: the experiment with defaults filled in |
//! | `plan.json` ([`ShardPlan`]) | `plan`, last: the program, the experiment and the bounds |
//! | `shards/.I.HOST.PROCESS/` | `run`: an attempt at shard `I` |
//! | `shards/I/` | `run`: the finished shard; an attempt is renamed to this once its `shard.json` ([`ShardRecord`]) is written |
//!
//! **Kills.** A killed attempt leaves a folder that is ignored. The rename happens once: a second attempt compares its
//! digests with the existing shard and leaves it. A power failure is no worse, as in every results folder
//! ([`job`](crate::job)).
//!
//! **Merging** appends shards to an unfinished run, in order, and finishes it like `ergo run --resume`. So a part can
//! be merged and continued on one machine, and a run that was started on one machine can be planned with `--after`. If
//! a fault ended a shard, later shards do not count.
//!
//! **Errors**, each with what is expected: a plan by another program, another plan in the same folder, a shard of
//! another plan, a changed shard, an index beyond the last shard, a result that does not end where a shard begins.
//! Shard numbers start at 0 and come from the plan, not from the environment of an engine.

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
