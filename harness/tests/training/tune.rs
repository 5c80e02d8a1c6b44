//! `ergo tune` on the command line.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::common::{complaint, refused, run, tempdir};

/// Tunes a greedy agent that plays half its turns at random against itself, so that the best setting is obvious.
fn tune(out: &Path, more: &[&str]) -> Output {
    let mut arguments = vec!["tune", "greedy:blunder=0.5", "--against", "greedy:blunder=0.5", "--keys", "blunder,hope"];
    arguments.extend(["--generations", "4", "--deals", "12", "--held-out", "60", "--out", out.to_str().unwrap()]);
    arguments.extend(more);
    run(&arguments)
}

/// Returns every file except the one with clock values.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let names = ["experiment.toml", "search.json", "candidates.csv", "generations.csv", "held_out.csv", "best.toml"];
    let names = names.into_iter().chain(["verdict.md"]);
    names.map(|name| (name.to_owned(), fs::read(folder.join(name)).unwrap())).collect()
}

#[test]
fn tune_finds_better_settings_and_checks_them_on_held_out_deals() {
    let folder = tempdir().unwrap();
    let output = tune(folder.path(), &["--seats", "3"]);
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    let said = complaint(&output);
    assert!(said.contains("tuned is better than as it was"), "{said}");
    // The settings with their initial and best values, and the agent for a command line.
    let row = |key: &str| -> Vec<String> {
        let line = said.lines().find(|line| line.trim_start().starts_with(key)).unwrap_or_else(|| panic!("{said}"));
        line.split_whitespace().map(str::to_owned).collect()
    };
    assert_eq!(row("setting"), ["setting", "initial", "best", "searched"]);
    assert_eq!((row("blunder")[1].as_str(), row("hope")[1].as_str()), ("0.5", "0.3"));
    let best: toml::Table = toml::from_str(&fs::read_to_string(folder.path().join("best.toml")).unwrap()).unwrap();
    let agent = &best["entrant"][0]["agent"];
    assert!(agent["blunder"].as_float().is_none_or(|blunder| blunder < 0.2), "{agent}");
    for key in ["blunder", "hope"] {
        assert_eq!(row(key)[2], agent[key].to_string(), "{said}");
        assert!(said.contains(&format!("{key}={}", agent[key])), "{said}");
    }

    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    // The printed gain is the mean of the last column over blocks.
    let gains: Vec<f64> =
        read("held_out.csv").lines().skip(1).map(|row| row.rsplit(',').next().unwrap().parse().unwrap()).collect();
    let mean = gains.iter().sum::<f64>() / gains.len() as f64;
    assert_eq!(gains.len(), 60);
    assert!(mean > 0.0 && read("verdict.md").contains(&format!("{mean:+.2} ±")));
    // Four generations of 2 (4 + ⌊3 ln 2⌋) candidates, the centre and the start; the first centre is the start.
    assert_eq!(read("candidates.csv").lines().count(), 1 + 4 * (12 + 2));
    let path = read("generations.csv");
    let first: Vec<&str> = path.lines().nth(1).unwrap().split(',').collect();
    assert_eq!((path.lines().count(), first[2], first[4], first[5]), (5, first[3], "0", "0.5"));
    // The folder is enough to repeat the search, and a changed byte is detected.
    let verified = run(&["verify", folder.path().to_str().unwrap()]);
    assert_eq!(verified.status.code(), Some(0), "{}", complaint(&verified));
    let verified = String::from_utf8(verified.stdout).unwrap();
    assert_eq!(verified.matches("same     ").count(), 7);
    assert!(verified.ends_with("\nSearched again: every candidate and every file is the same.\n"), "{verified}");
    let whole = read("generations.csv");
    fs::write(folder.path().join("generations.csv"), whole.replacen('5', "6", 1)).unwrap();
    let path_changed = run(&["verify", folder.path().to_str().unwrap()]);
    assert_eq!(path_changed.status.code(), Some(1), "{}", complaint(&path_changed));
    assert!(String::from_utf8(path_changed.stdout).unwrap().contains("DIFFERS  generations.csv"));
    fs::write(folder.path().join("generations.csv"), whole).unwrap();
    // Candidates of a generation share their deals, and generations do not: the values of the start show that.
    let starts: Vec<&str> = path.lines().skip(1).map(|row| row.split(',').nth(3).unwrap()).collect();
    assert!(starts.windows(2).all(|pair| pair[0] != pair[1]), "{starts:?}");
}

/// `faults` tests kills and resumption.
#[test]
fn results_do_not_depend_on_threads() {
    let folder = tempdir().unwrap();
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    assert_eq!(tune(&one, &["--threads", "1"]).status.code(), Some(0));
    assert_eq!(tune(&two, &["--threads", "5"]).status.code(), Some(0));
    assert_eq!(files(&two), files(&one));
}

#[test]
fn a_record_is_not_overwritten() {
    let folder = tempdir().unwrap();
    let first = tune(folder.path(), &[]);
    assert_eq!(first.status.code(), Some(0));
    for (more, expected) in [
        (&[][..], "--resume"),
        (&["--resume", "--seed", "2"], "another search"),
        (&["--aim", "win_share"], "another search"),
    ] {
        let output = tune(folder.path(), more);
        assert_eq!(output.status.code(), Some(2));
        assert!(
            complaint(&output).contains(expected) && complaint(&output).lines().count() == 1,
            "{}",
            complaint(&output)
        );
    }
    // A finished search is not repeated, and prints the same.
    let about = fs::read(folder.path().join("tune.json")).unwrap();
    let again = tune(folder.path(), &["--resume"]);
    assert_eq!((again.status.code(), complaint(&again)), (Some(0), complaint(&first)));
    assert!(fs::read(folder.path().join("tune.json")).unwrap() == about);
    assert_eq!(tune(folder.path(), &["--fresh", "--aim", "win_share"]).status.code(), Some(0));
}

/// Whole numbers stay whole; other games have agents and panels, too.
#[test]
fn whole_numbers_and_mixed_panels() {
    let folder = tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let output = run(&[
        "tune",
        "best-of:drawn=2",
        "--against",
        "random+greedy",
        "--against",
        "best-of:drawn=2",
        "--seats",
        "3",
        "--keys",
        "drawn=1..40",
        "--generations",
        "3",
        "--deals",
        "10",
        "--held-out",
        "40",
        "--aim",
        "win_share",
        "--out",
        out,
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    assert!(complaint(&output).contains("random+greedy and best-of:drawn=2"), "{}", complaint(&output));
    let text = fs::read_to_string(folder.path().join("best.toml")).unwrap();
    let best: toml::Table = toml::from_str(&text).unwrap();
    assert!(best["entrant"][0]["agent"]["drawn"].as_integer().unwrap() > 2);
    let experiment = fs::read_to_string(folder.path().join("experiment.toml")).unwrap();
    // A share of the wins is measured over whole matches.
    assert!(experiment.contains("max_rounds = 1000"), "{experiment}");
}

#[test]
fn invalid_request_is_one_line() {
    for (arguments, expected) in [
        (vec!["tune", "greedy", "--against", "greedy", "--keys", "hop"], "did you mean \"hope\"?"),
        (vec!["tune", "greedy", "--against", "greedy", "--keys", "hope,hope"], "named twice"),
        (vec!["tune", "greedy", "--against", "greedy", "--keys", "hope=0.9..1"], "start 0.3"),
        (vec!["tune", "random", "--against", "greedy", "--keys", "over"], "a numeric setting"),
        (vec!["tune", "greedy", "--against", "missing", "--keys", "hope"], "unknown kind"),
        (vec!["tune", "greedy", "--against", "greedy+greedy", "--keys", "hope"], "expected 1 for all other seats or 1"),
        (vec!["tune", "greedy", "--against", "greedy", "--keys", "hope", "--aim", "luck"], "win_share"),
        (vec!["tune", "greedy", "--against", "greedy", "--keys", "hope", "--seats", "6"], "6 seats"),
    ] {
        let folder = tempdir().unwrap();
        let out = folder.path().join("out");
        let output = run(&[arguments.clone(), vec!["--out", out.to_str().unwrap()]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            complaint(&output).contains(expected) && complaint(&output).lines().count() == 1,
            "{}",
            complaint(&output)
        );
        assert!(!out.exists(), "{arguments:?} left something behind");
    }
}

#[test]
fn tune_refuses_external_programs() {
    let program = "process:command=\"true\"";
    for (agent, against, keys, who) in
        [("greedy", program, "trust=0..1", "panel-1"), (program, "random", "move_ms=1..2000", "candidate")]
    {
        let folder = crate::common::tempdir().unwrap();
        let out = folder.path().join("out");
        let tuned = run(&["tune", agent, "--keys", keys, "--against", against, "--out", out.to_str().unwrap()]);
        refused(&tuned, &[who, "external programs", "expected"]);
    }
}
