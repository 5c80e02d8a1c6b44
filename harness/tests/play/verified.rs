//! Tests `ergo verify` for records of matches with people: agents are asked again, and the choices of the person come from the record.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use crate::common::{complaint, done, ergo, printed, refused, run, tempdir};

/// Plays with `ergo play`: chooses the first free cells in order, for at most `turns` turns.
fn play(out: &Path, arguments: &[&str], turns: usize) {
    let mut command = ergo();
    command.arg("play").args(arguments).arg("--out").arg(out).stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    // The match may end before all input is read.
    let _ = child
        .stdin
        .take()
        .unwrap()
        .write_all((1..=turns).map(|cell| format!("{cell}\n\n")).collect::<String>().as_bytes());
    assert!(child.wait().unwrap().success());
}

/// Asserts that verification of the record fails, and that the output contains `words`.
#[track_caller]
fn assert_differs(file: &Path, words: &[&str]) {
    let output = run(&["verify", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "{}", complaint(&output));
    for word in words {
        assert!(printed(&output).contains(word), "no {word:?} in {}", printed(&output));
    }
}

#[test]
fn match_with_person_is_verified_from_its_record() {
    let folder = tempdir().unwrap();
    let record = folder.path().join("record.jsonl");
    play(&record, &["tic-tac-toe", "--against", "random", "--seed", "7"], 9);
    let text = fs::read_to_string(&record).unwrap();
    assert!(text.contains("\"master_seed\":7") && text.contains("\"result\":{\"scores\":"), "{text}");
    let verify = ["verify", record.to_str().unwrap()];
    let output = run(&verify);
    done(&output);
    let shown = printed(&output);
    assert!(
        shown.starts_with("same     record.jsonl\nPlayed again from the record: 1 match, every action checked"),
        "{shown}"
    );
    assert!(shown.contains("decisions of random. Taken from the record, not shown: "), "{shown}");
    let document: serde_json::Value =
        serde_json::from_str(&printed(&run(&[&verify[..], &["--json"]].concat()))).unwrap();
    assert_eq!(
        (&document["asked_again"][0]["entrant"], &document["from_record"][0]["entrant"]),
        (&"random".into(), &"person".into())
    );

    let changed = folder.path().join("changed.jsonl");
    let change = |from: &str, to: &str| {
        assert!(text.contains(from), "no {from} in {text}");
        fs::write(&changed, text.replacen(from, to, 1)).unwrap();
    };
    let actions = text.split("\"actions\":\"").nth(1).unwrap().split('"').next().unwrap();
    let cells: Vec<&str> = actions.split(' ').collect();
    // Change the first action of the person, an answer of the bot, the result, and another byte.
    change(actions, &[&[cells[1]], &cells[1..]].concat().join(" "));
    assert_differs(&changed, &["line 1: action 2", "not legal there"]);
    let free =
        ["1", "2", "3", "4", "5", "6", "7", "8", "9"].into_iter().find(|cell| !cells[..4].contains(cell)).unwrap();
    change(actions, &[&cells[..1], &[free], &cells[2..]].concat().join(" "));
    assert_differs(&changed, &["line 1: decision 2, seat 2: asked again it chooses"]);
    change("\"winners\":[", "\"winners\":[2,");
    assert_differs(&changed, &["line 1: ", "expected"]);
    change("\"deal\":1", "\"deal\":2");
    assert_differs(&changed, &["line 1: ", "expected"]);
}

#[test]
fn unfinished_and_older_records_are_verified_partly() {
    let folder = tempdir().unwrap();
    let record = folder.path().join("record.jsonl");
    play(&record, &["tic-tac-toe", "--against", "random", "--seed", "7"], 1);
    let output = run(&["verify", record.to_str().unwrap()]);
    done(&output);
    assert!(printed(&output).ends_with("The match was left before its end.\n"), "{}", printed(&output));
    // A record of an earlier version has no master seed.
    let text = fs::read_to_string(&record).unwrap();
    let (older, _) = text.split_once(",\"master_seed\"").unwrap();
    fs::write(&record, format!("{older}}}\n")).unwrap();
    let output = run(&["verify", record.to_str().unwrap()]);
    done(&output);
    assert!(!printed(&output).contains("asked again"), "{}", printed(&output));
    fs::write(&record, text.replace("\"arm\":\"play\"", "\"arm\":\"base\"")).unwrap();
    refused(&run(&["verify", record.to_str().unwrap()]), &["record.jsonl", "expected a results folder, or the record"]);
}
