//! Runs and shards as whole programs: the same bytes whatever happens on the way.

#[path = "../common/mod.rs"]
mod common;

mod bytes;
mod clock;
mod finished;
mod json;
mod rows_changed;
mod shard;
mod stopped_run;
mod summaries;
