//! `ergo compare` and `ergo plan` as a user meets them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::tempdir;

fn ergo(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ergo")).args(arguments).output().unwrap()
}

fn compare(out: &Path, more: &[&str]) -> Output {
    let mut arguments = vec!["compare", "random", "best-of:drawn=2", "--one", "40", "--out", out.to_str().unwrap()];
    arguments.extend(more);
    ergo(&arguments)
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The rows and the verdict are the same for any number of threads, and where a comparison was cut off and went on.
#[test]
fn threads_and_interruptions_change_nothing() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    assert_eq!(compare(&at("one"), &["--threads", "1"]).status.code(), Some(0));
    let whole = fs::read_to_string(at("one").join("blocks.csv")).unwrap();
    let verdict = fs::read_to_string(at("one").join("verdict.md")).unwrap();
    assert!(verdict.contains("best-of:drawn=2 is better than random"), "{verdict}");
    assert_eq!(compare(&at("eight"), &["--threads", "8"]).status.code(), Some(0));
    assert_eq!(fs::read_to_string(at("eight").join("blocks.csv")).unwrap(), whole);
    // Cut after some rows, in the middle of one, and before the first.
    for cut in [whole.len() / 2, whole.len() / 3 + 1, 10] {
        fs::write(at("one").join("blocks.csv"), &whole[..cut]).unwrap();
        assert_eq!(compare(&at("one"), &["--resume"]).status.code(), Some(0));
        assert_eq!(fs::read_to_string(at("one").join("blocks.csv")).unwrap(), whole);
        assert_eq!(fs::read_to_string(at("one").join("verdict.md")).unwrap(), verdict);
    }
}

/// Two agents among the same others: identical ones never differ, a small change shows in fewer deals than unpaired.
#[test]
fn both_among_the_same_others() {
    let folder = tempdir().unwrap();
    let compare = |name: &str, b: &str, others: &str, more: &[&str]| {
        let out = folder.path().join(name);
        let mut arguments = vec!["compare", "best-of:drawn=2", b, "--against", others, "--out", out.to_str().unwrap()];
        arguments.extend(more);
        let output = ergo(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        (fs::read_to_string(out.join("verdict.md")).unwrap(), fs::read_to_string(out.join("blocks.csv")).unwrap())
    };
    let (verdict, blocks) = compare("same", "best-of:drawn=2", "random,best-of:drawn=3", &["--most-blocks", "60"]);
    assert!(verdict.contains("of 6 matches with 3 seats"), "{verdict}");
    assert!(verdict.contains("varying 0.00 times as much"), "{verdict}");
    assert!(blocks.lines().skip(1).all(|row| row.split(',').nth(3) == Some("0.5")), "{blocks}");
    let (verdict, _) = compare("more", "best-of:drawn=5", "best-of:drawn=3,trust=0.5,random", &["--one", "60"]);
    assert!(verdict.starts_with("# Is best-of:drawn=5 better") && verdict.contains("is better than"), "{verdict}");
}

/// What is there is not lost by mistake.
#[test]
fn a_record_is_not_overwritten() {
    let folder = tempdir().unwrap();
    assert_eq!(compare(folder.path(), &[]).status.code(), Some(0));
    let again = compare(folder.path(), &[]);
    assert_eq!(again.status.code(), Some(2));
    assert!(stderr(&again).contains("--resume") && stderr(&again).lines().count() == 1);
    let other = compare(folder.path(), &["--resume", "--seed", "2"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(stderr(&other).contains("another comparison"));
    assert_eq!(compare(folder.path(), &["--fresh", "--seed", "2"]).status.code(), Some(0));
}

/// All wins, and blocks that are all alike, end in a verdict.
#[test]
fn lopsided_and_even_data_end_in_a_verdict() {
    let folder = tempdir().unwrap();
    for (seats, a, b, answer) in [
        ("2", "pass", "greedy", "greedy is better than pass"),
        ("4", "greedy", "pass", "pass is not better than greedy"),
        ("3", "random", "random", "random is not better than random"),
    ] {
        let out = folder.path().join(seats);
        let output = ergo(&[
            "compare",
            a,
            b,
            "--seats",
            seats,
            "--one",
            "50",
            "--most-blocks",
            "200",
            "--out",
            out.to_str().unwrap(),
        ]);
        assert!(stderr(&output).contains(answer), "{}", stderr(&output));
    }
}

#[test]
fn bad_questions_are_one_line() {
    for (arguments, expected) in [
        (vec!["compare", "random", "nobody"], "expected \"pass\""),
        (vec!["compare", "random", "greedy:trust"], "kind:key=value"),
        (vec!["compare", "random", "greedy:trust=9"], "from 0 to 2"),
        (vec!["compare", "random", "greedy", "--zero", "3", "--one", "1"], "in order"),
        (vec!["compare", "random", "greedy", "--alpha", "0.7"], "0.7"),
        (vec!["compare", "random", "greedy", "--seats", "5"], "5 seats"),
        (vec!["compare", "random", "greedy", "--game", "chess"], "chess"),
        (vec!["compare", "random", "greedy", "--against", "random,"], "1 to 5 agents"),
        (vec!["compare", "random", "greedy", "--against", "nobody"], "expected"),
        (vec!["compare", "random", "greedy", "--against", "pass,pass,pass,pass"], "5 seats"),
        (vec!["compare", "random", "greedy", "--against", "pass", "--seats", "3"], "--seats"),
        (vec!["plan", "--difference", "0"], "expected"),
        (vec!["plan", "--difference", "0.1", "--power", "2"], "expected"),
        (vec!["plan", "--difference", "0.1", "--pilot", "nowhere"], "nowhere"),
    ] {
        let output = ergo(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(expected) && stderr(&output).lines().count() == 1, "{}", stderr(&output));
    }
}

/// The textbook number for 55 % against 50 % with power 80 %.
#[test]
fn plans() {
    let said = |arguments: &[&str]| String::from_utf8(ergo(arguments).stdout).unwrap();
    assert!(
        said(&["plan", "--difference", "0.05"]).contains("783 independent matches"),
        "{}",
        said(&["plan", "--difference", "0.05"])
    );
}
