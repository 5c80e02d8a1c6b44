//! Recorded questions and progress, changed by hand: never believed.

use std::fs;
use std::path::Path;

use crate::common::{complaint, done, interrupted, lines, printed, refused, root, run, tempdir, toy, unsealed};
use crate::files::{at, place};
use ergo_lab::job::Played;

/// Changes the file at `path` by replacing one text, which must be there, by another.
#[track_caller]
fn edit(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{text}");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn a_comparison_answers_what_was_asked() {
    let (folder, _) = place();
    let (compared, out) = at(&folder, "compared");
    let compare = |more: &[&str]| {
        let fixed = ["compare", "random", "best-of:drawn=2", "--one", "60", "--most-blocks", "200", "--out", &out];
        run(&[&fixed[..], more].concat())
    };
    done(&compare(&[]));
    let question = compared.join("question.json");
    let asked = fs::read_to_string(&question).unwrap();
    for (from, to) in [
        ("\"a\":\"random\",\"b\":\"best-of:drawn=2\"", "\"a\":\"best-of:drawn=2\",\"b\":\"random\""),
        ("\"alpha\":0.05", "\"alpha\":0.4"),
    ] {
        edit(&question, from, to);
        let expected = ["question.json", "its digest is not the one in manifest.json", "a folder of its own"];
        refused(&run(&["report", &out]), &expected);
        refused(&run(&["plan", "--difference", "0.05", "--pilot", &out]), &expected);
        refused(&compare(&["--resume"]), &["compared", "another comparison"]);
        fs::write(&question, &asked).unwrap();
    }
    // Asked in the same words.
    edit(&question, "\"alpha\":0.05", "\"alpha\":0.4");
    refused(
        &compare(&["--resume", "--alpha", "0.4"]),
        &["question.json", "its digest is not the one in manifest.json"],
    );
    fs::write(&question, &asked).unwrap();
    done(&run(&["report", &out]));
    done(&compare(&["--resume"]));
}

#[test]
fn a_finished_run_is_the_one_that_was_played() {
    let (folder, file) = place();
    let (results, out) = at(&folder, "out");
    done(&run(&["run", &file, "--out", &out]));
    let experiment = results.join("experiment.toml");
    let asked = fs::read_to_string(&experiment).unwrap();
    edit(&experiment, "Who gains?", "Who loses?");
    refused(&run(&["report", &out]), &["experiment.toml", "its digest is not the one in manifest.json"]);
    // Gone on with from the same words.
    let (_, edited) = at(&folder, "edited.toml");
    fs::write(&edited, fs::read_to_string(&experiment).unwrap()).unwrap();
    refused(&run(&["run", &edited, "--out", &out, "--resume"]), &["experiment.toml", "its digest", "--fresh"]);
    fs::write(&experiment, asked).unwrap();
    done(&run(&["run", &file, "--out", &out, "--resume"]));
    for name in ["rounds.csv", "report.md", "summary.csv"] {
        let before = fs::read_to_string(results.join(name)).unwrap();
        fs::write(results.join(name), format!("{before} ")).unwrap();
        refused(
            &run(&["run", &file, "--out", &out, "--resume"]),
            &[name, "its digest is not the one in manifest.json"],
        );
        fs::write(results.join(name), before).unwrap();
    }
}

#[test]
fn work_goes_on_where_its_rows_end() {
    let (folder, _) = place();
    let (path, file) = at(&folder, "plain.toml");
    fs::write(&path, toy("kuhn-poker", 20).replace("transcripts = true", "transcripts = false")).unwrap();
    let (whole, out) = at(&folder, "whole");
    done(&run(&["run", &file, "--out", &out]));
    let read = |name: &str| fs::read_to_string(whole.join(name)).unwrap();
    let (rounds, seats, matches) =
        (lines(&read("rounds.csv"), 3), lines(&read("seats.csv"), 6), lines(&read("matches.csv"), 6));
    let rows = [("rounds.csv", rounds.as_str(), ""), ("seats.csv", &seats, ""), ("matches.csv", &matches, "")];
    let (cut, cut_text) = at(&folder, "cut");
    let asked = [("experiment.toml", read("experiment.toml"))];
    let begun = |tasks: u64| {
        let played = Played { matches: 3, rounds: 3, turns: 3, faults: 0 };
        let _gone = fs::remove_dir_all(&cut);
        interrupted(&cut, &asked, &rows, tasks, played);
        run(&["run", &file, "--out", &cut_text, "--resume"])
    };
    for tasks in [2, 4, 40] {
        refused(&begun(tasks), &["progress.json", &format!("it counts {tasks} tasks, the rows 3"), "--fresh"]);
    }
    // What was asked is gone or another.
    let played = Played { matches: 3, rounds: 3, turns: 3, faults: 0 };
    for text in ["", "seed = 3\n"] {
        let _gone = fs::remove_dir_all(&cut);
        interrupted(&cut, &asked, &rows, 3, played);
        fs::write(cut.join("experiment.toml.part"), text).unwrap();
        refused(&run(&["run", &file, "--out", &cut_text, "--resume"]), &["experiment.toml.part", "not what was asked"]);
    }
    done(&begun(3));
    assert_eq!(fs::read_to_string(cut.join("matches.csv")).unwrap(), read("matches.csv"));
}

#[test]
fn every_file_of_a_result_is_wanted() {
    let (folder, file) = place();
    let (results, out) = at(&folder, "out");
    done(&run(&["run", &file, "--out", &out]));
    done(&run(&["verify", &out]));
    for name in ["summary.csv", "report.md", "report.html", "arms.csv"] {
        let aside = folder.path().join("aside");
        fs::rename(results.join(name), &aside).unwrap();
        let output = run(&["verify", &out]);
        assert_eq!(output.status.code(), Some(1), "{}", complaint(&output));
        assert!(printed(&output).contains(&format!("DIFFERS  {name}: missing")), "{}", printed(&output));
        fs::rename(aside, results.join(name)).unwrap();
    }
    // Rows, which a record may leave out, are known by their digests.
    fs::remove_file(results.join("rounds.csv")).unwrap();
    let output = run(&["verify", &out]);
    done(&output);
    assert!(printed(&output).contains("rounds.csv (by its digest"), "{}", printed(&output));
}

#[test]
fn what_no_program_here_can_repeat_is_said_in_one_line() {
    // As a program of before wrote it, which gave its records no sum.
    let folder = tempdir().unwrap();
    let record = folder.path().join("tune-greedy-2");
    fs::create_dir(&record).unwrap();
    for entry in fs::read_dir(root().join("results/tune-greedy-2")).unwrap().map(Result::unwrap) {
        fs::copy(entry.path(), record.join(entry.file_name())).unwrap();
    }
    let about = record.join("tune.json");
    let text = unsealed(&fs::read_to_string(&about).unwrap());
    fs::write(&about, text.replace("\"rng_version\": 2", "\"rng_version\": 1")).unwrap();
    let output = run(&["verify", record.to_str().unwrap()]);
    let said = complaint(&output);
    assert_eq!((output.status.code(), said.lines().count()), (Some(1), 1), "{said}");
    for word in ["tune-greedy-2", "random streams of version 1", "only that program can repeat it"] {
        assert!(said.contains(word), "{said}");
    }
}
