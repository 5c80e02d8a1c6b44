//! Snapshots of eight small runs: every row of `summary.csv`, the header of every CSV file, and digests of the rows.
//!
//! Together they cover arms, targets, tables that differ in one entrant, faults, a design, a one-deal run, repeated
//! deterministic matches and the four main games. `UPDATE_SNAPSHOTS=1 cargo test -p ergo-lab --test runs summaries` writes
//! the snapshots; changes of them belong in the changelog.

use std::fs;
use std::path::Path;

use crate::common::{difference, done, ergo, root, tempdir};
use ergo_lab::digest;

/// Files whose bytes are fixed, not only their columns.
const ROWS: [&str; 4] = ["arms.csv", "matches.csv", "rounds.csv", "seats.csv"];

/// Describes each CSV file in `folder` and its `plots` in a line: name, header, and for rows the digest.
fn files(folder: &Path) -> String {
    let mut lines = Vec::new();
    for (below, within) in [("", folder.to_owned()), ("plots/", folder.join("plots"))] {
        for entry in fs::read_dir(&within).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.extension().is_some_and(|kind| kind == "csv") {
                let text = fs::read_to_string(&path).unwrap();
                let digest = if ROWS.contains(&&*name) { digest::of_text(&text) } else { String::new() };
                lines.push(format!("{below}{name} {} {digest}", text.lines().next().unwrap_or_default()));
            }
        }
    }
    lines.sort();
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

#[test]
fn eight_small_runs_write_the_same_summaries() {
    let snapshots = root().join("harness/tests/reference/summaries");
    let mut experiments: Vec<_> = fs::read_dir(&snapshots).unwrap().map(|entry| entry.unwrap().path()).collect();
    experiments.retain(|path| path.extension().is_some_and(|kind| kind == "toml"));
    experiments.sort();
    assert_eq!(experiments.len(), 8);
    let (out, mut differing) = (tempdir().unwrap(), Vec::new());
    for experiment in experiments {
        let folder = out.path().join(experiment.file_stem().unwrap());
        done(&ergo().arg("run").arg(&experiment).arg("--out").arg(&folder).output().unwrap());
        let summary = fs::read_to_string(folder.join("summary.csv")).unwrap();
        differing.extend(difference(&experiment.with_extension("csv"), &summary));
        differing.extend(difference(&experiment.with_extension("files"), &files(&folder)));
    }
    assert!(differing.is_empty(), "{}", differing.join("\n\n"));
}
