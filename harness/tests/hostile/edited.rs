//! Progress and version records that were edited by hand are refused.

use std::fs;

use crate::common::{complaint, done, interrupted, lines, refused, root, run, tempdir, toy, unsealed};
use crate::files::{at, place};
use ergo_lab::job::PlayedCounts;

#[test]
fn work_resumes_at_the_end_of_its_rows() {
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
        let played = PlayedCounts { matches: 3, rounds: 3, turns: 3, faults: 0 };
        let _gone = fs::remove_dir_all(&cut);
        interrupted(&cut, &asked, &rows, tasks, played);
        run(&["run", &file, "--out", &cut_text, "--resume"])
    };
    for tasks in [2, 4, 40] {
        refused(&begun(tasks), &["progress.json", &format!("it counts {tasks} tasks, the rows have 3"), "--fresh"]);
    }
    // The experiment is missing or another one.
    let played = PlayedCounts { matches: 3, rounds: 3, turns: 3, faults: 0 };
    for text in ["", "seed = 3\n"] {
        let _gone = fs::remove_dir_all(&cut);
        interrupted(&cut, &asked, &rows, 3, played);
        fs::write(cut.join("experiment.toml.part"), text).unwrap();
        refused(
            &run(&["run", &file, "--out", &cut_text, "--resume"]),
            &["experiment.toml.part", "not the file of this run"],
        );
    }
    done(&begun(3));
    assert_eq!(fs::read_to_string(cut.join("matches.csv")).unwrap(), read("matches.csv"));
}

#[test]
fn record_of_another_version_is_refused_in_one_line() {
    // A record of an earlier version, without a checksum.
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
    for word in ["tune-greedy-2", "random streams of version 1", "expected the program that wrote it"] {
        assert!(said.contains(word), "{said}");
    }
}
