//! Flags that several verbs share.

use std::path::{Path, PathBuf};

use clap::Args;
use ergo_harness::folder::unfinished;
use ergo_harness::job::{Mode, default_threads};
use ergo_harness::manifest;

/// The flag `--threads`.
#[derive(Args)]
pub(super) struct Threads {
    /// Number of worker threads [default: number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// Returns the number of worker threads: as given, or the number of cores.
    pub(super) fn get(&self) -> usize {
        worker_threads(self.threads)
    }
}

/// Returns the number of worker threads: as given, or the default.
pub(super) fn worker_threads(given: Option<u16>) -> usize {
    given.map_or_else(default_threads, usize::from)
}

/// Flags of verbs that write a folder and can be resumed.
#[derive(Args)]
pub(super) struct WorkArgs {
    /// Results folder to write
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub threads: Threads,
    /// Continue an interrupted run
    #[arg(long)]
    pub resume: bool,
    /// Discard an interrupted run in the folder and start over
    #[arg(long, conflicts_with = "resume")]
    pub fresh: bool,
}

impl WorkArgs {
    /// Returns what `run` and `compare` do with results that are in the folder `out` already. The same work is continued, or
    /// reported if it is finished. It is played again if its `rows` are missing, as in records of this repository.
    pub(super) fn continuing_mode(&self, out: &Path, rows: &str) -> Mode {
        let has_no_rows = out.join(manifest::NAME).exists() && !unfinished(out) && !out.join(rows).exists();
        if has_no_rows || self.fresh { self.mode() } else { Mode::Resume }
    }

    /// Returns what to do with results that are in the folder already.
    pub(super) fn mode(&self) -> Mode {
        match (self.resume, self.fresh) {
            (true, _) => Mode::Resume,
            (_, true) => Mode::Fresh,
            _ => Mode::Begin,
        }
    }
}

/// The flag `--set` of verbs that take only rule options.
#[derive(Args, Clone)]
pub(super) struct RuleArgs {
    /// Set a rule option, such as game.rules.then_chain=right; `ergo games` lists all (repeatable)
    #[arg(long, value_name = "game.rules.KEY=VALUE", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
}

/// Parses `KEY=VALUE`.
pub(super) fn key_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => Ok((key.trim().to_owned(), value.trim().to_owned())),
        _ => Err("expected KEY=VALUE".to_owned()),
    }
}
