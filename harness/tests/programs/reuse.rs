//! Programs that play many matches in one process, receive results of actions, and send information.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::time::Instant;

use crate::common::test_folder::TestFolder;
use crate::common::{done, has, root, run};

/// An experiment of a program against the random agent.
fn against_random(place: &TestFolder, name: &str, command: &str, more: &str, game: &str, deals: u32) -> String {
    let text = format!(
        "question = \"q\"\nseed = 7\n[game]\nname = \"{game}\"\n[[entrant]]\nname = \"mine\"\n\
         agent = {{ kind = \"process\", command = \"{command}\", move_ms = 60000, start_ms = 60000{more} }}\n\
         [[entrant]]\nname = \"other\"\nagent = {{ kind = \"random\" }}\n\
         [schedule]\ntables = [[\"mine\", \"other\"]]\ndeals = {deals}\nfaults = \"stop\"\n[output]\ntranscripts = true\n"
    );
    let path = place.file(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Writes its process id to standard error and plays the first legal action.
const FIRST: &str = "echo process $$ >&2\nwhile read -r line; do\n  case $line in\n    *'\"hello\"'*) echo '{\"type\":\"ready\",\"name\":\"first\"}' ;;\n    \
                     *'\"decide\"'*) id=${line#*'\"id\":'}; echo '{\"id\":'${id%%,*}',\"action\":0}' ;;\n  esac\ndone\n";

#[test]
fn one_process_plays_many_matches_and_the_rows_are_the_same() {
    let place = TestFolder::new();
    let script = place.file("first.sh");
    fs::write(&script, FIRST).unwrap();
    let command = format!("sh {}", script.display());
    let fresh = against_random(&place, "fresh.toml", &command, "", "kuhn-poker", 20);
    let reused = against_random(&place, "reused.toml", &command, ", reuse = true", "kuhn-poker", 20);
    let fresh = place.run("fresh", &fresh, &["--threads", "2"]);
    let reused = place.run("reused", &reused, &["--threads", "2"]);
    for name in ["matches.csv", "rounds.csv", "seats.csv", "transcripts.jsonl"] {
        assert!(fs::read(fresh.join(name)).unwrap() == fs::read(reused.join(name)).unwrap(), "{name}");
    }
    let started =
        |folder: &Path| fs::read_to_string(folder.join("stderr/mine.log")).unwrap().matches("process ").count();
    assert_eq!(started(&fresh), 40);
    assert!((1..=2).contains(&started(&reused)), "{}", started(&reused));
    place.assert_no_process_left();
}

#[test]
fn program_that_exits_between_matches_is_restarted() {
    let place = TestFolder::new();
    let script = place.file("dies.sh");
    // Without reuse, a program must exit after its match.
    fs::write(&script, FIRST.replace("  esac", "    *'\"match_end\"'*) exit 0 ;;\n  esac")).unwrap();
    let command = format!("sh {}", script.display());
    let file = against_random(&place, "dies.toml", &command, ", reuse = true", "kuhn-poker", 10);
    let out = place.run("dies", &file, &["--threads", "1"]);
    assert_eq!(fs::read_to_string(out.join("matches.csv")).unwrap().lines().count(), 1 + 40);
    place.assert_no_process_left();
}

#[test]
fn python_bot_of_twenty_lines_plays() {
    if !has(&["python3", "--version"], "python_bot_of_twenty_lines_plays") {
        return;
    }
    let bot = root().join("agents/examples/points.py");
    assert!(fs::read_to_string(&bot).unwrap().lines().count() <= 20);
    let place = TestFolder::new();
    let command = format!("python3 '{}'", bot.display());
    let more = ", reuse = true, results = true";
    let file = against_random(&place, "points.toml", &command, more, "ergo", 6);
    let begun = Instant::now();
    let out = place.run("points", &file, &["--threads", "2"]);
    println!("12 matches of ERGO in {:.2} s", begun.elapsed().as_secs_f64());
    // The bot looks at the results of its actions and beats random play.
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(report.contains("\nmine won 100.0 %"), "{report:.300}");
    let explained = run(&["replay", out.to_str().unwrap(), "--match", "1", "--explain", "--run-programs"]);
    done(&explained);
    assert!(String::from_utf8(explained.stdout).unwrap().contains("says     {\"leads to\":"));
    // The check sends results if the entrant asks for them. Otherwise the bot reports that they are missing.
    let check = ["agents", "check", &command, "--seats", "2", "--set", "move_ms=60000"];
    done(&run(&[&check[..], &["--set", "results=true"]].concat()));
    let untold = String::from_utf8(run(&check).stdout).unwrap();
    assert!(untold.contains("WRONG  answers") && untold.contains("expected results = true"), "{untold}");
    place.assert_no_process_left();
}

#[test]
fn a_hundred_short_matches_take_seconds() {
    if !has(&["python3", "--version"], "a_hundred_short_matches_take_seconds") {
        return;
    }
    let place = TestFolder::new();
    let command = format!("python3 '{}'", root().join("agents/examples/bot.py").display());
    let file = against_random(&place, "short.toml", &command, ", reuse = true", "tic-tac-toe", 50);
    let begun = Instant::now();
    place.run("short", &file, &["--threads", "2"]);
    let seconds = begun.elapsed().as_secs_f64();
    println!("100 matches in {seconds:.2} s");
    // Starting a process for each match would take a twentieth of a second.
    assert!(seconds < 3.0, "{seconds} s");
    place.assert_no_process_left();
}
