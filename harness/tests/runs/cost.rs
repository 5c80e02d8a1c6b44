//! `ergo run --cost` with external programs, and the time left in the progress bar.

use std::fs;

use crate::common::terminal::Terminal;
use crate::common::{done, ergo, has, printed, root, run, tempdir, toy};

/// An experiment with the program `command`.
fn with_program(command: &str) -> String {
    toy("kuhn-poker", 50).replacen("kind = \"random\"", &format!("kind = \"process\", command = \"{command}\""), 1)
}

#[test]
fn cost_plays_the_first_matches_of_external_programs() {
    if !has(&["python3", "--version"], "a program in Python") {
        return;
    }
    let folder = tempdir().unwrap();
    let (file, out) = (folder.path().join("x.toml"), folder.path().join("out"));
    let cost = |command: &str| {
        fs::write(&file, with_program(command)).unwrap();
        run(&["run", file.to_str().unwrap(), "--cost", "--out", out.to_str().unwrap()])
    };
    let bot = root().join("agents/examples/bot.py");
    let output = cost(&format!("python3 {}", bot.display()));
    done(&output);
    let text = printed(&output);
    assert!(text.starts_with("100 matches: about ") && !text.contains("fault"), "{text}");
    assert!(text.contains("played with the external programs, not recorded)"), "{text}");
    // A program that only fails is reported.
    for command in ["false", "/no/such/program"] {
        let output = cost(command);
        done(&output);
        assert!(printed(&output).contains("of them ended with a fault, `ergo agents check`"), "{}", printed(&output));
    }
    assert!(!out.exists());
}

#[test]
fn progress_shows_speed_and_time_left() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("x.toml");
    fs::write(&file, toy("kuhn-poker", 20_000)).unwrap();
    let mut command = ergo();
    command.arg("run").arg(&file).current_dir(folder.path());
    let mut terminal = Terminal::start(command);
    assert!(terminal.wait().success());
    assert!(terminal.seen.contains("0/40,000 matches  0.0/s  time left unknown"), "{}", terminal.seen);
    let shown = terminal.seen.split('\r').rfind(|line| line.contains("/s  ") && line.contains(" left"));
    assert!(shown.is_some(), "{}", terminal.seen);
}
