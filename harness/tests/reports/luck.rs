//! The luck of the draw in real matches: mean 0, taken out without bias, written and checked like all rows.

use std::fs;
use std::path::Path;

use crate::common::{done, refused, run, tempdir};
use ergo_lab::stats::Moments;
use ergo_lab::stats::paired::t_test_of;
use ergo_lab::stats::uniformity::uniformity;
use statrs::distribution::{ContinuousCDF, StudentsT};

fn experiment(file: &Path, agents: [&str; 2], seats: usize, deals: u32, seed: u64) -> String {
    let table = vec!["\"other\""; seats - 1].join(", ");
    let text = format!(
        "question = \"Who is lucky?\"\nseed = {seed}\n[game]\nname = \"ergo\"\n[[entrant]]\nname = \"one\"\n\
         agent = {{ {} }}\n[[entrant]]\nname = \"other\"\nagent = {{ {} }}\n[schedule]\n\
         tables = [[\"one\", {table}]]\ndeals = {deals}\n[output]\nluck = true\n",
        agents[0], agents[1],
    );
    fs::write(file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

/// The luck of every row by kind, from the columns after the entrant's.
fn rows(folder: &Path) -> (Vec<String>, Vec<(String, Vec<f64>)>) {
    let mut reader = csv::Reader::from_path(folder.join("luck.csv")).unwrap();
    let kinds = reader.headers().unwrap().iter().skip(6).map(str::to_owned).collect();
    let row = |row: csv::StringRecord| (row[4].to_owned(), row.iter().skip(6).map(|v| v.parse().unwrap()).collect());
    (kinds, reader.records().map(|found| row(found.unwrap())).collect())
}

#[test]
fn nobody_is_luckier_by_skill() {
    let folder = tempdir().unwrap();
    let mut tests = 0;
    for (seats, agents) in [
        (2, ["kind = \"greedy\"", "kind = \"random\""]),
        (3, ["kind = \"best-of\"", "kind = \"pass\""]),
        (4, ["kind = \"random\"", "kind = \"best-of\", drawn = 2"]),
    ] {
        let file = experiment(&folder.path().join("trial.toml"), agents, seats, 300, 5);
        let out = folder.path().join(seats.to_string());
        done(&run(&["run", &file, "--out", out.to_str().unwrap(), "--fresh"]));
        let (kinds, rows) = rows(&out);
        assert_eq!((kinds.len(), rows.len()), (13, 300 * seats * seats));
        for (place, kind) in kinds.iter().enumerate() {
            for seat in 1..=seats {
                let mut moments = Moments::default();
                // Matches of one deal depend on each other: one value a deal.
                let of_seat = rows.iter().filter(|(at, _)| *at == seat.to_string()).map(|(_, luck)| luck[place]);
                let values: Vec<f64> = of_seat.collect();
                values.chunks(seats).for_each(|deal| moments.push(deal.iter().sum()));
                let p = t_test_of(&moments).p;
                assert!(p > 1e-5 && moments.variance().unwrap() > 0.0, "{kind} of seat {seat} of {seats}: p = {p}");
                tests += 1;
            }
        }
    }
    assert_eq!(tests, 13 * 9);
}

/// Value, low and high of a measure in a summary.
fn measured(folder: &Path, subject: &str, measure: &str) -> Option<[f64; 3]> {
    let mut summary = csv::Reader::from_path(folder.join("summary.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = summary.records().map(Result::unwrap).collect();
    let row = rows.iter().find(|row| &row[3] == subject && &row[4] == measure)?;
    Some([5, 6, 7].map(|column| row[column].parse().unwrap_or(f64::NAN)))
}

/// Twins that play at random: their true share is a half, and the true luck nothing.
#[test]
fn means_keep_the_truth() {
    const RUNS: u64 = 60;
    const DEALS: u32 = 220;
    let folder = tempdir().unwrap();
    let student = StudentsT::new(0.0, 1.0, f64::from(DEALS) - 1.0).unwrap();
    let (mut held, mut probabilities) = (0, Vec::new());
    let (mut taken, mut apart) = (Moments::default(), 0.0_f64);
    for seed in 1..=RUNS {
        let agents = ["kind = \"random\"", "kind = \"random\""];
        let file = experiment(&folder.path().join("trial.toml"), agents, 2, DEALS, seed);
        let out = folder.path().join("out");
        done(&run(&["run", &file, "--out", out.to_str().unwrap(), "--fresh"]));
        let [raw, ..] = measured(&out, "one", "win_share").unwrap();
        let [value, low, high] = measured(&out, "one", "win_share_less_luck").unwrap();
        let [luck, from, to] = measured(&out, "one", "win_share_luck").unwrap();
        held += u32::from(low <= 0.5 && 0.5 <= high);
        assert!((raw - luck - value).abs() < 3e-6, "{raw} {luck} {value}");
        apart = apart.max((raw - value).abs());
        taken.push(luck);
        if to > from {
            let t = luck / ((to - from) / 2.0 / student.inverse_cdf(0.975));
            probabilities.push(2.0 * student.cdf(-t.abs()));
        }
    }
    // 95 % of 60 are 57; fewer than 50 come once in a thousand times.
    assert!(held >= 50, "{held}");
    assert!(t_test_of(&taken).p > 1e-3, "{taken:?}");
    assert!(apart > 0.0 && apart < 0.1, "{apart}");
    assert!(probabilities.len() > 10 && uniformity(&probabilities) > 0.001, "{probabilities:?}");
}

#[test]
fn luck_is_written_and_checked_like_all_rows() {
    let folder = tempdir().unwrap();
    let agents = ["kind = \"best-of\", drawn = 2", "kind = \"random\""];
    let file = experiment(&folder.path().join("trial.toml"), agents, 3, 60, 9);
    let [one, three] = ["one", "three"].map(|name| folder.path().join(name));
    done(&run(&["run", &file, "--out", one.to_str().unwrap(), "--threads", "1"]));
    done(&run(&["run", &file, "--out", three.to_str().unwrap(), "--threads", "3"]));
    for name in ["luck.csv", "summary.csv", "report.md", "report.html"] {
        assert!(fs::read(one.join(name)).unwrap() == fs::read(three.join(name)).unwrap(), "{name}");
    }
    assert!(fs::read_to_string(one.join("experiment.toml")).unwrap().ends_with("luck = true\n"));
    assert!(
        fs::read_to_string(one.join("report.md"))
            .unwrap()
            .contains("<summary>Control variates: the luck of the draw</summary>")
    );
    done(&run(&["verify", one.to_str().unwrap()]));
    let before = fs::read(one.join("report.md")).unwrap();
    done(&run(&["report", one.to_str().unwrap()]));
    assert!(fs::read(one.join("report.md")).unwrap() == before);

    let text = fs::read_to_string(one.join("luck.csv")).unwrap();
    fs::write(one.join("luck.csv"), text.replacen("other", "othello", 1)).unwrap();
    let changed = run(&["verify", one.to_str().unwrap()]);
    assert_eq!(changed.status.code(), Some(1));
    // A row that is missing is noticed by the report.
    let cut: Vec<&str> = text.lines().take(100).collect();
    fs::write(one.join("luck.csv"), cut.join("\n")).unwrap();
    refused(&run(&["report", one.to_str().unwrap()]), &["luck.csv", "digest"]);
    refused(&run(&["report", one.to_str().unwrap(), "--rows-changed"]), &["luck.csv", "is not there"]);
    // Without it the file is gone, and so is what the report said.
    done(&run(&["run", &file, "--out", three.to_str().unwrap(), "--fresh", "--set", "output.luck=false"]));
    assert!(!three.join("luck.csv").exists());
    assert!(
        !fs::read_to_string(three.join("report.md")).unwrap().contains("## Control variates: the luck of the draw")
    );
}

#[test]
fn games_without_luck_say_so() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("trial.toml");
    fs::write(&file, crate::common::toy("tic-tac-toe", 5).replace("transcripts = true", "luck = true")).unwrap();
    let out = folder.path().join("out");
    let refusal = run(&["run", file.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    refused(&refusal, &["output.luck", "tic-tac-toe", "expected false"]);
    fs::write(&file, crate::common::toy("kuhn-poker", 500).replace("transcripts = true", "luck = true")).unwrap();
    done(&run(&["run", file.to_str().unwrap(), "--out", out.to_str().unwrap()]));
    // In a game of one card each, the card is most of it, once seats are set apart.
    let [ratio, ..] = measured(&out, "seat 1", "points_per_round_less_luck_variance_ratio").unwrap();
    assert!(ratio < 0.8, "{ratio}");
}
