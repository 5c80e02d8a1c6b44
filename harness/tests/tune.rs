//! `ergo tune` as a user meets it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::tempdir;

fn ergo(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ergo")).args(arguments).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Greedy that plays half its turns at random, against itself: what to do is plain.
fn tune(out: &Path, more: &[&str]) -> Output {
    let mut arguments = vec!["tune", "greedy:blunder=0.5", "--against", "greedy:blunder=0.5", "--keys", "blunder,hope"];
    arguments.extend(["--generations", "4", "--deals", "12", "--held-out", "60", "--out", out.to_str().unwrap()]);
    arguments.extend(more);
    ergo(&arguments)
}

/// Every file but the one with a clock in it.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let names = ["experiment.toml", "search.json", "candidates.csv", "generations.csv", "held_out.csv", "best.toml"];
    let names = names.into_iter().chain(["verdict.md"]);
    names.map(|name| (name.to_owned(), fs::read(folder.join(name)).unwrap())).collect()
}

#[test]
fn finds_what_is_plainly_better_and_proves_it_on_other_deals() {
    let folder = tempdir().unwrap();
    let output = tune(folder.path(), &["--seats", "3"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("tuned is better than as it was"), "{}", stderr(&output));
    let best: toml::Table = toml::from_str(&fs::read_to_string(folder.path().join("best.toml")).unwrap()).unwrap();
    let agent = &best["entrant"][0]["agent"];
    assert!(agent["blunder"].as_float().is_none_or(|blunder| blunder < 0.2), "{agent}");

    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    // The gain in words is the mean of the last column, over blocks.
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
    // All candidates of a generation meet the same deals, and no other generation does: the start tells.
    let starts: Vec<&str> = path.lines().skip(1).map(|row| row.split(',').nth(3).unwrap()).collect();
    assert!(starts.windows(2).all(|pair| pair[0] != pair[1]), "{starts:?}");
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let folder = tempdir().unwrap();
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    assert_eq!(tune(&one, &["--threads", "1"]).status.code(), Some(0));
    let whole = files(&one);
    assert_eq!(tune(&two, &["--threads", "5"]).status.code(), Some(0));
    assert_eq!(files(&two), whole);
    let rows = fs::read_to_string(one.join("candidates.csv")).unwrap();
    // Cut in the middle of a generation and of a row, after some generations, before the first, and not at all.
    for cut in [rows.len() * 2 / 3, rows.len() / 3, 5, rows.len()] {
        fs::write(two.join("candidates.csv"), &rows[..cut]).unwrap();
        for name in ["held_out.csv", "verdict.md", "best.toml"] {
            fs::remove_file(two.join(name)).unwrap();
        }
        let output = tune(&two, &["--resume", "--threads", "2"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(files(&two), whole, "cut at {cut}");
    }
}

#[test]
fn a_record_is_not_overwritten_or_led_astray() {
    let folder = tempdir().unwrap();
    assert_eq!(tune(folder.path(), &[]).status.code(), Some(0));
    for (more, expected) in [
        (&[][..], "--resume"),
        (&["--resume", "--seed", "2"], "another search"),
        (&["--aim", "win_share"], "another search"),
    ] {
        let output = tune(folder.path(), more);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(expected) && stderr(&output).lines().count() == 1, "{}", stderr(&output));
    }
    // A value that was changed by hand leads to other candidates than those written down, unless its rank stays: the best made
    // better, or one that did not count made worse.
    let path = folder.path().join("candidates.csv");
    let rows = fs::read_to_string(&path).unwrap();
    let (head, first) = rows.split_at(rows.find("1,1,1,").unwrap() + 6);
    let refused = ["99", "-99"].map(|value| {
        fs::write(&path, format!("{head}{value}{}", &first[first.find(',').unwrap()..])).unwrap();
        let output = tune(folder.path(), &["--resume"]);
        let refused = output.status.code() == Some(2);
        assert!(!refused || stderr(&output).contains("row 15"), "{}", stderr(&output));
        refused
    });
    assert!(refused.contains(&true));
    assert_eq!(tune(folder.path(), &["--fresh", "--aim", "win_share"]).status.code(), Some(0));
}

/// Whole numbers stay whole, and other games have agents and panels, too.
#[test]
fn whole_numbers_and_mixed_panels() {
    let folder = tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let output = ergo(&[
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
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("random+greedy and best-of:drawn=2"), "{}", stderr(&output));
    let text = fs::read_to_string(folder.path().join("best.toml")).unwrap();
    let best: toml::Table = toml::from_str(&text).unwrap();
    assert!(best["entrant"][0]["agent"]["drawn"].as_integer().unwrap() > 2);
    let experiment = fs::read_to_string(folder.path().join("experiment.toml")).unwrap();
    // Shares of wins are shares of whole matches.
    assert!(experiment.contains("max_rounds = 1000"), "{experiment}");
}

#[test]
fn bad_questions_are_one_line() {
    for (arguments, expected) in [
        (vec!["tune", "greedy", "--against", "greedy", "--keys", "hop"], "nearest known one is \"hope\""),
        (vec!["tune", "greedy", "--against", "greedy", "--keys", "hope,hope"], "named twice"),
        (vec!["tune", "greedy", "--against", "greedy", "--keys", "hope=0.9..1"], "start 0.3"),
        (vec!["tune", "random", "--against", "greedy", "--keys", "over"], "a number"),
        (vec!["tune", "greedy", "--against", "nobody", "--keys", "hope"], "expected \"pass\""),
        (vec!["tune", "greedy", "--against", "greedy+greedy", "--keys", "hope"], "one for all other seats or 1"),
        (vec!["tune", "greedy", "--against", "greedy", "--keys", "hope", "--aim", "luck"], "win_share"),
        (vec!["tune", "greedy", "--against", "greedy", "--keys", "hope", "--seats", "6"], "6 seats"),
    ] {
        let folder = tempdir().unwrap();
        let out = folder.path().join("out");
        let output = ergo(&[arguments.clone(), vec!["--out", out.to_str().unwrap()]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(expected) && stderr(&output).lines().count() == 1, "{}", stderr(&output));
        assert!(!out.exists(), "{arguments:?} left something behind");
    }
}
