//! Runs with programs that are not repeatable: verification from the record, and concurrent matches.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::common::test_folder::TestFolder;
use crate::common::{complaint, copy, done, has, printed, rows, run};
use ergo_lab::digest::of_text;
use serde_json::Value;

/// A bot with random choices that no seed determines. Its arguments are the seconds before each answer, a mode, and a file in which it
/// counts its starts. A second file, with the ending `.answers`, gets the number of answers in each match.
const MOCK: &str = r#"
import json, random, sys, time
wait, mode = float(sys.argv[1]), sys.argv[2]
open(sys.argv[3], "a").write("x")
chance, asked = random.SystemRandom(), 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        asked = 0
        print('{"type":"ready","name":"mock"}', flush=True)
    elif message["type"] == "decide":
        time.sleep(wait)
        asked += 1
        legal = len(message["legal"])
        action = sum(line.encode()) % legal if mode == "same" else chance.randrange(legal)
        if asked == 2 and mode == "illegal":
            action = 999
        if asked == 2 and mode == "dies":
            sys.exit(3)
        if asked == 2 and mode == "silent":
            time.sleep(60)
        print(json.dumps({"id": message["id"], "action": action}), flush=True)
open(sys.argv[3] + ".answers", "a").write(f"{asked}\n")
"#;

/// Returns the agent settings of the mock.
fn mock(place: &TestFolder, wait: f64, mode: &str, more: &str) -> String {
    let script = place.file("mock.py");
    fs::write(&script, MOCK).unwrap();
    let command = format!("python3 {} {wait} {mode} {}", script.display(), place.file("starts").display());
    format!("kind = \"process\", command = \"{command}\", start_ms = 60000{more}")
}

const UNREPEATABLE: &str = ", move_ms = 60000, repeatable = false";

/// Writes an experiment with these agents and this schedule. Returns its path.
fn experiment(place: &TestFolder, game: &str, agents: &[(&str, &str)], schedule: &str) -> String {
    let mut text = format!("question = \"Who wins?\"\nseed = 7\n[game]\n{game}\n");
    for (name, agent) in agents {
        text += &format!("[[entrant]]\nname = \"{name}\"\nagent = {{ {agent} }}\n");
    }
    let path = place.file("experiment.toml");
    fs::write(&path, format!("{text}[schedule]\n{schedule}\n")).unwrap();
    path.to_str().unwrap().to_owned()
}

const ROUND: &str = "name = \"ergo\"\nrules.max_rounds = 1";
const TABLES: &str = "tables = [[\"mock\", \"greedy\"], [\"mock\", \"random\"], [\"greedy\", \"random\"]]\ndeals = 3";

fn starts(place: &TestFolder) -> usize {
    fs::read(place.file("starts")).unwrap().len()
}

/// Changes the line `line`, from 1, of a file, and updates its digest in the manifest so that the change cannot be seen there.
fn forge(folder: &Path, name: &str, line: usize, change: impl Fn(&str) -> String) {
    let path = folder.join(name);
    let text = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let changed = change(&lines[line - 1]);
    assert_ne!(changed, lines[line - 1]);
    lines[line - 1] = changed;
    let forged = lines.join("\n") + "\n";
    fs::write(&path, &forged).unwrap();
    let manifest = folder.join("manifest.json");
    let mut record: Value = serde_json::from_str(&fs::read_to_string(&manifest).unwrap()).unwrap();
    let files = record["files"].as_array_mut().unwrap();
    let entry = files.iter_mut().find(|file| file["name"] == name).unwrap();
    entry["sha256"] = of_text(&forged).into();
    entry["bytes"] = forged.len().into();
    record.as_object_mut().unwrap().remove("sum");
    fs::write(&manifest, record.to_string()).unwrap();
}

/// Asserts that verification of the folder fails, and that the line about `file` contains `words`.
#[track_caller]
fn assert_differs(folder: &Path, file: &str, words: &[&str]) {
    let output = run(&["verify", folder.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "{}", complaint(&output));
    let shown = printed(&output);
    let found =
        shown.lines().find(|line| line.starts_with(&format!("DIFFERS  {file}: "))).unwrap_or_else(|| panic!("{shown}"));
    for word in words {
        assert!(found.contains(word), "no {word:?} in {found}");
    }
}

#[test]
fn run_with_unrepeatable_program_is_verified_from_its_record() {
    if !has(&["python3", "--version"], "run_with_unrepeatable_program_is_verified_from_its_record") {
        return;
    }
    let place = TestFolder::new();
    let program = mock(&place, 0.0, "chance", UNREPEATABLE);
    let agents = [("mock", &*program), ("greedy", "kind = \"greedy\""), ("random", "kind = \"random\"")];
    let out = place.run("out", &experiment(&place, ROUND, &agents, TABLES), &[]);
    let manifest: Value = serde_json::from_str(&fs::read_to_string(out.join("manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["unrepeatable"], serde_json::json!(["mock"]));
    assert!(fs::read_to_string(out.join("experiment.toml")).unwrap().contains("transcripts = true"));
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(report.contains("Answers of mock cannot be repeated"), "{report}");

    let started = starts(&place);
    let folder = out.to_str().unwrap();
    let verified = run(&["verify", folder, "--json"]);
    done(&verified);
    let document: Value = serde_json::from_str(&printed(&verified)).unwrap();
    let decisions = |list: &str, name: &str| {
        let all = document[list].as_array().unwrap();
        all.iter().find(|one| one["entrant"] == name).and_then(|one| one["decisions"].as_u64())
    };
    let recorded = rows(&out, "matches.csv");
    let all: u64 = (0..recorded.len()).step_by(2).map(|i| recorded[i]["decisions"].parse::<u64>().unwrap()).sum();
    let counts = [("asked_again", "greedy"), ("asked_again", "random"), ("from_record", "mock")];
    let counted: u64 = counts.iter().map(|(list, name)| decisions(list, name).unwrap()).sum();
    assert_eq!(counted, all);
    let conclusion = document["conclusion"].as_str().unwrap();
    assert!(conclusion.contains("18 matches, every action checked") && conclusion.contains("of mock"), "{conclusion}");
    assert!(printed(&run(&["verify", folder])).contains(conclusion));
    assert_eq!(starts(&place), started, "the program was started again");
    done(&run(&["replay", &format!("{folder}/transcripts.jsonl"), "--match", "1"]));

    // One changed action, row or total, with and without the new digest in the manifest.
    let changed_copy = |name: &str, line: usize, change: &dyn Fn(&str) -> String, is_forged: bool| {
        let changed = place.file("changed");
        let _ = fs::remove_dir_all(&changed);
        copy(&out, &changed);
        let record = fs::read(changed.join("manifest.json")).unwrap();
        forge(&changed, name, line, change);
        if !is_forged {
            fs::write(changed.join("manifest.json"), record).unwrap();
        }
        changed
    };
    let last = |text: &str| {
        let (before, rest) = text.split_once("\",\"fault\"").unwrap();
        format!("{}\",\"fault\"{rest}", before.rsplit_once(' ').unwrap().0)
    };
    let winner = |text: &str| text.replacen(",1,", ",7,", 1);
    for is_forged in [false, true] {
        assert_differs(
            &changed_copy("transcripts.jsonl", 5, &last, is_forged),
            "transcripts.jsonl",
            &["line 5", "end before the match"],
        );
        assert_differs(&changed_copy("rounds.csv", 4, &winner, is_forged), "rounds.csv", &["line 4", "expected"]);
        let total = |text: &str| text.replacen("0.", "1.", 1);
        let summary = fs::read_to_string(out.join("summary.csv")).unwrap();
        let line = 1 + summary.lines().position(|line| line.contains(",0.")).unwrap();
        assert_differs(
            &changed_copy("summary.csv", line, &total, is_forged),
            "summary.csv",
            &[&format!("line {line}:")],
        );
    }
    let deleted = changed_copy("transcripts.jsonl", 3, &|_| "{}".to_owned(), true);
    assert_differs(&deleted, "transcripts.jsonl", &["line 3", "missing field"]);
    fs::remove_file(out.join("transcripts.jsonl")).unwrap();
    let output = run(&["verify", folder]);
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("\"mock\" has the setting repeatable = false"), "{}", complaint(&output));
    place.assert_no_process_left();
}

#[test]
fn changed_choice_of_repeatable_bot_is_caught() {
    if !has(&["python3", "--version"], "changed_choice_of_repeatable_bot_is_caught") {
        return;
    }
    let place = TestFolder::new();
    let program = mock(&place, 0.0, "chance", UNREPEATABLE);
    let agents = [("mock", &*program), ("random", "kind = \"random\"")];
    let tables = "tables = [[\"mock\", \"random\"]]\ndeals = 8";
    let out = place.run("out", &experiment(&place, "name = \"tic-tac-toe\"", &agents, tables), &[]);
    done(&run(&["verify", out.to_str().unwrap()]));
    let text = fs::read_to_string(out.join("transcripts.jsonl")).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // A match that the bot starts and in which a cell stays free. That cell is another legal first action.
    let cells = printed(&run(&["position", "tic-tac-toe"]));
    let cells: Value = serde_json::from_str(&cells).unwrap();
    let cells: Vec<&str> = cells["legal"].as_array().unwrap().iter().map(|cell| cell.as_str().unwrap()).collect();
    let found = lines.iter().zip(1..).find_map(|(line, number)| {
        let actions: Vec<&str> = line["actions"].as_str().unwrap().split(' ').collect();
        let free = cells.iter().find(|cell| !actions.contains(cell))?;
        (line["seats"][0] == "random").then(|| (number, actions[0].to_owned(), (*free).to_owned()))
    });
    let (number, first, free) = found.expect("some match leaves a cell free");
    // The digest of the line is updated as well.
    let change = |line: &str| {
        let (inner, _) = line.rsplit_once(",\"sha256\"").unwrap();
        let changed =
            format!("{inner}}}").replace(&format!("\"actions\":\"{first} "), &format!("\"actions\":\"{free} "));
        let inner = changed.strip_suffix('}').unwrap();
        format!("{inner},\"sha256\":\"{}\"}}", of_text(&changed))
    };
    forge(&out, "transcripts.jsonl", number, change);
    let asked = format!("line {number}: decision 1, seat 1: asked again it chooses \"{first}\", not \"{free}\"");
    assert_differs(&out, "transcripts.jsonl", &[&asked]);
}

#[test]
fn faults_are_replayed_as_recorded() {
    if !has(&["python3", "--version"], "faults_are_replayed_as_recorded") {
        return;
    }
    let place = TestFolder::new();
    let hasty = ", move_ms = 400, repeatable = false";
    let [illegal, dies] = ["illegal", "dies"].map(|mode| mock(&place, 0.0, mode, UNREPEATABLE));
    let silent = mock(&place, 0.0, "silent", hasty);
    let agents = [("illegal", &*illegal), ("dies", &*dies), ("silent", &*silent), ("random", "kind = \"random\"")];
    let schedule = "form = \"gauntlet\"\nfocal = \"random\"\npool = [\"illegal\", \"dies\", \"silent\"]\nseats = 2\ndeals = 2\nfaults = \"count\"";
    let out = place.run("out", &experiment(&place, "name = \"tic-tac-toe\"", &agents, schedule), &[]);
    let faults: Vec<String> = rows(&out, "matches.csv").iter().map(|row| row["fault"].clone()).collect();
    for (fault, count) in [("illegal", 4), ("died", 4), ("timeout", 4)] {
        assert_eq!(faults.iter().filter(|found| *found == fault).count(), count, "{fault} in {faults:?}");
    }
    let verified = run(&["verify", out.to_str().unwrap()]);
    done(&verified);
    assert!(printed(&verified).contains("8 decisions of illegal"), "{}", printed(&verified));
    forge(&out, "transcripts.jsonl", 1, |line| line.replace("\"illegal\"}", "\"garbage\"}"));
    assert_differs(&out, "transcripts.jsonl", &["line 1"]);
    place.assert_no_process_left();
}

#[test]
fn repeatable_program_is_asked_again_only_with_run_programs() {
    if !has(&["python3", "--version"], "repeatable_program_is_asked_again_only_with_run_programs") {
        return;
    }
    let place = TestFolder::new();
    let [chance, same] =
        [("chance", UNREPEATABLE), ("same", ", move_ms = 60000")].map(|(mode, more)| mock(&place, 0.0, mode, more));
    let agents = [("chance", &*chance), ("same", &*same)];
    let out = place.run(
        "out",
        &experiment(&place, "name = \"tic-tac-toe\"", &agents, "tables = [[\"chance\", \"same\"]]\ndeals = 3"),
        &[],
    );
    let shown = |more: &[&str]| {
        let output = run(&[&["verify", out.to_str().unwrap()], more].concat());
        done(&output);
        printed(&output)
    };
    let before = starts(&place);
    assert!(!shown(&[]).contains("asked again") && starts(&place) == before);
    let again = shown(&["--run-programs"]);
    assert!(again.contains("asked again: ") && again.contains("decisions of same. Taken"), "{again}");
    assert_eq!(starts(&place), before + 6);
}

#[test]
fn rows_do_not_depend_on_concurrency() {
    if !has(&["python3", "--version"], "rows_do_not_depend_on_concurrency") {
        return;
    }
    let place = TestFolder::new();
    let program = mock(&place, 0.002, "same", ", move_ms = 60000, reuse = true");
    let agents = [("mock", &*program), ("greedy", "kind = \"greedy\""), ("random", "kind = \"random\"")];
    let file = experiment(&place, ROUND, &agents, &TABLES.replace("deals = 3", "deals = 12"));
    let file = file.as_str();
    let outs: Vec<PathBuf> = ["1", "8", "64"]
        .iter()
        .map(|number| place.run(number, file, &["--set", "output.transcripts=true", "--concurrency", number]))
        .collect();
    for out in &outs[1..] {
        assert_same_files(&outs[0], out);
    }
    // The key is written to the experiment, and it does not change the rows either.
    let by_key = place.run("key", file, &["--set", "output.transcripts=true", "--set", "schedule.concurrency=5"]);
    assert!(fs::read_to_string(by_key.join("experiment.toml")).unwrap().contains("concurrency = 5"));
    assert!(fs::read(by_key.join("rounds.csv")).unwrap() == fs::read(outs[0].join("rounds.csv")).unwrap());
    place.assert_no_process_left();
}

/// Asserts that two results folders have equal files, except for the manifest and the logs of programs.
fn assert_same_files(one: &Path, other: &Path) {
    let names: Vec<_> = fs::read_dir(one).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    for name in names.iter().filter(|name| *name != "manifest.json" && one.join(name).is_file()) {
        assert!(fs::read(one.join(name)).unwrap() == fs::read(other.join(name)).unwrap(), "{name:?}");
    }
}

/// With `ERGO_STRICT_TIMES` longer matches are played, and the bound is 1.3 times the ideal time: for an idle machine.
#[test]
fn concurrent_waiting_programs_take_as_long_as_one() {
    if !has(&["python3", "--version"], "concurrent_waiting_programs_take_as_long_as_one") {
        return;
    }
    const WAIT: f64 = 0.2;
    let place = TestFolder::new();
    let program = mock(&place, WAIT, "chance", UNREPEATABLE);
    let agents = [("mock", &*program), ("random", "kind = \"random\"")];
    let is_strict = std::env::var_os("ERGO_STRICT_TIMES").is_some();
    let (rounds, most) = if is_strict { (5, 1.3) } else { (2, 4.0) };
    let game = format!("name = \"ergo\"\nrules.max_rounds = {rounds}");
    let file = experiment(&place, &game, &agents, "tables = [[\"mock\", \"random\"]]\ndeals = 32");
    // On a busy machine the processes wait for a processor, too, and so another attempt may show it.
    let ratio = |attempt: u32| {
        let begun = Instant::now();
        let out = place.run(&format!("out{attempt}"), &file, &["--threads", "2", "--concurrency", "64"]);
        let seconds = begun.elapsed().as_secs_f64();
        let text = fs::read_to_string(out.join("transcripts.jsonl")).unwrap();
        assert_eq!(text.lines().count(), 64);
        let verified: Value =
            serde_json::from_str(&printed(&run(&["verify", out.to_str().unwrap(), "--json"]))).unwrap();
        let answers = fs::read_to_string(place.file("starts.answers")).unwrap();
        let answers: Vec<u64> = answers.lines().map(|count| count.parse().unwrap()).collect();
        fs::remove_file(place.file("starts.answers")).unwrap();
        let all: u64 = answers.iter().sum();
        assert_eq!(verified["from_record"][0]["decisions"], all);
        let longest = *answers.iter().max().unwrap();
        // All 64 matches wait at the same time, so the longest match is the minimum run time.
        let ideal = WAIT * longest as f64;
        println!("{all} answers in {seconds:.2} s, ideally {ideal:.2} s");
        seconds / ideal
    };
    assert!((1..=3).any(|attempt| ratio(attempt) < most), "64 waiting seats take too long");
    place.assert_no_process_left();
}
