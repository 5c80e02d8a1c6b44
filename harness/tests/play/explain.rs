//! `ergo replay --explain` on the command line.

use std::fs;
use std::path::Path;

use crate::common::{complaint, run, tempdir};

/// Plays a match between `agents` and returns the path of its transcripts.
fn record(folder: &Path, game: &str, agents: [&str; 2]) -> String {
    let file = folder.join("one.toml");
    let text = format!(
        "question = \"?\"\nseed = 5\n[game]\nname = \"{game}\"\n[[entrant]]\nname = \"a\"\nagent = {{ {} }}\n[[entrant]]\n\
         name = \"b\"\nagent = {{ {} }}\n[schedule]\ntables = [[\"a\", \"b\"]]\ndeals = 1\n[output]\ntranscripts = true\n",
        agents[0], agents[1]
    );
    fs::write(&file, text).unwrap();
    let out = folder.join("out");
    let ran = run(&["run", file.to_str().unwrap(), "--fresh", "--out", out.to_str().unwrap()]);
    assert_eq!(ran.status.code(), Some(0), "{}", complaint(&ran));
    out.join("transcripts.jsonl").to_str().unwrap().to_owned()
}

fn decisions(transcripts: &str, more: &[&str]) -> Vec<serde_json::Value> {
    let output = run(&[&["replay", transcripts, "--match", "1", "--explain", "--json"], more].concat());
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Each decision has the observation, the candidates including the choice, and those of a search that sees all cards.
#[test]
fn every_decision_is_explained() {
    let folder = tempdir().unwrap();
    let agents = ["kind = \"ismcts\", iterations = 40", "kind = \"td\""];
    let transcripts = record(folder.path(), "ergo", agents);
    let found = decisions(&transcripts, &["--decision", "1"]);
    let [first] = &found[..] else { panic!("{found:?}") };
    assert_eq!((first["decision"].as_u64(), first["seat"].as_u64()), (Some(1), Some(1)));
    assert_eq!(first["saw"]["seat"], first["seat"]);
    let weighed = first["weighed"]["candidates"].as_array().unwrap();
    let visits: u64 = weighed.iter().map(|candidate| candidate["visits"].as_u64().unwrap()).sum();
    assert_eq!(visits, 40);
    let chose = first["chose"].as_str().unwrap();
    assert!(weighed.iter().any(|candidate| candidate["text"].as_str().unwrap().starts_with(chose)));
    assert!(!first["all_seeing"]["candidates"].as_array().unwrap().is_empty());

    // The net chooses the best candidate.
    let decided = |decision: &serde_json::Value| decision["entrant"] == "b" && decision["carries_out"] == false;
    let number = (2..8).find(|number| decided(&decisions(&transcripts, &["--decision", &number.to_string()])[0]));
    let found = decisions(&transcripts, &["--decision", &number.unwrap().to_string()]);
    let best = &found[0]["weighed"]["candidates"][0];
    let values = found[0]["weighed"]["candidates"].as_array().unwrap().iter();
    assert!(values.clone().count() > 5);
    let equals = values.filter(|candidate| candidate["value"] == best["value"]);
    let chose = found[0]["chose"].as_str().unwrap();
    assert!(equals.clone().any(|candidate| candidate["text"].as_str().unwrap().contains(chose)));
}

/// Replay and `--decision` number decisions in the same way.
#[test]
fn replay_in_words_and_explanations_number_decisions_alike() {
    let folder = tempdir().unwrap();
    let transcripts = record(folder.path(), "ergo", ["kind = \"random\"", "kind = \"random\""]);
    let told = String::from_utf8(run(&["replay", &transcripts, "--match", "1"]).stdout).unwrap();
    let decision = |line: &str| match line.split_whitespace().collect::<Vec<_>>()[..] {
        [number, "seat", seat, action, ..] => Some([number, seat, action].map(str::to_owned)),
        _ => None,
    };
    let all: Vec<_> = told.lines().filter_map(decision).collect();
    assert!(all.len() > 20, "{told}");
    for [number, seat, action] in [&all[0], &all[1], &all[all.len() / 2], all.last().unwrap()] {
        let found = &decisions(&transcripts, &["--decision", number])[0];
        assert_eq!(["decision", "seat"].map(|key| found[key].to_string()), [number.clone(), seat.clone()]);
        assert_eq!(found["chose"], **action);
    }
    let [last, seat, _] = all.last().unwrap();
    let output = run(&["replay", &transcripts, "--match", "1", "--explain", "--decision", last]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.starts_with(&format!("Decision {last} (round ")) && said.contains(&format!(": seat {seat}, ")),
        "{said}"
    );
}

/// Every game can be explained; a transcript of other bots cannot.
#[test]
fn toys_are_explained_and_a_false_record_is_refused() {
    let folder = tempdir().unwrap();
    let transcripts = record(folder.path(), "tic-tac-toe", ["kind = \"mcts\", iterations = 50", "kind = \"random\""]);
    let found = decisions(&transcripts, &[]);
    assert!(found.len() >= 5 && found.iter().all(|decision| decision["carries_out"] == false));
    assert_eq!(found[0]["weighed"]["candidates"].as_array().unwrap().len(), 9);
    assert!(found[1]["weighed"].is_null());

    let refused = |more: &[&str], what: &str| {
        let output = run(&[&["replay", transcripts.as_str(), "--match", "1", "--explain"], more].concat());
        let said = complaint(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(what) && said.lines().count() == 1, "{said}");
    };
    refused(&["--decision", "99"], "expected 1 to");
    let experiment = Path::new(&transcripts).with_file_name("experiment.toml");
    let text = fs::read_to_string(&experiment).unwrap();
    fs::write(&experiment, text.replace("iterations = 50", "iterations = 1")).unwrap();
    refused(&[], "its digest is not the one in manifest.json");
    // Without a manifest the bots are asked, and their choices differ.
    fs::remove_file(experiment.with_file_name("manifest.json")).unwrap();
    refused(&[], "differs when the match is repeated");
    fs::write(&experiment, text.replace("seed = 5", "seed = 6")).unwrap();
    refused(&[], "differs from the record");
}
