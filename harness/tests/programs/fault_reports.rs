//! The reports on failing bots: `run`, `compare` and `agents check` name the fault, the decision, the last line of standard
//! error and the log.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use crate::common::test_folder::{HASTY, LISTEN, PATIENT, TestFolder, process};
use crate::common::{complaint, done, printed};

/// Ways to fail: the end of the script, the limits, and the words that every report contains.
const WAYS: [(&str, &str, &[&str]); 6] = [
    (
        "answer() { echo oh dear >&2; exit 3; }; listen",
        PATIENT,
        &["died", "decision 1: died: ended (exit status: 3); last line of standard error: oh dear"],
    ),
    (
        "echo reading net >&2; sleep 1000",
        HASTY,
        &["timeout", "the start: ", "no answer within 400 ms; last line of standard error: reading net"],
    ),
    (
        "exec no-such-program",
        PATIENT,
        &["failed_to_start", "the start: ", "exit status: 127", "no-such-program: not found"],
    ),
    (
        r#"answer() { t=${line#*'"legal":["'}; echo "{\"id\":$id,\"action\":\"${t%%\"*}\"}"; }; listen"#,
        PATIENT,
        &[
            "garbage",
            "decision 1: garbage: ",
            "action is the text \"1\", whose index is 0, expected",
            "where action is a number",
        ],
    ),
    (
        "answer() { echo '{\"action\":0}'; }; listen",
        PATIENT,
        &["garbage", "decision 1: garbage: ", "id is missing, expected"],
    ),
    (
        "answer() { echo \"KeyError: 'results'\" >&2; exit 1; }; listen",
        PATIENT,
        &["died", "standard error: KeyError: 'results'", "hint: the setting results = true is missing"],
    ),
];

/// An experiment at tic-tac-toe in which `agent` forfeits its matches, and the text of its file.
fn experiment(place: &TestFolder, agent: &str, more: &str) -> String {
    let file = place.experiment("faults", agent, more);
    fs::write(&file, fs::read_to_string(&file).unwrap().replace("faults = \"count\"\n", "")).unwrap();
    file
}

/// Asserts that `said` contains `words` and names a log, which exists. Returns the log.
#[track_caller]
fn explained(said: &str, words: &[&str]) -> String {
    for word in words {
        assert!(said.contains(word), "no {word:?} in {said}");
    }
    let path = said.lines().find_map(|line| line.trim().strip_prefix("log: ")).unwrap_or_else(|| panic!("{said}"));
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn failing_bot_is_explained_by_every_verb() {
    let one_way = |(script, limits, words): (&str, &str, &[&str])| {
        let place = TestFolder::new();
        let bad = place.script("bad.sh", script);
        let file = experiment(&place, &process(&bad, limits), "");
        let out = place.file("out").to_str().unwrap().to_owned();
        let run = ["run", &file, "--out", &out, "--threads", "1"];
        for _ in ["new", "continued"] {
            let ended = place.ergo(&run).output().unwrap();
            assert_eq!(ended.status.code(), Some(1), "{}", complaint(&ended));
        }
        let fresh = place.ergo(&[&run[..], &["--fresh"]].concat()).output().unwrap();
        let log = explained(&complaint(&fresh), &[&["first fault of bad: match 1, seat 1, "][..], words].concat());
        assert!(log.starts_with("match 1, seat 1: "), "{log}");

        let agent = format!("process:command={bad}{}", limits.replace(" = ", "=").replace(", ", ","));
        let versus = place.file("versus").to_str().unwrap().to_owned();
        let compare = [
            "compare",
            "random",
            &agent,
            "--game",
            "tic-tac-toe",
            "--name",
            "alice",
            "--out",
            &versus,
            "--threads",
            "1",
        ];
        let ended = place.ergo(&compare).output().unwrap();
        assert_eq!(ended.status.code(), Some(1), "{}", complaint(&ended));
        let first = "alice forfeited its first 6 matches";
        let log = explained(&complaint(&ended), &[&[first, "first fault of alice: deal 1, "][..], words].concat());
        // Equal faults are written once and counted, although their decisions and answers differ.
        assert_eq!(log.matches(words[0]).count(), 2, "{log}");
        assert!(log.lines().last().unwrap().starts_with("repeated "), "{log}");

        let check = ["agents", "check", &bad, "--game", "tic-tac-toe"];
        let limits: Vec<String> =
            limits.split(", ").skip(1).flat_map(|set| ["--set".to_owned(), set.replace(" = ", "=")]).collect();
        let limits: Vec<&str> = limits.iter().map(String::as_str).collect();
        let checked = place.ergo(&[&check[..], &limits].concat()).env("TMPDIR", place.folder.path()).output().unwrap();
        assert_eq!(checked.status.code(), Some(1), "{}", complaint(&checked));
        explained(&(printed(&checked) + &complaint(&checked)), words);
    };
    std::thread::scope(|scope| {
        WAYS.chunks(3).for_each(|ways| drop(scope.spawn(move || ways.iter().copied().for_each(one_way))));
    });
}

#[test]
fn finished_run_with_forfeits_prints_the_first_fault() {
    let place = TestFolder::new();
    let bad = place
        .script("bad.sh", "answer() { [ $id = 2 ] && exit 7; echo \"{\\\"id\\\":$id,\\\"action\\\":0}\"; }; listen");
    let file = place.experiment("some", &process(&bad, PATIENT), "");
    let out = place.file("out");
    let ran = place.ergo(&["run", &file, "--out", out.to_str().unwrap(), "--threads", "1"]).output().unwrap();
    done(&ran);
    let said = complaint(&ran);
    let log = explained(&said, &["first fault of bad: match 1, seat 1, decision 3: died: ended (exit status: 7)"]);
    assert!(!said.contains("first fault of good"), "{said}");
    assert!(log.contains("match 1, seat 1: died at decision 2: ended (exit status: 7)"), "{log}");
    assert!(log.ends_with("repeated 3 times, last in match 4, seat 2: died at decision 2\n"), "{log}");
    // Nothing is played again, and the log is part of the finished folder.
    let again = place.ergo(&["run", &file, "--out", out.to_str().unwrap()]).output().unwrap();
    done(&again);
    assert!(complaint(&again).contains("finished earlier") && out.join("stderr/bad.log").exists());
    // A run that stops at a fault explains it, too.
    fs::write(&file, fs::read_to_string(&file).unwrap().replace("\"count\"", "\"stop\"")).unwrap();
    let stopped = place.ergo(&["run", &file, "--out", out.to_str().unwrap(), "--fresh"]).output().unwrap();
    assert_eq!(stopped.status.code(), Some(1));
    explained(&complaint(&stopped), &["the run stopped with 1 fault after match 1", "first fault of bad: match 1, "]);
}

#[test]
fn comparison_of_two_programs_names_the_one_that_fails() {
    let place = TestFolder::new();
    let (bad, good) = (place.script("bad.sh", "exit 3"), place.script("good.sh", "listen"));
    let agent =
        |name: &str, command: &str| format!("process:name={name},command={command},start_ms=60000,move_ms=60000");
    let out = place.file("out");
    let (bad, good) = (agent("carol", &bad), agent("dave", &good));
    let compare = ["compare", "--game", "tic-tac-toe", &bad, &good, "--threads", "1", "--out", out.to_str().unwrap()];
    for _ in ["new", "continued"] {
        let ended = place.ergo(&compare).output().unwrap();
        let log = explained(&complaint(&ended), &["carol"]);
        assert!(log.contains("failed_to_start at the start: ended (exit status: 3)"), "{log}");
    }
    let fresh = complaint(&place.ergo(&[&compare[..], &["--fresh"]].concat()).output().unwrap());
    assert!(fresh.contains(": carol forfeited its first 6 matches") && !fresh.contains("dave"), "{fresh}");
}

#[test]
fn logs_keep_different_faults_apart() {
    let place = TestFolder::new();
    // Matches 1 and 3 end with one status, 2 and 4 with another: the seat decides.
    let script = "ready() { case $line in *'\"seat\":1,'*) exit 21 ;; *) exit 22 ;; esac; }; listen";
    let file = place.experiment("two", &process(&place.script("bad.sh", script), PATIENT), "");
    let log = fs::read_to_string(place.run("out", &file, &["--threads", "1"]).join("stderr/bad.log")).unwrap();
    for status in ["21", "22"] {
        assert_eq!(log.matches(&format!("ended (exit status: {status})")).count(), 1, "{log}");
    }
    assert_eq!(log.matches("repeated once, last in match ").count(), 2, "{log}");
}

#[test]
fn place_of_a_fault_names_round_and_turn() {
    let place = TestFolder::new();
    // It discards, so that the round goes on, and ends at its fifth decision: the third turn of the round for seat 1.
    let bad = place
        .script("bad.sh", "answer() { [ $id = 5 ] && exit 1; echo \"{\\\"id\\\":$id,\\\"action\\\":0}\"; }; listen");
    let out = place.file("out");
    let agent = format!("process:command={bad},start_ms=60000,move_ms=60000");
    let compare = ["compare", "pass", &agent, "--threads", "1", "--out", out.to_str().unwrap()];
    let ended = place.ergo(&compare).output().unwrap();
    explained(&complaint(&ended), &["deal 1, rotation 1, seat 1, decision 9 (round 1, turn 5, 2 cards to play): died"]);
}

#[test]
fn name_and_comma_of_a_bot_on_the_command_line() {
    let place = TestFolder::new();
    let script = format!("{LISTEN}\n[ \"$1\" = --weights=1,2 ] || exit 9\nlisten\n");
    fs::write(place.file("bot.sh"), script).unwrap();
    let compare = |agent: &str, more: &[&str]| {
        let arguments = ["compare", "random", agent, "--game", "tic-tac-toe", "--most-blocks", "4", "--threads", "1"];
        let mut command = place.ergo(&[&arguments[..], more].concat());
        command.current_dir(place.folder.path()).output().unwrap()
    };
    let quoted = "process:command=\"sh bot.sh --weights=1,2\",start_ms=60000,move_ms=60000";
    let ran = compare(quoted, &["--name", "alice"]);
    done(&ran);
    let said = complaint(&ran);
    assert!(said.contains("alice is ") || said.contains("whether alice is better than random"), "{said}");
    let report = |said: &str| said.lines().find(|line| line.ends_with("report.md")).unwrap().to_owned();
    let first = report(&said);
    assert!(first.starts_with("ergo-runs/alice-vs-random-") && first.len() < 50, "{first}");
    assert!(place.folder.path().join(&first).exists() && !place.file("results").exists());
    // The same command finds its result; a changed bot and other settings have other folders.
    let again = complaint(&compare(quoted, &["--name", "alice"]));
    assert!(report(&again) == first && again.contains("finished earlier"), "{again}");
    fs::write(place.file("bot.sh"), format!("{}# changed\n", fs::read_to_string(place.file("bot.sh")).unwrap()))
        .unwrap();
    let changed = complaint(&compare(quoted, &["--name", "alice"]));
    assert!(report(&changed) != first && !changed.contains("finished earlier"), "{changed}");
    let unnamed = complaint(&compare(quoted, &[]));
    assert!(report(&unnamed).starts_with("ergo-runs/bot-vs-random-"), "{unnamed}");
    // A name inside the settings is the same as `--name`.
    let inside = compare(&quoted.replace("process:", "process:name=alice,"), &[]);
    assert_eq!(report(&complaint(&inside)), report(&changed));
    for (agent, more, word) in [
        ("process:command=sh bot.sh --weights=1,2", &[][..], "quotes around a value that contains a comma"),
        ("process:command=\"sh bot.sh", &[], "the quote \" is not closed"),
        (&*quoted.replace("process:", "process:name=x,"), &["--name", "y"], "name is set twice"),
        (quoted, &["--name", "a,b"], "--name"),
    ] {
        crate::common::refused(&compare(agent, more), &[word]);
    }
    // In an experiment, the command is a TOML text.
    let file = place.experiment("comma", &process("sh bot.sh --weights=1,2", PATIENT), "[output]\ntranscripts = true");
    let out = place.file("out");
    done(
        &place.ergo(&["run", &file, "--out", out.to_str().unwrap()]).current_dir(place.folder.path()).output().unwrap(),
    );
    assert!(!Path::new(&out).join("stderr").exists());
}
