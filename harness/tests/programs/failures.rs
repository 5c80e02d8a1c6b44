//! Every way in which external programs fail: the run ends, the row names the fault, other matches are unaffected, and no
//! process is left.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::common::terminal::Terminal;
use crate::common::test_folder::{HASTY, HASTY_MOVES, PATIENT, TestFolder, process};
use crate::common::{complaint, done, has, root, rows, same_bytes};

/// The rows of the table of the valid bot: matches 5 to 8.
fn rows_of_the_good(folder: &Path, name: &str) -> Vec<String> {
    let text = fs::read_to_string(folder.join(name)).unwrap();
    let of_good = |line: &&str| line.split(',').nth(1).is_some_and(|number| ["5", "6", "7", "8"].contains(&number));
    text.lines().filter(of_good).map(str::to_owned).collect()
}

/// The same rows, by file, of a run without a faulty bot.
fn undisturbed() -> &'static BTreeMap<&'static str, Vec<String>> {
    static ROWS: OnceLock<BTreeMap<&str, Vec<String>>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let place = TestFolder::new();
        let good = place.script("good.sh", "listen");
        let out = place.run("out", &place.experiment("good", &process(&good, PATIENT), ""), &[]);
        let rows = ["matches.csv", "rounds.csv", "seats.csv"].map(|name| (name, rows_of_the_good(&out, name)));
        assert!(rows.iter().all(|(_, rows)| rows.len() >= 4));
        rows.into()
    })
}

/// Plays a faulty bot whose script ends with `text`. Asserts that each of its matches ends with `fault`, that the other
/// matches are unaffected, that the log contains `why`, and that no process is left. Returns the log.
#[track_caller]
fn misbehaves(text: &str, limits: &str, fault: &str, why: &str) -> String {
    let place = TestFolder::new();
    let bad = place.script("bad.sh", text);
    let out = place.run("out", &place.experiment("bad", &process(&bad, limits), ""), &["--threads", "2"]);
    let all = rows(&out, "matches.csv");
    assert_eq!(all.len(), 16);
    // Two hanging starts in a row are enough; the other thread may be waiting for a third.
    let hung = all.iter().filter(|row| row["entrant"] == "bad" && row["fault"] == fault).count();
    let given_up = limits == HASTY;
    assert!(!given_up || (2..=3).contains(&hung), "{hung} hung");
    for row in &all {
        let given_up = given_up && row["fault"] == "given_up";
        let expected = if row["entrant"] != "bad" {
            ""
        } else if given_up {
            "given_up"
        } else {
            fault
        };
        assert_eq!(row["fault"], expected, "{row:?}");
        if row["entrant"] == "bad" && !fault.is_empty() {
            assert_eq!((row["won"].as_str(), row["share"].as_str()), ("0", "0"));
        }
    }
    for name in ["matches.csv", "rounds.csv", "seats.csv"] {
        assert_eq!(rows_of_the_good(&out, name), undisturbed()[name], "{name}");
    }
    let log = fs::read_to_string(out.join("stderr/bad.log")).unwrap_or_default();
    assert!(log.contains(why) && (why.is_empty() == log.is_empty()), "no {why:?} in {log:?}");
    assert!(!out.join("stderr/good.log").exists());
    let manifest = fs::read_to_string(out.join("manifest.json")).unwrap();
    assert!(manifest.contains("\"complete\": true") && !manifest.contains("stderr"), "{manifest}");
    place.assert_no_process_left();
    log
}

#[test]
fn valid_bot_has_no_faults() {
    misbehaves("listen", PATIENT, "", "");
}

/// A background program that reads from its terminal would be stopped. It must get an error at once instead.
#[test]
fn reading_the_terminal_fails_at_once() {
    if !has(&["setsid", "true"], "reading_the_terminal_fails_at_once") {
        return;
    }
    let place = TestFolder::new();
    let asks = place.script("asks.sh", "read -r name < /dev/tty || exit 5; listen");
    let (file, out) = (place.experiment("asks", &process(&asks, PATIENT), ""), place.file("out"));
    let ran = place.ergo(&["run", &file, "--out", out.to_str().unwrap()]);
    let mut owner = Command::new("setsid");
    owner.args(["--ctty", "--wait"]).arg(ran.get_program()).args(ran.get_args());
    owner.envs(ran.get_envs().filter_map(|(key, value)| Some((key, value?))));
    let begun = Instant::now();
    let mut terminal = Terminal::start(owner);
    assert!(terminal.wait().success(), "{}", terminal.seen);
    assert!(begun.elapsed() < Duration::from_secs(45), "it was stopped: {:?}", begun.elapsed());
    let own: Vec<_> = rows(&out, "matches.csv").into_iter().filter(|row| row["entrant"] == "bad").collect();
    assert!(!own.is_empty() && own.iter().all(|row| row["fault"] == "failed_to_start"), "{own:?}");
    let log = fs::read_to_string(out.join("stderr/bad.log")).unwrap();
    assert!(log.contains("exit status: 5"), "{log}");
    place.assert_no_process_left();
}

/// Kinds of misbehaviour: the end of the script, the limits, the fault of each match, and a part of the log.
const WAYS: [(&str, &str, &str, &str); 27] = [
    ("sleep 1000", HASTY, "timeout", "timeout at the start: no answer within 400 ms"),
    ("answer() { sleep 1000; }; listen", HASTY_MOVES, "timeout", "timeout at decision 1: no answer within 400 ms"),
    (r#"answer() { sleep 2; echo "{\"id\":$id,\"action\":0}"; }; listen"#, HASTY_MOVES, "timeout", "no answer"),
    ("echo oh dear >&2; exit 3", PATIENT, "failed_to_start", "match 1, seat 1: failed_to_start at the start"),
    ("echo oh dear >&2; exit 3", PATIENT, "failed_to_start", "oh dear"),
    (
        r#"answer() { [ $id = 2 ] && kill -s SEGV $$; echo "{\"id\":$id,\"action\":0}"; }; listen"#,
        PATIENT,
        "died",
        "died at decision 2: ended (signal: 11",
    ),
    ("answer() { exec >&-; }; listen; sleep 1000", PATIENT, "died", "closed its output"),
    ("while :; do printf %01000d 0; done", PATIENT, "flooded", "flooded at the start: wrote a line that does not end"),
    ("ready; while :; do echo '{\"id\":1,\"action\":0}'; done", PATIENT, "garbage", "garbage at decision"),
    (
        r#"answer() { echo "{\"id\":$id,\"action\":0}"; echo "{\"id\":$((id + 1)),\"action\":0}"; }; listen"#,
        PATIENT,
        "garbage",
        "garbage at decision",
    ),
    (r#"answer() { printf '{"id":1,'; sleep 1000; }; listen"#, HASTY_MOVES, "timeout", "half a line within 400 ms"),
    ("sleep 1000 & (sleep 1000 & sleep 1000) & listen", PATIENT, "", ""),
    ("answer() { (sleep 1000 & sleep 1000) & exit 1; }; listen", PATIENT, "died", "died at decision 1"),
    (
        "listen; sleep 1000",
        ", start_ms = 60000, move_ms = 2500",
        "",
        "did not end within 2500 ms of the end of the match",
    ),
    ("listen; exit 4", PATIENT, "", "ended with exit status: 4 after the match"),
    ("exec <&-; ready; sleep 1000", HASTY_MOVES, "timeout", "no answer within 400 ms"),
    ("exec no-such-program --at-all", PATIENT, "failed_to_start", "no-such-program"),
    (r#"answer() { echo "{\"id\":$id,\"action\":9}"; }; listen"#, PATIENT, "illegal", "action 9, expected 0 to"),
    (r#"answer() { echo "{\"id\":$id,\"action\":-1}"; }; listen"#, PATIENT, "illegal", "action -1, expected 0 to"),
    (
        r#"answer() { echo "{\"id\":$id,\"action\":99999999999}"; }; listen"#,
        PATIENT,
        "illegal",
        "illegal at decision 1: action 99999999999, expected 0 to",
    ),
    ("answer() { echo no idea; }; listen", PATIENT, "garbage", "no idea"),
    ("answer() { echo [1,0]; }; listen", PATIENT, "garbage", "[1,0]"),
    (r#"answer() { echo "{\"id\":1}"; }; listen"#, PATIENT, "garbage", r#"{\"id\":1}"#),
    (r#"answer() { echo "{\"id\":77,\"action\":0}"; }; listen"#, PATIENT, "garbage", "id 77 where 1 was asked"),
    (
        r#"answer() { echo "{\"id\":1,\"action\":\"0\"}"; }; listen"#,
        PATIENT,
        "garbage",
        r#"expected {"id":…,"action":…}"#,
    ),
    ("answer() { echo; }; listen", PATIENT, "garbage", "answered \"\""),
    ("ready() { echo hello; }; listen", PATIENT, "garbage", "garbage at the start: answered \"hello\""),
];

/// Most cases wait for a timeout.
#[test]
fn every_misbehaviour_is_a_fault_with_a_reason() {
    std::thread::scope(|scope| {
        for ways in WAYS.chunks(WAYS.len().div_ceil(4)) {
            scope.spawn(move || {
                ways.iter().for_each(|(text, limits, fault, why)| drop(misbehaves(text, limits, fault, why)))
            });
        }
    });
}

#[test]
fn floods_its_errors_and_answers() {
    // A program that floods standard error is not blocked and still answers.
    let log =
        misbehaves("while :; do echo trouble; done >&2 & listen; kill $!", PATIENT, "", "wrote to standard error");
    assert!(log.len() < 1 << 20 && log.contains("trouble\ntrouble\n"), "{} bytes", log.len());
}

#[test]
fn floods_its_errors_and_is_silent() {
    let log = misbehaves("while :; do echo trouble; done >&2", HASTY, "timeout", "no answer within 400 ms");
    assert!(log.contains("bytes left out]") && log.len() <= 4 * (17 << 10), "{} bytes", log.len());
}

#[test]
fn missing_command_is_a_fault() {
    let place = TestFolder::new();
    let out = place.run("out", &place.experiment("none", &process("/no/such/program", PATIENT), ""), &[]);
    assert!(
        rows(&out, "matches.csv").iter().all(|row| (row["entrant"] == "bad") == (row["fault"] == "failed_to_start"))
    );
    assert!(fs::read_to_string(out.join("stderr/bad.log")).unwrap().contains("/no/such/program"));
}

#[test]
fn memory_excess_is_a_fault() {
    if !has(&["python3", "--version"], "memory_excess_is_a_fault") || !cfg!(target_os = "linux") {
        return;
    }
    let greedy = "answer() { exec python3 -c 'bytes(1 << 30)'; }; listen";
    let log = misbehaves(greedy, &format!("{PATIENT}, memory_mb = 300"), "died", "died at decision 1");
    assert!(log.contains("MemoryError"), "{log}");
    // Without a memory limit, its fault is the missing answer.
    let log = misbehaves(greedy, &format!("{PATIENT}, memory_mb = 0"), "died", "died at decision 1");
    assert!(!log.contains("MemoryError"), "{log}");
}

#[test]
fn a_program_that_fails_too_often_is_given_up() {
    let place = TestFolder::new();
    let bad = place.script("bad.sh", "exit 1");
    let experiment = place.experiment("bad", &process(&bad, &format!("{PATIENT}, restarts = 1")), "");
    let out = place.run("out", &experiment, &["--threads", "1"]);
    let faults: Vec<String> = rows(&out, "matches.csv")
        .iter()
        .filter(|row| row["entrant"] == "bad")
        .map(|row| row["fault"].clone())
        .collect();
    assert_eq!(faults, ["failed_to_start", "failed_to_start", "given_up", "given_up"]);
    // Illegal actions do not count as failures of the program.
    let bad = place.script("bad.sh", "answer() { echo \"{\\\"id\\\":$id,\\\"action\\\":-1}\"; }; listen");
    let experiment = place.experiment("bad", &process(&bad, &format!("{PATIENT}, restarts = 0")), "");
    let out = place.run("again", &experiment, &["--threads", "1"]);
    assert!(
        rows(&out, "matches.csv").iter().filter(|row| row["entrant"] == "bad").all(|row| row["fault"] == "illegal")
    );
}

#[test]
fn logs_of_an_older_run_are_removed() {
    let place = TestFolder::new();
    let bad = place.script("bad.sh", "echo first >&2; exit 1");
    let experiment = place.experiment("bad", &process(&bad, PATIENT), "");
    let out = place.run("out", &experiment, &[]);
    place.script("bad.sh", "echo second >&2; exit 1");
    place.run("out", &experiment, &["--fresh"]);
    let log = fs::read_to_string(out.join("stderr/bad.log")).unwrap();
    assert!(log.contains("second") && !log.contains("first"), "{log}");
    place.script("bad.sh", "listen");
    place.run("out", &experiment, &["--fresh"]);
    assert!(!out.join("stderr").exists());
    done(&place.ergo(&["verify", "--run-programs", out.to_str().unwrap()]).output().unwrap());
}

/// Starts a run of hundreds of matches with bots that ignore the end of their input.
fn long_run(place: &TestFolder, out: &str) -> (String, Child) {
    let stubborn = place.script("stubborn.sh", "trap '' HUP INT TERM PIPE; sleep 1000 & listen; kill $!");
    let experiment = place.experiment("long", &process(&stubborn, PATIENT), "[output]\ntranscripts = true");
    let out = place.file(out);
    let arguments =
        ["run", &experiment, "--out", out.to_str().unwrap(), "--threads", "2", "--set", "schedule.deals=40"];
    let child = place.ergo(&arguments).stderr(Stdio::null()).spawn().unwrap();
    (experiment, child)
}

/// Returns true if the test process ignores a signal, which child processes inherit: in the background of a shell or under
/// `nohup`.
fn ignored(signal: u32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap().trim();
    u64::from_str_radix(mask, 16).unwrap() >> (signal - 1) & 1 == 1
}

#[test]
fn no_program_outlives_an_ended_run() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let place = TestFolder::new();
    let (experiment, mut child) = long_run(&place, "whole");
    assert!(child.wait().unwrap().success());
    place.assert_no_process_left();
    for (signal, number) in [("TERM", 15), ("INT", 2), ("HUP", 1), ("KILL", 9), ("ABRT", 6)] {
        if ignored(number) {
            eprintln!("no_program_outlives_an_ended_run: skipped {signal}, which is ignored in this process");
            continue;
        }
        let (_, mut child) = long_run(&place, signal);
        let patience = Instant::now() + Duration::from_secs(60);
        while place.left().iter().filter(|(_, command)| command.contains("sleep 1000")).count() < 2 {
            assert!(Instant::now() < patience, "no bots were started: {:?}", place.left());
            std::thread::sleep(Duration::from_millis(5));
        }
        let status = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
        assert!(status.success() && !child.wait().unwrap().success(), "{signal} did not interrupt the run");
        place.assert_no_process_left();
        let out = place.file(signal);
        let set = ["--set", "schedule.deals=40", "--resume"];
        place.run(signal, &experiment, &set);
        same_bytes(&place.file("whole"), &out);
    }
}

#[test]
fn deterministic_bots_write_the_same_bytes_with_any_number_of_threads() {
    let place = TestFolder::new();
    let good = place.script("first.sh", "listen");
    let experiment = place.experiment("good", &process(&good, PATIENT), "[output]\ntranscripts = true");
    let one = place.run("one", &experiment, &["--threads", "1", "--set", "schedule.deals=10"]);
    let four = place.run("four", &experiment, &["--threads", "4", "--set", "schedule.deals=10"]);
    same_bytes(&one, &four);
    assert!(rows(&one, "matches.csv").iter().all(|row| row["fault"].is_empty()));
}

#[test]
fn command_is_required() {
    let place = TestFolder::new();
    for (agent, words) in [
        (
            "kind = \"process\"",
            ["entrant.bad.agent", "command = \"\": expected a command such as \"python3 my_bot.py\""],
        ),
        ("kind = \"process\", command = 5", ["command: wrong value (got 5", "expected a text of one line"]),
        ("kind = \"process\", command = \"a\\nb\"", ["command: wrong value (got ", "expected a text of one line"]),
        (
            "kind = \"process\", command = \"a\", move_ms = 0",
            ["move_ms: wrong value (got 0", "expected a whole number from 1 to 3600000"],
        ),
        ("kind = \"process\", comand = \"a\"", ["comand", "command"]),
    ] {
        let experiment = place.experiment("wrong", agent, "");
        let output = place.ergo(&["run", &experiment, "--out", place.file("out").to_str().unwrap()]).output().unwrap();
        crate::common::refused(&output, &words);
    }
}

/// The example bot in Rust, built unless it exists.
fn rust_bot() -> String {
    let here = std::env::current_exe().unwrap();
    let bot = here.parent().and_then(Path::parent).unwrap().join("examples/bot");
    if !bot.exists() {
        let arguments = ["build", "--quiet", "--locked", "--package", "ergo-agents", "--example", "bot"];
        let built = Command::new(env!("CARGO")).args(arguments).current_dir(root()).output().unwrap();
        assert!(built.status.success(), "{}", complaint(&built));
    }
    format!("'{}'", bot.display())
}

#[test]
fn the_examples_play_every_game() {
    let python = root().join("agents/examples/bot.py");
    assert!(fs::read_to_string(&python).unwrap().lines().count() < 40);
    let mut bots = vec![rust_bot()];
    if has(&["python3", "--version"], "the_examples_play_every_game") {
        bots.push(format!("python3 '{}'", python.display()));
    }
    let place = TestFolder::new();
    for bot in bots {
        for (game, seats) in [("ergo", 3), ("tic-tac-toe", 2), ("kuhn-poker", 2)] {
            let table: Vec<&str> = ["\"bot\"", "\"other\"", "\"other\""].into_iter().take(seats).collect();
            let text = format!(
                "question = \"q\"\nseed = 7\n[game]\nname = \"{game}\"\n[[entrant]]\nname = \"bot\"\nagent = {{ {} }}\n\
                 [[entrant]]\nname = \"other\"\nagent = {{ kind = \"random\" }}\n\
                 [schedule]\ntables = [[{}]]\ndeals = 1\nfaults = \"stop\"\n[output]\ntranscripts = true\n",
                process(&bot, PATIENT),
                table.join(", ")
            );
            let file = place.file("examples.toml");
            fs::write(&file, text).unwrap();
            let out = place.run("examples", file.to_str().unwrap(), &["--fresh"]);
            done(&place.ergo(&["verify", "--run-programs", out.to_str().unwrap()]).output().unwrap());
        }
    }
    place.assert_no_process_left();
}
