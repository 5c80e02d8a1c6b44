//! Runs and shards: the same bytes after kills and interruptions.

#[path = "../common/mod.rs"]
mod common;

mod bytes;
mod clock;
mod finished;
mod json;
mod limits;
mod rows_changed;
mod shard;
mod stopped_run;
mod summaries;
