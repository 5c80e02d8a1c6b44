//! Records that do not keep their rows: `diff` compares their summaries, and other verbs name the command that plays the rows again.

use std::fs;
use std::path::Path;

use crate::common::{complaint, copy, done, printed, refused, root, run, tempdir, toy};

/// Copies a shipped record into `folder` without the row files that a run on this machine may have left beside it.
fn record(folder: &Path, name: &str) -> String {
    let copied = folder.join(name);
    if !copied.exists() {
        copy(&root().join("results").join(name), &copied);
        for rows in ["rounds", "seats", "matches", "cards", "agency", "skill", "blocks"] {
            let _ = fs::remove_file(copied.join(format!("{rows}.csv")));
        }
    }
    copied.to_str().unwrap().to_owned()
}

#[test]
fn diff_compares_shipped_records_by_their_summaries() {
    let folder = tempdir().unwrap();
    let record = |name: &str| record(folder.path(), name);
    // The printed rules with other seeds: nothing differs.
    for (a, b) in [("agency", "course"), ("better-deck", "card-counts"), ("philosophia-seats", "philosophia")] {
        let output = run(&["diff", &record(a), &record(b)]);
        done(&output);
        let text = printed(&output);
        let found = text.lines().find(|line| line.contains("from the intervals in summary.csv")).unwrap();
        assert!(found.starts_with("0 of ") && !found.starts_with("0 of 0 "), "{a}, {b}: {text}");
        let said = complaint(&output);
        let hints: Vec<&str> = said.lines().filter(|line| line.contains("does not keep blocks.csv")).collect();
        assert_eq!(hints.len(), 2, "{a}, {b}: {text}");
        for hint in hints {
            assert!(hint.contains("ergo run ") && hint.contains("/experiment.toml --out /tmp/"), "{hint}");
            assert!(hint.contains(" matches; ") && hint.ends_with(" when recorded)"), "{hint}");
        }
    }
    let text = printed(&run(&["diff", &record("smoke"), &record("first-tournament")]));
    assert!(text.contains("no measure in common") && !text.contains("play it again"), "{text}");
    let json: serde_json::Value =
        serde_json::from_str(&printed(&run(&["diff", &record("luck"), &record("luck"), "--json"]))).unwrap();
    assert_eq!((&json["basis"], &json["paired"]), (&"summaries".into(), &false.into()));
}

/// The comparison by intervals agrees with the comparison by independent deals.
#[test]
fn diff_by_summaries_agrees_with_diff_by_deals() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("x.toml"), toy("goofspiel", 300)).unwrap();
    for (out, set) in [("a", "seed=1"), ("b", "seed=2")] {
        let set = ["--set", set, "--set", "entrant.two.agent.kind=flat", "--set", "entrant.two.agent.iterations=3"];
        done(&run(&[&["run", &path("x.toml"), "--out", &path(out)][..], &set].concat()));
    }
    let differences = || -> Vec<(String, [f64; 4])> {
        let text = printed(&run(&["diff", &path("a"), &path("b"), "--all", "--json"]));
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        let row = |row: &serde_json::Value| {
            let name = format!("{} {} {}", row["table"], row["of"], row["measure"]);
            (name, ["difference", "low", "high", "p"].map(|key| row[key].as_f64().unwrap_or(f64::NAN)))
        };
        json["differences"].as_array().unwrap().iter().map(row).collect()
    };
    let by_deals = differences();
    fs::remove_file(path("a/blocks.csv")).unwrap();
    let by_summaries = differences();
    let mut compared = 0;
    for (name, [difference, low, high, p]) in &by_summaries {
        let Some((_, other)) = by_deals.iter().find(|(other, _)| other == name) else { continue };
        if other.iter().all(|value| value.is_finite()) && *p > 1e-6 {
            let width = other[2] - other[1];
            assert!((difference - other[0]).abs() < 1e-5, "{name}");
            assert!((low - other[1]).abs() < 0.05 * width && (high - other[2]).abs() < 0.05 * width, "{name}");
            assert!((p - other[3]).abs() < 0.03, "{name}: {p}, by deals {}", other[3]);
            compared += 1;
        }
    }
    assert!(compared >= 5, "{by_summaries:?}\n{by_deals:?}");
}

#[test]
fn propose_and_report_name_the_command_that_plays_the_rows() {
    let folder = tempdir().unwrap();
    let out = folder.path().join("out").to_str().unwrap().to_owned();
    let record = |name: &str| record(folder.path(), name);
    let hint = "/experiment.toml --out /tmp/card-counts (27,864 matches; ";
    let command = format!("ergo run {}{hint}", record("card-counts"));
    refused(&run(&["propose", &record("card-counts"), "--out", &out]), &["rounds.csv", "not kept", &command]);
    // Playing the rows would not help a record without a design or targets.
    for (name, expected) in [("readings", "design: missing"), ("smoke", "design: missing"), ("luck", "design: missing")]
    {
        let output = run(&["propose", &record(name), "--out", &out]);
        refused(&output, &[expected]);
        assert!(!complaint(&output).contains("ergo run"), "{}", complaint(&output));
    }
    let copied = folder.path().join("not cards");
    fs::rename(record("not-cards"), &copied).unwrap();
    let output = run(&["report", copied.to_str().unwrap()]);
    refused(&output, &["rounds.csv", "not kept", "81,000 matches", "--out '/tmp/not cards'"]);
}
