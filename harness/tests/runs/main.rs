//! Runs and shards: the same bytes after kills and interruptions.

#[path = "../common/mod.rs"]
mod common;

mod bytes;
mod clock;
mod cost;
mod finished;
mod json;
mod records_without_rows;
mod rows_changed;
mod shard;
mod shard_commands;
mod stopped_run;
mod summaries;
mod temporary;
