//! The command that plays the rows again that a record does not keep.

use anyhow::anyhow;
use ergo_harness::compare;
use ergo_harness::folder::EXPERIMENT;
use ergo_harness::manifest::Manifest;
use ergo_harness::report::count_noun;
use ergo_harness::results_dir::{ResultsDir, ResultsError};

use super::shared::quoted;
use crate::cost::format_duration;

/// Returns the command that repeats the run of `recorded` in another folder, with its matches and the time it took.
pub(super) fn replay_hint(recorded: &ResultsDir) -> String {
    let Manifest { command, matches, seconds, threads, .. } = &recorded.manifest;
    let path = recorded.path.canonicalize().unwrap_or_else(|_| recorded.path.clone());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // A comparison has no experiment that `ergo run` could play.
    let command = match compare::folder::is_comparison(&recorded.manifest) {
        true => command.clone(),
        false => format!("ergo run {}", quoted(&recorded.path.join(EXPERIMENT).to_string_lossy())),
    };
    let out = quoted(&format!("/tmp/{name}"));
    let (matches, threads) = (count_noun(*matches, "match"), count_noun(*threads as u64, "thread"));
    format!("{command} --out {out} ({matches}; {} with {threads} when recorded)", format_duration(*seconds))
}

/// Adds the command to the error about rows that `recorded` does not keep.
pub(super) fn with_replay_hint(error: ResultsError, recorded: &ResultsDir) -> anyhow::Error {
    match error {
        ResultsError::NotKept(_) => anyhow!("{error}; to play them: {}", replay_hint(recorded)),
        error => error.into(),
    }
}
