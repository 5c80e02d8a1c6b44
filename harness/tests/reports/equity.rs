//! `ergo equity` as a user meets it, on the rows of a small tournament that is on record.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{complaint, printed, root, run, tempdir};
use ergo_agents::games::ergo::equity::MatchEquity;
use ergo_engine::seat::{Seat, SeatCount, SeatMap};

/// `results/smoke`: greedy and random at two and four seats.
fn smoke() -> PathBuf {
    root().join("results/smoke")
}

fn made(file: &Path, more: &[&str]) -> MatchEquity {
    let smoke = smoke();
    let arguments =
        [&["game", "ergo", "equity", smoke.to_str().unwrap(), "--out", file.to_str().unwrap()], more].concat();
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    MatchEquity::from_bytes(&fs::read(file).unwrap()).unwrap()
}

/// The chance to win at once is what the rows say: at 49 to 49 any paying round ends the match.
#[test]
fn a_table_is_what_the_rows_say() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("two.equity");
    let table = made(&file, &["--seats", "2"]);
    let text = fs::read_to_string(smoke().join("rounds.csv")).unwrap();
    let paid: Vec<(i32, i32)> = text
        .lines()
        .skip(1)
        .map(|row| row.split(',').collect::<Vec<_>>())
        .filter(|row| row[17].is_empty())
        .map(|row| (row[15].parse().unwrap(), row[16].parse().unwrap()))
        .collect();
    assert_eq!(table.about()["rounds"], paid.len().to_string());
    assert_eq!(table.about()["matches"], "40");
    // Whoever gains more wins; who gain alike play on, which is like the same again.
    let more = |one: fn(&(i32, i32)) -> bool| paid.iter().filter(|paid| one(paid)).count() as f64;
    let (first, second) = (more(|paid| paid.0 > paid.1), more(|paid| paid.0 < paid.1));
    let even = SeatMap::from_fn(SeatCount::new(2), |_| 49);
    let chance = table.chance(&even, Seat::new(0))[Seat::new(0)];
    assert!((chance - first / (first + second)).abs() < 1e-4, "{chance}, {first}, {second}");

    let shown = run(&["game", "ergo", "equity", "49,49", "--show", file.to_str().unwrap()]);
    assert!(printed(&shown).contains(&format!("| 1 | 49 | {:.1} % |", 100.0 * chance)), "{}", printed(&shown));
    // By the deals of the same rows: wider than nothing, narrower than all.
    let rows = smoke().to_str().unwrap().to_owned();
    let sure = run(&["game", "ergo", "equity", "49,49", "--show", file.to_str().unwrap(), "--errors", &rows]);
    let row = printed(&sure).lines().find(|row| row.starts_with("| 1 | 49 |")).unwrap_or_default().to_owned();
    let half: f64 = row.split('±').nth(1).unwrap_or_default().trim_end_matches(" |").trim().parse().expect(&row);
    assert!(half > 0.5 && half < 50.0, "{row}");
    let checked = run(&["game", "ergo", "equity", smoke().to_str().unwrap(), "--check", file.to_str().unwrap()]);
    assert!(printed(&checked).contains(" chances in 40 matches are off by"), "{}", printed(&checked));
}

/// Another end of the match makes another table of the same rounds; one of greedy alone is not to be had there.
#[test]
fn tables_for_other_ends_of_a_match() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("three.equity");
    let rotating = made(&file, &["--seats", "3", "--step", "7", "--set", "game.rules.starter=rotate"]);
    let scores = SeatMap::from_fn(SeatCount::new(3), |_| 0);
    // Everyone's chance moves on with the start.
    let (one, two) = (rotating.chance(&scores, Seat::new(0)), rotating.chance(&scores, Seat::new(1)));
    for seat in 0..3 {
        assert!((one[Seat::new(seat)] - two[Seat::new((seat + 1) % 3)]).abs() < 1e-12);
    }
    let refused = run(&["game", "ergo", "equity", smoke().to_str().unwrap(), "--check", file.to_str().unwrap()]);
    assert!(complaint(&refused).contains("other ends of a match"), "{}", complaint(&refused));
    let short = made(&folder.path().join("short"), &["--seats", "2", "--set", "game.rules.target=9"]);
    assert_eq!((short.ending().target, short.step()), (9, 1));
}

#[test]
fn bad_questions_are_one_line() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("two.equity");
    made(&file, &["--seats", "2"]);
    let (smoke, file) = (smoke(), file.to_str().unwrap());
    let (smoke, out) = (smoke.to_str().unwrap(), folder.path().join("out"));
    let out = out.to_str().unwrap();
    for (arguments, expected) in [
        (vec!["game", "ergo", "equity", smoke], "--out <FILE>"),
        (vec!["game", "ergo", "equity", smoke, "--out", out], "expected --seats"),
        (
            vec!["game", "ergo", "equity", smoke, "--seats", "2", "--entrants", "nobody", "--out", out],
            "nobody of that name",
        ),
        (vec!["game", "ergo", "equity", smoke, "--seats", "2", "--entrants", "greedy", "--out", out], "expected some"),
        (vec!["game", "ergo", "equity", smoke, "--arm", "other", "--out", out], "expected one of base"),
        (
            vec!["game", "ergo", "equity", smoke, "--seats", "2", "--set", "game.rules.target=500", "--out", out],
            "expected 1 to 60",
        ),
        (vec!["game", "ergo", "equity", "nowhere", "--out", out], "no manifest.json there"),
        (vec!["game", "ergo", "equity", "1,2,3", "--show", file], "expected 2 scores"),
        (vec!["game", "ergo", "equity", "1,x", "--show", file], "expected 2 scores"),
        (vec!["game", "ergo", "equity", "1,2", "--next", "3", "--show", file], "from 1 to 2"),
        (vec!["game", "ergo", "equity", "1,2", "--show", "Cargo.toml"], "no table of a version known here"),
        (vec!["game", "ergo", "equity", "1,2", "--show", "src"], "no file"),
    ] {
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", printed(&output));
        assert!(
            complaint(&output).contains(expected) && complaint(&output).lines().count() == 1,
            "{}",
            complaint(&output)
        );
        assert!(!Path::new(out).exists(), "{arguments:?} left something behind");
    }
}
