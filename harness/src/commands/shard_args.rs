//! Arguments of `ergo shard`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::flags::{Threads, key_and_value};

/// Cut an experiment into shards for an array engine, run one, look at them, merge them
#[derive(Args)]
pub(super) struct ShardArgs {
    /// The verb.
    #[command(subcommand)]
    pub verb: ShardVerb,
}

/// The verbs of `ergo shard`.
#[derive(Subcommand)]
pub(super) enum ShardVerb {
    /// Cut an experiment into shards; prints lines that run them, ready for each engine
    Plan(ShardPlanArgs),
    /// Run one shard of a plan, unless it is done
    Run(ShardRunArgs),
    /// Say which shards are done, and which are missing
    Status(ShardStatusArgs),
    /// Put all shards together, to the bytes of a run on one machine
    Merge(ShardMergeArgs),
}

/// Arguments of `ergo shard plan`.
#[derive(Args)]
pub(super) struct ShardPlanArgs {
    /// The experiment, a TOML file
    pub experiment: PathBuf,
    /// How many shards; 1 to 10 minutes each are well, and as many as there are cores or more
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub shards: u32,
    /// The folder of the plan and its shards, which all machines see
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Cut the matches that come after the unfinished run in this folder
    #[arg(long, value_name = "RESULTS")]
    pub after: Option<PathBuf>,
    /// Change a value of the experiment, such as schedule.deals=10
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
}

/// Arguments of `ergo shard run`.
#[derive(Args)]
pub(super) struct ShardRunArgs {
    /// The folder of the plan
    pub folder: PathBuf,
    /// The number of the shard, counted from 0
    #[arg(long, value_name = "I")]
    pub index: u64,
    /// How many threads play: as many cores as the engine gives a task
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Start the programs from outside that the plan names; without this they are only shown
    #[arg(long)]
    pub run_programs: bool,
}

/// Arguments of `ergo shard status`.
#[derive(Args)]
pub(super) struct ShardStatusArgs {
    /// The folder of the plan
    pub folder: PathBuf,
    /// Read every byte of the shards, not only how many there are
    #[arg(long)]
    pub check: bool,
    /// Print only the numbers of missing shards, as array engines take them
    #[arg(long)]
    pub missing: bool,
}

/// Arguments of `ergo shard merge`.
#[derive(Args)]
pub(super) struct ShardMergeArgs {
    /// The folder of the plan
    pub folder: PathBuf,
    /// The results folder; with a plan made --after a run, that run
    #[arg(long, value_name = "RESULTS")]
    pub out: PathBuf,
    /// Merge the shards before the first that is missing, for ergo run --resume to go on with
    #[arg(long)]
    pub part: bool,
    /// Give up what is in the results folder and start over
    #[arg(long)]
    pub fresh: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub threads: Threads,
}
