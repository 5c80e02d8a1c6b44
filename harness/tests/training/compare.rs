//! `ergo compare` and `ergo plan` on the command line.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::common::{complaint, difference, root, run, tempdir};

fn compare(out: &Path, more: &[&str]) -> Output {
    let mut arguments = vec!["compare", "random", "best-of:drawn=2", "--elo1", "40", "--out", out.to_str().unwrap()];
    arguments.extend(more);
    run(&arguments)
}

/// Rows and verdict do not depend on the number of threads. `faults` tests kills and resumption.
#[test]
fn results_do_not_depend_on_threads() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    assert_eq!(compare(&at("one"), &["--threads", "1"]).status.code(), Some(0));
    assert_eq!(compare(&at("eight"), &["--threads", "8"]).status.code(), Some(0));
    for name in ["experiment.toml", "question.json", "blocks.csv", "report.md", "report.html", "plots/path.csv"] {
        assert!(fs::read(at("one").join(name)).unwrap() == fs::read(at("eight").join(name)).unwrap(), "{name}");
    }
}

/// Two agents among the same opponents: identical agents never differ, and small changes show in fewer deals than unpaired.
#[test]
fn panel_comparison_seats_both_among_the_same_opponents() {
    let folder = tempdir().unwrap();
    let compare = |name: &str, b: &str, others: &str, more: &[&str]| {
        let out = folder.path().join(name);
        let mut arguments = vec!["compare", "best-of:drawn=2", b, "--against", others, "--out", out.to_str().unwrap()];
        arguments.extend(more);
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
        (fs::read_to_string(out.join("report.md")).unwrap(), fs::read_to_string(out.join("blocks.csv")).unwrap())
    };
    let (verdict, blocks) = compare("same", "best-of:drawn=2", "random,best-of:drawn=3", &["--most-blocks", "60"]);
    assert!(verdict.contains("difference +0.0 percentage points"), "{verdict}");
    assert!(blocks.lines().skip(1).all(|row| row.split(',').nth(3) == Some("0.5")), "{blocks}");
    let (verdict, _) = compare("more", "best-of:drawn=5", "best-of:drawn=3,trust=0.5,random", &["--elo1", "60"]);
    assert!(verdict.contains("is better than"), "{verdict}");
    let (named, _) =
        compare("named", "best-of:name=new,drawn=5", "best-of:name=x,drawn=3,random", &["--most-blocks", "20"]);
    assert!(named.contains("new") && named.contains("among x,random"), "{named}");
    let typed = |name: &str, others: &str| compare(name, "best-of:drawn=5", others, &["--elo1", "60"]).1;
    assert_eq!(typed("one way", "random,best-of:drawn=3"), typed("other way", "best-of:drawn=3,random"));
}

/// Rows after the verdict do not count, and foreign rows are not continued.
#[test]
fn rows_after_the_verdict_do_not_count() {
    let folder = tempdir().unwrap();
    assert_eq!(compare(folder.path(), &[]).status.code(), Some(0));
    let file = |name: &str| folder.path().join(name);
    let (rows, report) = (fs::read_to_string(file("blocks.csv")).unwrap(), fs::read(file("report.md")).unwrap());
    let decided = rows.lines().count() as u64 - 1;
    let more: String = (1..=200)
        .map(|i| rows.lines().last().unwrap().replacen(&decided.to_string(), &(decided + i).to_string(), 1) + "\n")
        .collect();
    for what in ["--resume", "report", "without a manifest"] {
        fs::write(file("blocks.csv"), format!("{rows}{more}")).unwrap();
        let done = match what {
            "report" => {
                let path = folder.path().to_str().unwrap();
                let refused = run(&["report", path]);
                assert!(complaint(&refused).contains("--rows-changed"), "{}", complaint(&refused));
                assert_eq!(run(&["report", path, "--rows-changed"]).status.code(), Some(0));
                assert!(fs::read_to_string(file("report.md")).unwrap().contains("changed after the run: blocks.csv"));
                run(&["report", path])
            }
            "--resume" => {
                let refused = compare(folder.path(), &["--resume"]);
                assert_eq!(refused.status.code(), Some(2));
                assert!(complaint(&refused).contains("blocks.csv: damaged (its digest"), "{}", complaint(&refused));
                continue;
            }
            _ => {
                // Without a manifest the files may belong to another program.
                fs::remove_file(file("manifest.json")).unwrap();
                let refused = compare(folder.path(), &["--resume"]);
                assert_eq!(refused.status.code(), Some(2));
                assert!(complaint(&refused).contains("expected an empty or a new folder"), "{}", complaint(&refused));
                continue;
            }
        };
        assert_eq!(done.status.code(), Some(0), "{}", complaint(&done));
        assert_eq!(fs::read_to_string(file("blocks.csv")).unwrap(), rows, "{what}");
        assert_eq!(fs::read(file("report.md")).unwrap(), report, "{what}");
        assert_eq!(run(&["verify", folder.path().to_str().unwrap()]).status.code(), Some(0), "{what}");
    }
}

/// With `--by margin` a block is B's points minus those of the others, and the page shows points.
#[test]
fn compare_by_margin_measures_points() {
    let folder = tempdir().unwrap();
    for (seats, matches) in [("2", 2), ("3", 6)] {
        let out = folder.path().join(seats);
        let done = compare(&out, &["--by", "margin", "--seats", seats, "--set", "game.rules.target=20"]);
        assert_eq!(done.status.code(), Some(0), "{}", complaint(&done));
        assert!(complaint(&done).contains("points a match"), "{}", complaint(&done));
        let blocks = fs::read_to_string(out.join("blocks.csv")).unwrap();
        let rows: Vec<Vec<f64>> =
            blocks.lines().skip(1).map(|row| row.split(',').map(|field| field.parse().unwrap()).collect()).collect();
        // 44 cards of the deck can lie in a proof, and a match ends with the round that reaches 20 points.
        let largest = 19.0 + 44.0;
        for row in &rows {
            let (value, focal, reverse) = (row[3], row[7], row[8]);
            assert!((value - 0.5 - (focal - reverse) / 2.0 / (2.0 * largest)).abs() < 1e-12, "{row:?}");
            assert!(focal.abs() <= largest && (seats != "2" || focal == -reverse), "{row:?}");
        }
        let mean = rows.iter().map(|row| (row[7] - row[8]) / 2.0).sum::<f64>() / rows.len() as f64;
        let report = fs::read_to_string(out.join("report.md")).unwrap();
        assert!(report.contains(&format!("in points a match | 0 | {mean:+.2} | ")), "{mean} is not in {report}");
        let manifest: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(out.join("manifest.json")).unwrap()).unwrap();
        assert_eq!(manifest["matches"].as_u64().unwrap(), matches * rows.len() as u64);
        assert_eq!(run(&["verify", out.to_str().unwrap()]).status.code(), Some(0));
    }
}

/// A record has the files of any results folder and can be repeated from them.
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
        let verified = run(&["verify", path]);
        assert_eq!(verified.status.code(), Some(0), "{}", complaint(&verified));
        let lines = String::from_utf8(verified.stdout).unwrap();
        let (files, conclusion) = lines.trim_end().rsplit_once('\n').unwrap();
        assert_eq!(files.lines().count(), 7, "{lines}");
        assert!(files.lines().all(|line| line.starts_with("same     ")), "{lines}");
        assert!(conclusion.starts_with("Played again: "), "{lines}");

        // The report follows from the blocks.
        let report = fs::read(out.join("report.md")).unwrap();
        fs::write(out.join("report.md"), "lost").unwrap();
        assert_eq!(run(&["report", path]).status.code(), Some(0));
        assert_eq!(fs::read(out.join("report.md")).unwrap(), report);
        assert_eq!(run(&["verify", path]).status.code(), Some(0));
    }
}

/// An existing record is not overwritten.
#[test]
fn a_record_is_not_overwritten() {
    let folder = tempdir().unwrap();
    assert_eq!(compare(folder.path(), &[]).status.code(), Some(0));
    let manifest = fs::read(folder.path().join("manifest.json")).unwrap();
    for same in [&[][..], &["--resume"]] {
        let again = compare(folder.path(), same);
        assert_eq!(again.status.code(), Some(0));
        assert!(complaint(&again).contains("finished earlier; --fresh plays it again"), "{}", complaint(&again));
    }
    for other in [&["--seed", "2"][..], &["--resume", "--seed", "2"], &["--elo1", "50"]] {
        let other =
            [&["compare", "random", "best-of:drawn=2", "--out", folder.path().to_str().unwrap()], other].concat();
        crate::common::refused(&run(&other), &["another comparison", "another --out, or --fresh"]);
    }
    assert!(fs::read(folder.path().join("manifest.json")).unwrap() == manifest);
    assert_eq!(compare(folder.path(), &["--fresh", "--seed", "2"]).status.code(), Some(0));
}

/// One-sided data and identical blocks end in a verdict; `reference/comparisons.txt` has the texts. No verdict claims more
/// than its test: "not shown to be better" states a bound.
#[test]
fn lopsided_and_even_data_end_in_a_verdict() {
    let folder = tempdir().unwrap();
    let mut text = String::new();
    for (seats, a, b, [zero, one]) in [
        ("2", "pass", "greedy", ["0", "50"]),
        ("2", "greedy", "pass", ["0", "10"]),
        ("4", "greedy", "pass", ["0", "50"]),
        ("2", "greedy", "pass", ["-50", "0"]),
        ("2", "random", "random", ["-100", "0"]),
        ("2", "random", "random", ["0", "100"]),
        ("2", "random", "random", ["0", "1"]),
        ("3", "pass", "pass", ["0", "50"]),
        ("3", "random", "best-of:drawn=2", ["0", "40"]),
    ] {
        let out = folder.path().join(format!("{seats}{a}{b}{zero}{one}"));
        let arguments =
            ["compare", a, b, "--seats", seats, "--elo0", zero, "--elo1", one, "--most-blocks", "200", "--out"];
        let said = complaint(&run(&[&arguments[..], &[out.to_str().unwrap()]].concat()));
        let said = said.replace(folder.path().to_str().unwrap(), "");
        assert_eq!(said.contains("is not shown to be"), said.contains(" or more (error rate 5.0 %)."), "{said}");
        let report = fs::read_to_string(out.join("report.md")).unwrap();
        let table: String =
            report.lines().filter(|line| line.starts_with('|')).map(|line| format!("{line}\n")).collect();
        text += &format!("# {seats} seats: {a}, {b}, {zero} to {one}\n\n{said}\n{table}\n");
    }
    assert_eq!(difference(&root().join("harness/tests/reference/comparisons.txt"), &text), None);
}

#[test]
fn invalid_request_is_one_line() {
    for (arguments, expected) in [
        (vec!["compare", "random", "unknown"], "expected one of pass, random"),
        (vec!["compare", "random", "greedy:trust"], "KIND:KEY=VALUE"),
        (vec!["compare", "random", "greedy:trust=9"], "from 0 to 2"),
        (vec!["compare", "random", "greedy", "--elo0", "3", "--elo1", "1"], "in order"),
        (vec!["compare", "random", "greedy", "--alpha", "0.7"], "0.7"),
        (vec!["compare", "random", "greedy", "--seats", "5"], "5 seats"),
        (vec!["compare", "random", "greedy", "--game", "chess"], "chess"),
        (vec!["compare", "random", "greedy", "--against", "random,"], "1 to 5 agents"),
        (vec!["compare", "random", "greedy", "--against", "unknown"], "unknown kind"),
        (vec!["compare", "random", "greedy", "--against", "pass,pass,pass,pass"], "5 seats"),
        (vec!["compare", "random", "greedy", "--against", "pass", "--seats", "3"], "--seats"),
        (vec!["compare", "random", "greedy", "--by", "luck"], "wins, margin"),
        (vec!["plan", "--difference", "0"], "expected"),
        (vec!["plan", "--difference", "nan"], "expected"),
        (vec!["plan", "--difference", "0.6"], "between 0 and 0.50"),
        (vec!["plan", "--difference", "0.1", "--power", "2"], "expected"),
        (vec!["plan", "--difference", "0.1", "--pilot", "nowhere"], "nowhere"),
        (vec!["plan"], "--difference"),
        (vec!["plan", "--difference", "0.1", "--elo", "20"], "--elo"),
        (vec!["plan", "--margin", "0.5"], "--deviation POINTS"),
        (vec!["plan", "--margin", "0.5", "--deviation=-1"], "expected a number above 0"),
        (vec!["plan", "--difference", "0.1", "--deviation", "3"], "--margin"),
    ] {
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            complaint(&output).contains(expected) && complaint(&output).lines().count() == 1,
            "{}",
            complaint(&output)
        );
    }
}

/// Runs `ergo` and returns its output.
fn output_of(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", complaint(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// The textbook number for 55 % against 50 % with power 80 %, and others computed by hand.
#[test]
fn plan_matches_textbook_numbers() {
    let plain = output_of(&["plan", "--difference", "0.05"]);
    assert!(
        plain.contains("783 independent matches") && plain.contains("ergo compare A B --seats 2 --elo1 35"),
        "{plain}"
    );
    // A negative advantage swaps the names, and the recommended command is valid.
    let swapped = output_of(&["plan", "--difference=-0.05"]);
    assert!(
        swapped.contains("A and B are swapped") && swapped.ends_with(plain.split_once(':').unwrap().1),
        "{swapped}"
    );
    // 20 Elo are 52.9 % of two seats, (1.96 + 0.8416)² · 0.25 / 0.0288² matches.
    assert!(output_of(&["plan", "--elo", "20"]).contains("52.9 % instead of 50.0 %"));
    // (2.8016 · 20 / 0.5)² matches.
    assert!(output_of(&["plan", "--margin", "0.5", "--deviation", "20"]).contains("12,559 independent matches"));
}

/// With a pilot every number follows from the pilot, and the recommended command runs.
#[test]
fn plan_uses_the_pilot() {
    let folder = tempdir().unwrap();
    for (name, more) in [("two", &["--seats", "2"][..]), ("among", &["--against", "random,best-of:drawn=4"])] {
        let out = folder.path().join(name);
        let path = out.to_str().unwrap();
        let arguments = [&["compare", "best-of:drawn=6", "best-of:drawn=7", "--elo1", "60", "--out", path][..], more];
        assert_eq!(run(&arguments.concat()).status.code(), Some(0));
        let blocks = fs::read_to_string(out.join("blocks.csv")).unwrap();
        let column = |column: usize| -> Vec<f64> {
            blocks.lines().skip(1).map(|row| row.split(',').nth(column).unwrap().parse().unwrap()).collect()
        };
        let deviation = |values: &[f64]| {
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            (values.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (values.len() - 1) as f64).sqrt()
        };
        let (sides, matches) = if name == "two" { (1.0, 2.0_f64) } else { (2.0, 6.0) };
        for (flag, first) in [("--difference", 1), ("--margin", 7)] {
            let leads: Vec<f64> =
                column(first).iter().zip(column(first + 1)).map(|(f, r)| sides * (f - r) / 2.0).collect();
            let spread = deviation(&leads);
            let size = (1_200.0 * spread).round() / 10_000.0;
            let plan = output_of(&["plan", flag, &size.to_string(), "--pilot", path]);
            assert!(plan.contains(&format!("standard deviation of the advantage {spread:.4}):")), "{spread} {plan}");
            let one = 347.4356 * size / spread / matches.sqrt();
            let line = plan.lines().find(|line| line.contains("ergo compare")).unwrap().trim();
            let said: f64 = line.split("--elo1 ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
            assert!((said - one).abs() < 0.05 * one, "{one} {plan}");
            assert!(plan.contains("accepted in") && !plan.contains("independent matches"), "{plan}");
            // The advantage is detected with the requested power.
            let power = plan.lines().last().unwrap().split("accepted in ").nth(1).unwrap();
            assert!((power.split(' ').next().unwrap().parse::<f64>().unwrap() - 80.0).abs() < 8.0, "{plan}");
            let asked: Vec<&str> = line.split(' ').skip(1).collect();
            let again = folder.path().join(format!("{name}{flag}"));
            let more = ["--most-blocks", "50", "--out", again.to_str().unwrap()];
            let played = run(&[&asked[..], &more].concat());
            assert_eq!(played.status.code(), Some(0), "{line}: {}", complaint(&played));
        }
        let refused = run(&["plan", "--difference", "0.1", "--seats", "4", "--pilot", path]);
        assert!(complaint(&refused).contains("the pilot ") && refused.status.code() == Some(2));
    }
}
