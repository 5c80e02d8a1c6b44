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
    let verdict = fs::read_to_string(at("one").join("report.md")).unwrap();
    assert!(verdict.contains("best-of:drawn=2 is better than random"), "{verdict}");
    assert_eq!(compare(&at("eight"), &["--threads", "8"]).status.code(), Some(0));
    assert_eq!(fs::read_to_string(at("eight").join("blocks.csv")).unwrap(), whole);
    // Cut after some rows, in the middle of one, and before the first.
    for cut in [whole.len() / 2, whole.len() / 3 + 1, 10] {
        fs::write(at("one").join("report.md"), "lost").unwrap();
        fs::write(at("one").join("blocks.csv"), &whole[..cut]).unwrap();
        assert_eq!(compare(&at("one"), &["--resume"]).status.code(), Some(0));
        assert_eq!(fs::read_to_string(at("one").join("blocks.csv")).unwrap(), whole);
        assert_eq!(fs::read_to_string(at("one").join("report.md")).unwrap(), verdict);
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
        (fs::read_to_string(out.join("report.md")).unwrap(), fs::read_to_string(out.join("blocks.csv")).unwrap())
    };
    let (verdict, blocks) = compare("same", "best-of:drawn=2", "random,best-of:drawn=3", &["--most-blocks", "60"]);
    assert!(verdict.contains("of 6 matches with 3 seats"), "{verdict}");
    assert!(verdict.contains("varied 0.00 times as much"), "{verdict}");
    assert!(blocks.lines().skip(1).all(|row| row.split(',').nth(3) == Some("0.5")), "{blocks}");
    let (verdict, _) = compare("more", "best-of:drawn=5", "best-of:drawn=3,trust=0.5,random", &["--one", "60"]);
    assert!(verdict.starts_with("# Is best-of:drawn=5 better") && verdict.contains("is better than"), "{verdict}");
}

/// A record holds what any results folder holds, and is played again from that alone.
#[test]
fn a_record_is_verified_by_playing_it_again() {
    for (name, more) in
        [("two", &["--seats", "2", "--set", "game.rules.target=30"][..]), ("three", &["--seats", "3"][..])]
    {
        let folder = tempdir().unwrap();
        let out = folder.path().join(name);
        assert_eq!(compare(&out, more).status.code(), Some(0));
        let mut names: Vec<String> =
            fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        let whole =
            ["blocks.csv", "experiment.toml", "manifest.json", "plots", "question.json", "report.html", "report.md"];
        assert_eq!(names, whole);
        let path = out.to_str().unwrap();
        let verified = ergo(&["verify", path]);
        assert_eq!(verified.status.code(), Some(0), "{}", stderr(&verified));
        let lines = String::from_utf8(verified.stdout).unwrap();
        assert_eq!(lines.lines().count(), 6, "{lines}");
        assert!(lines.lines().all(|line| line.starts_with("same     ")), "{lines}");

        // One changed byte is found, also in the question; a resumption of what is finished touches nothing.
        for file in ["blocks.csv", "question.json", "report.md", "plots/path.csv"] {
            let good = fs::read_to_string(out.join(file)).unwrap();
            fs::write(out.join(file), good.replacen('5', "6", 1)).unwrap();
            let found = ergo(&["verify", path]);
            assert_eq!(found.status.code(), Some(1), "{file}: {}", stderr(&found));
            assert!(String::from_utf8(found.stdout).unwrap().contains(&format!("DIFFERS  {file}")), "{file}");
            fs::write(out.join(file), good).unwrap();
        }
        let manifest = fs::read(out.join("manifest.json")).unwrap();
        assert_eq!(compare(&out, &[more, &["--resume"]].concat()).status.code(), Some(0));
        assert_eq!(fs::read(out.join("manifest.json")).unwrap(), manifest);

        // The report is a function of the blocks.
        let report = fs::read(out.join("report.md")).unwrap();
        fs::write(out.join("report.md"), "lost").unwrap();
        assert_eq!(ergo(&["report", path]).status.code(), Some(0));
        assert_eq!(fs::read(out.join("report.md")).unwrap(), report);
        assert_eq!(ergo(&["verify", path]).status.code(), Some(0));
    }
}

/// The page says what it must, with the numbers of the blocks.
#[test]
fn the_report_of_a_comparison_agrees_with_its_blocks() {
    let folder = tempdir().unwrap();
    assert_eq!(compare(folder.path(), &["--seats", "3"]).status.code(), Some(0));
    let blocks = fs::read_to_string(folder.path().join("blocks.csv")).unwrap();
    let rows: Vec<Vec<f64>> =
        blocks.lines().skip(1).map(|row| row.split(',').map(|field| field.parse().unwrap()).collect()).collect();
    let mean = |column: usize| rows.iter().map(|row| row[column]).sum::<f64>() / rows.len() as f64;
    let report = fs::read_to_string(folder.path().join("report.md")).unwrap();
    for (what, column, even) in [
        ("B's share, both ways together", 3, 50.0),
        ("B alone among A's: its win share", 1, 100.0 / 3.0),
        ("A alone among B's: its win share", 2, 100.0 / 3.0),
    ] {
        let row = format!("| {what} | {even:.1} % | {:.1} % | ", 100.0 * mean(column));
        assert!(report.contains(&row), "{row} is not in {report}");
    }
    assert!(
        report.contains("lean to that side") && report.contains("**Answer.** best-of:drawn=2 is better than random")
    );
    let path = fs::read_to_string(folder.path().join("plots/path.csv")).unwrap();
    let last: Vec<&str> = path.lines().last().unwrap().split(',').collect();
    assert_eq!(last[0], rows.len().to_string());
    assert!(last[1].parse::<f64>().unwrap() >= last[3].parse::<f64>().unwrap(), "it ended above the upper bound");
    let manifest: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.path().join("manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["matches"].as_u64().unwrap(), 6 * rows.len() as u64);
    assert_eq!(manifest["rounds"].as_u64().unwrap(), rows.iter().map(|row| row[5]).sum::<f64>() as u64);
    assert!(manifest["turns"].as_u64().unwrap() > manifest["rounds"].as_u64().unwrap());
    assert!(manifest["command"].as_str().unwrap().starts_with("ergo compare random best-of:drawn=2"));
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
        ("3", "pass", "pass", "pass is not better than pass"),
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
