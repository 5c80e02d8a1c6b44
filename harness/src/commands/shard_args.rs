//! Arguments of `ergo shard`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::flags::{Threads, key_and_value};

/// Split an experiment into shards for a cluster, run them and merge the results
#[derive(Args)]
pub(super) struct ShardArgs {
    /// Action on shards.
    #[command(subcommand)]
    pub verb: ShardVerb,
}

/// The actions of `ergo shard`.
#[derive(Subcommand)]
pub(super) enum ShardVerb {
    /// Split an experiment into shards and print commands that run them on common batch systems
    Plan(ShardPlanArgs),
    /// Run one shard of a plan, unless it is already done
    Run(ShardRunArgs),
    /// Print which shards are done, running or missing
    Status(ShardStatusArgs),
    /// Merge all shards into a results folder, with the same bytes as a run on one machine
    Merge(ShardMergeArgs),
}

/// Arguments of `ergo shard plan`.
#[derive(Args)]
#[command(after_help = "Example:\n  ergo shard plan experiments/luck.toml --shards 12 --out plan")]
pub(super) struct ShardPlanArgs {
    /// Experiment file (TOML)
    pub experiment: PathBuf,
    /// Number of shards; choose at least the number of cores, and 1 to 10 minutes of work for each
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub shards: u32,
    /// Folder of the plan and its shards, on storage that all machines share
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Plan only the matches that an unfinished run in this folder has not played
    #[arg(long, value_name = "RESULTS")]
    pub after: Option<PathBuf>,
    /// Change a value of the experiment, such as schedule.deals=10 or game.rules.cards.not=4 (repeatable)
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
}

/// Arguments of `ergo shard run`.
#[derive(Args)]
#[command(after_help = "Example:\n  ergo shard run plan --index 0")]
pub(super) struct ShardRunArgs {
    /// Folder of the plan
    pub folder: PathBuf,
    /// Number of the shard, from 0
    #[arg(long, value_name = "I")]
    pub index: u64,
    /// Number of worker threads; use the number of cores of the job
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Start the external programs that the plan names; without this flag they are only listed
    #[arg(long)]
    pub run_programs: bool,
    /// Play the shard even if it is done, for example because it is damaged; a damaged folder is kept under another name
    #[arg(long)]
    pub fresh: bool,
}

/// Arguments of `ergo shard status`.
#[derive(Args)]
#[command(after_help = "Example:\n  ergo shard status plan --missing")]
pub(super) struct ShardStatusArgs {
    /// Folder of the plan
    pub folder: PathBuf,
    /// Read and check every byte of the shards, not only their sizes; exit with status 1 if a shard is invalid
    #[arg(long)]
    pub check: bool,
    /// Print only the numbers of missing and invalid shards, such as 0-3,7, for an array job
    #[arg(long)]
    pub missing: bool,
}

/// Arguments of `ergo shard merge`.
#[derive(Args)]
#[command(after_help = "Example:\n  ergo shard merge plan --out results/luck")]
pub(super) struct ShardMergeArgs {
    /// Folder of the plan
    pub folder: PathBuf,
    /// Results folder to write; for a plan made with --after, the folder of that run
    #[arg(long, value_name = "RESULTS")]
    pub out: PathBuf,
    /// Merge only the shards before the first missing one; continue with ergo run --resume
    #[arg(long)]
    pub part: bool,
    /// Discard the contents of the results folder and start over
    #[arg(long)]
    pub fresh: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub threads: Threads,
}
