//! Finished runs: verify, report, listings, and deals shared by all tables and agents.

use std::fs;

use super::bytes::{experiment, path};
use crate::common::{done, refused, run, toy};
use ergo_lab::digest::of_bytes;

#[test]
fn verify_finds_a_changed_byte_whose_digest_was_changed_too() {
    let (folder, file) = experiment(&toy("kuhn-poker", 200));
    let (results, out) = path(&folder, "out");
    done(&run(&["run", &file, "--out", &out]));
    done(&run(&["verify", &out]));
    for name in ["rounds.csv", "summary.csv", "report.md"] {
        let path = results.join(name);
        let good = fs::read(&path).unwrap();
        let mut bad = good.clone();
        let middle = bad.len() / 2;
        bad[middle] ^= 1;
        fs::write(&path, &bad).unwrap();
        let manifest = fs::read_to_string(results.join("manifest.json")).unwrap();
        assert!(manifest.contains(&of_bytes(&good)));
        fs::write(results.join("manifest.json"), manifest.replace(&of_bytes(&good), &of_bytes(&bad))).unwrap();
        assert_eq!(run(&["verify", &out]).status.code(), Some(1), "{name} with its digest");
        fs::write(results.join("manifest.json"), manifest).unwrap();
        fs::write(&path, &good).unwrap();
    }
    // A missing file is checked by its digest.
    fs::remove_file(results.join("rounds.csv")).unwrap();
    let output = run(&["verify", &out]);
    done(&output);
    assert!(String::from_utf8(output.stdout).unwrap().contains("rounds.csv (by digest"));
    refused(&run(&["report", &out]), &["rounds.csv"]);
}

#[test]
fn the_report_is_a_function_of_the_rows() {
    let (folder, file) = experiment(&toy("kuhn-poker", 200));
    let (results, out) = path(&folder, "out");
    done(&run(&["run", &file, "--out", &out]));
    let report = fs::read(results.join("report.md")).unwrap();
    let summary = fs::read(results.join("summary.csv")).unwrap();
    fs::write(results.join("report.md"), "lost").unwrap();
    fs::remove_file(results.join("summary.csv")).unwrap();
    done(&run(&["report", &out]));
    assert!(fs::read(results.join("report.md")).unwrap() == report);
    assert!(fs::read(results.join("summary.csv")).unwrap() == summary);
    done(&run(&["verify", &out]));
    fs::write(results.join("rounds.csv"), "arm,match\nbase,one\n").unwrap();
    refused(&run(&["report", &out]), &["rounds.csv", "digest", "--rows-changed"]);
    refused(&run(&["report", &out, "--rows-changed"]), &["rounds.csv", "line 2"]);
}

/// Deals must differ within a run, and must not depend on seatings, tables and agents.
#[test]
fn deals_differ_within_a_run_and_are_the_same_for_all_seatings_tables_and_agents() {
    let text = toy("kuhn-poker", 300).replace("[[\"one\", \"two\"]]", "[[\"one\", \"two\"], [\"two\", \"two\"]]");
    let (folder, file) = experiment(&text);
    let (results, out) = path(&folder, "out");
    done(&run(&["run", &file, "--out", &out]));
    let transcripts = fs::read_to_string(results.join("transcripts.jsonl")).unwrap();
    let mut seeds = std::collections::BTreeMap::new();
    let mut plays = std::collections::BTreeSet::new();
    for line in transcripts.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let deal = line["deal"].as_u64().unwrap();
        let seed = line["seed"].as_str().unwrap().to_owned();
        assert_eq!(*seeds.entry(deal).or_insert(seed.clone()), seed, "deal {deal}");
        plays.insert(line["actions"].as_str().unwrap().to_owned());
        let entrants = line["seats"].as_array().unwrap();
        let (first, rotation) = (entrants[0].as_str().unwrap(), line["rotation"].as_u64().unwrap());
        let table = if line["match"].as_u64().unwrap() <= 600 { ["one", "two"] } else { ["two", "two"] };
        assert_eq!(first, table[usize::from(rotation == 2)]);
    }
    let distinct: std::collections::BTreeSet<_> = seeds.values().collect();
    assert_eq!((seeds.len(), distinct.len()), (300, 300));
    assert!(plays.len() > 3, "random agents play in more than one way");
    // Another seed gives other deals.
    let (other, out) = path(&folder, "other");
    done(&run(&["run", &file, "--out", &out, "--set", "seed=12"]));
    assert!(fs::read(other.join("rounds.csv")).unwrap() != fs::read(results.join("rounds.csv")).unwrap());
}

#[test]
fn listings_and_completions_go_to_standard_output() {
    for (verb, word) in [("games", "kuhn-poker"), ("agents", "random")] {
        let output = run(&[verb]);
        done(&output);
        assert!(String::from_utf8(output.stdout).unwrap().contains(word));
    }
    let output = run(&["completions", "bash"]);
    done(&output);
    assert!(String::from_utf8(output.stdout).unwrap().contains("verify"));
    refused(&run(&["jugde"]), &["jugde", "--help"]);
    refused(&run(&["run", "--fresh"]), &["EXPERIMENT"]);
    refused(&run(&["run", "x.toml", "--threads", "0"]), &["--threads", "1..=1024"]);
}
