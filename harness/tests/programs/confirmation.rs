//! External programs of a results folder need confirmation, and interrupted commands print how to continue.
#![cfg(unix)]

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::test_folder::{PATIENT, TestFolder, process};
use crate::common::{complaint, done, run, toy};

#[test]
fn programs_of_a_results_folder_need_confirmation() {
    let place = TestFolder::new();
    let bot = place.script("bot.sh", "echo ran >> $0.ran; listen");
    let experiment = place.experiment("own", &process(&bot, PATIENT), "[output]\ntranscripts = true");
    // `ergo run` needs no confirmation.
    let out = place.run("out", &experiment, &["--threads", "1"]);
    let ran = || fs::read_to_string(place.file("bot.sh.ran")).unwrap().lines().count();
    let once = ran();
    assert!(once > 0);
    let (folder, transcripts) = (out.to_str().unwrap(), out.join("transcripts.jsonl"));
    let transcripts = transcripts.to_str().unwrap();
    let explain = ["replay", transcripts, "--match", "1", "--explain"];
    let plan = place.file("cuts");
    let plan = plan.to_str().unwrap();
    done(&place.ergo(&["shard", "plan", &experiment, "--shards", "1", "--out", plan]).output().unwrap());
    for arguments in [&["verify", folder][..], &explain, &["shard", "run", plan, "--index", "0"]] {
        let output = place.ergo(arguments).output().unwrap();
        let said = complaint(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(&format!("bad runs the program \"{bot}\"")), "{said}");
        let last = said.lines().last().unwrap();
        assert!(last.contains("starts 2 external programs; expected --run-programs"), "{said}");
        assert_eq!(ran(), once, "{arguments:?}");
        let output = place.ergo(&[arguments, &["--run-programs"]].concat()).output().unwrap();
        done(&output);
        assert!(complaint(&output).contains(&format!("bad runs the program \"{bot}\"")));
        assert!(ran() > once);
        fs::write(place.file("bot.sh.ran"), "ran\n".repeat(once)).unwrap();
    }
    // Replaying a transcript starts no program.
    done(&place.ergo(&["replay", transcripts]).output().unwrap());
    done(&place.ergo(&["report", folder]).output().unwrap());
    assert_eq!(ran(), once);
    // The report says that the programs had full access.
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(report.contains("Outside programs without a sandbox, which may read seeds: bad, good."), "{report}");
}

#[test]
fn command_with_control_characters_is_shown_escaped() {
    let place = TestFolder::new();
    let bot = place.script("bot.sh", "listen");
    // U+202E reverses the writing direction.
    let command = format!("{bot} '\u{202e}x'");
    let experiment = place.experiment("own", &process(&command, PATIENT), "");
    let out = place.run("out", &experiment, &["--threads", "1"]);
    let said = complaint(&place.ergo(&["verify", out.to_str().unwrap()]).output().unwrap());
    assert!(!said.contains('\u{202e}') && said.contains("'\\u{202e}x'"), "{said}");
}

#[test]
fn check_output_has_no_control_characters() {
    let place = TestFolder::new();
    let bot = place.script(
        "bot.sh",
        "ready() { printf '{\"type\":\"ready\",\"name\":\"\\\\u001b]0;x\\\\u0007\"}\\n'; }\n\
                                      printf '\\033[2Jlog\\n' >&2; listen",
    );
    let output = place.ergo(&["agents", "check", &bot, "--game", "tic-tac-toe", "--matches", "1"]).output().unwrap();
    let (said, told) = (complaint(&output), String::from_utf8(output.stdout).unwrap());
    assert!(told.contains("[2Jlog"), "{told}");
    assert!(!told.contains(['\u{1b}', '\u{7}']) && !said.contains('\u{1b}'), "{told:?} {said:?}");
}

/// Starts `ergo` with these arguments, sends a signal after `wait`, and returns its messages.
fn interrupted(arguments: &[&str], signal: &str, wait: Duration, temporary: &std::path::Path) -> String {
    let mut command = crate::common::ergo();
    command.args(arguments).env("TMPDIR", temporary).stderr(Stdio::piped()).stdout(Stdio::null());
    let child = command.spawn().unwrap();
    std::thread::sleep(wait);
    assert!(Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(!output.status.success());
    complaint(&output)
}

#[test]
fn interrupted_run_prints_the_resume_command() {
    let place = TestFolder::new();
    let (file, out) = (place.file("long run.toml"), place.file("out"));
    fs::write(&file, toy("kuhn-poker", 10_000_000)).unwrap();
    let (file, out) = (file.to_str().unwrap(), out.to_str().unwrap());
    let run = ["run", file, "--out", out, "--threads", "1"];
    // A signal that the test process ignores is ignored here, too. Often this is INT.
    for (signal, arguments) in [("TERM", &run[..]), ("KILL", &[&run[..], &["--fresh"]].concat())] {
        let said = interrupted(arguments, signal, Duration::from_millis(400), place.folder.path());
        let (announced, said) = said.split_once('\n').expect("a long run announces its time");
        assert!(announced.starts_with("20,000,000 matches: about "), "{announced}");
        let expected = format!("ergo: interrupted; to continue: ergo run '{file}' --out {out} --threads 1 --resume\n");
        assert_eq!(said, expected, "{signal}");
    }
    // The printed command works.
    let said =
        interrupted(&[&run[..], &["--resume"]].concat(), "TERM", Duration::from_millis(400), place.folder.path());
    assert!(said.ends_with("--threads 1 --resume\n"), "{said}");
    // No message after a normal end or invalid input.
    let output =
        crate::common::run(&["run", file, "--out", place.file("two").to_str().unwrap(), "--set", "schedule.deals=2"]);
    done(&output);
    assert!(!complaint(&output).contains("interrupted"));
    assert!(!complaint(&crate::common::run(&["run", file, "--set", "seed=x"])).contains("interrupted"));
}

#[test]
fn an_interrupted_verify_leaves_no_folder() {
    let place = TestFolder::new();
    let (file, out) = (place.file("it.toml"), place.file("out"));
    fs::write(&file, toy("kuhn-poker", 100_000)).unwrap();
    let out = out.to_str().unwrap();
    done(&run(&["run", file.to_str().unwrap(), "--out", out]));
    let temporary = place.file("temporary");
    fs::create_dir(&temporary).unwrap();
    let left = || fs::read_dir(&temporary).unwrap().count();
    for signal in ["TERM", "KILL"] {
        let mut wait = Duration::from_millis(100);
        // The signal must arrive while the command runs.
        loop {
            let mut command = crate::common::ergo();
            command.args(["verify", out, "--threads", "1"]).env("TMPDIR", &temporary);
            let child = command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
            std::thread::sleep(wait);
            let caught = left() > 0;
            let _ = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
            let output = child.wait_with_output().unwrap();
            if caught && !output.status.success() {
                assert_eq!(complaint(&output), "ergo: interrupted, no file was changed\n");
                break;
            }
            wait = wait * 2 / 3;
            assert!(wait > Duration::from_millis(1), "verify is never at work");
        }
        let patience = Instant::now() + Duration::from_secs(20);
        while left() > 0 {
            assert!(Instant::now() < patience, "{signal}: {} left", left());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
