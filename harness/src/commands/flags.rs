//! Flags of several verbs.

use std::path::PathBuf;

use clap::Args;
use ergo_harness::job::Mode;

/// How many threads play.
#[derive(Args)]
pub(super) struct Threads {
    /// How many threads play [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// The number asked for, or one for each core.
    pub(super) fn get(&self) -> usize {
        match self.threads {
            Some(threads) => usize::from(threads),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

/// Where work is written, by how many threads, and what becomes of what is there.
#[derive(Args)]
pub(super) struct WorkArgs {
    /// The results folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub threads: Threads,
    /// Continue an interrupted run
    #[arg(long)]
    pub resume: bool,
    /// Give up what is in the folder and start over
    #[arg(long, conflicts_with = "resume")]
    pub fresh: bool,
}

impl WorkArgs {
    /// How to treat what is in the folder already.
    pub(super) fn mode(&self) -> Mode {
        match (self.resume, self.fresh) {
            (true, _) => Mode::Resume,
            (_, true) => Mode::Fresh,
            _ => Mode::Begin,
        }
    }
}

/// Options of the rules of ERGO.
#[derive(Args)]
pub(super) struct RuleArgs {
    /// Change an option, such as rules.then_chain=right
    #[arg(long, value_name = "rules.KEY=VALUE", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
}

/// `KEY=VALUE`.
pub(super) fn key_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => Ok((key.trim().to_owned(), value.trim().to_owned())),
        _ => Err("expected KEY=VALUE".to_owned()),
    }
}
