//! Estimands: rounds have equal weight, the order of names does not matter, and every deal counts.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::common::tempdir;
use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::games::measures;
use ergo_lab::report::{ReportSpec, build};
use ergo_lab::run::{Mode, RunOptions, run};

const BOTS: [(&str, &str); 4] = [
    ("a", "kind = \"best-of\", drawn = 2"),
    ("b", "kind = \"random\""),
    ("c", "kind = \"best-of\", drawn = 4"),
    ("d", "kind = \"pass\""),
];

/// Runs `schedule` with short matches into `folder`.
fn play(folder: &Path, seed: u64, rules: &str, schedule: &str) {
    let entrants: String =
        BOTS.iter().map(|(name, agent)| format!("[[entrant]]\nname = \"{name}\"\nagent = {{ {agent} }}\n")).collect();
    let text = format!(
        "question = \"q\"\nseed = {seed}\n[game]\nname = \"ergo\"\nrules.target = 15\n{rules}{entrants}[schedule]\n{schedule}\n"
    );
    let experiment = Experiment::read(&Document::parse(&text).unwrap()).unwrap();
    let options = RunOptions { threads: 2, mode: Mode::Fresh, command: String::new() };
    run(&experiment, folder, &options, |_| ()).unwrap();
}

/// Returns the rows of the first table of a summary: value, low, high and number of blocks by subject and measure.
fn summary(folder: &Path) -> BTreeMap<(String, String), [f64; 4]> {
    let mut reader = csv::Reader::from_path(folder.join("summary.csv")).unwrap();
    let number = |row: &csv::StringRecord, column: usize| row[column].parse().unwrap_or(f64::NAN);
    let row = |row: csv::StringRecord| {
        ((row[3].to_owned(), row[4].to_owned()), [5, 6, 7, 8].map(|column| number(&row, column)))
    };
    reader.records().map(|found| row(found.unwrap())).collect()
}

/// Returns all orders of some names.
fn orders(names: &[&'static str]) -> Vec<Vec<&'static str>> {
    if names.len() < 2 {
        return vec![names.to_vec()];
    }
    let led_by = |first: &&'static str| {
        let rest: Vec<&'static str> = names.iter().copied().filter(|name| name != first).collect();
        let first = *first;
        orders(&rest).into_iter().map(move |rest| [&[first], &rest[..]].concat())
    };
    names.iter().flat_map(led_by).collect()
}

#[test]
fn the_order_in_which_names_are_typed_changes_no_estimate() {
    let folder = tempdir().unwrap();
    for (names, rotations, deals) in
        [(&["a", "b", "c"][..], "all", 12), (&["a", "b", "c"], "balanced", 40), (&["a", "b", "c", "d"], "balanced", 12)]
    {
        let mut expected = None;
        for typed in orders(names) {
            play(folder.path(), 7, "", &format!("tables = [{typed:?}]\ndeals = {deals}\nrotations = \"{rotations}\""));
            let mut found = summary(folder.path());
            // Rounded, because sums in another order differ in the last digits.
            found.values_mut().flatten().for_each(|number| *number = (*number * 1e5).round());
            let text = format!("{found:?}");
            assert_eq!(*expected.get_or_insert_with(|| text.clone()), text, "{typed:?} {rotations}");
        }
    }
}

/// Shares and points of first rounds, which no stopping rule can bias, agree with those of all rounds for all seatings.
#[test]
fn first_rounds_alone_agree_with_all_rounds() {
    let folder = tempdir().unwrap();
    for rotations in ["none", "all"] {
        let schedule = format!("tables = [[\"a\", \"a\", \"a\"]]\ndeals = 1500\nrotations = \"{rotations}\"");
        play(folder.path(), 11, "rules.starter = \"rotate\"\n", &schedule);
        let measured = summary(folder.path());
        let mut rounds = csv::Reader::from_path(folder.path().join("rounds.csv")).unwrap();
        let headers = rounds.headers().unwrap().clone();
        let column = |name: &str| headers.iter().position(|header| header == name).unwrap();
        let (deal, round, paradox) = (column("deal"), column("round"), column("paradox"));
        let points = ["points_1", "points_2", "points_3"].map(column);
        // By deal: first rounds, paradoxes among them, and points of all seats.
        let mut firsts: BTreeMap<u64, [f64; 3]> = BTreeMap::new();
        for row in rounds.records().map(Result::unwrap).filter(|row| &row[round] == "1") {
            let sums = firsts.entry(row[deal].parse().unwrap()).or_default();
            sums[0] += 1.0;
            sums[1] += f64::from(u8::from(&row[paradox] == "1" || &row[paradox] == "true"));
            sums[2] += points.iter().map(|points| row[*points].parse::<f64>().unwrap()).sum::<f64>() / 3.0;
        }
        assert_eq!(firsts.len(), 1500);
        for (place, subject, measure) in [(1, "all", "paradox"), (2, "a", "points_per_round")] {
            let values: Vec<f64> = firsts.values().map(|sums| sums[place] / sums[0]).collect();
            let mean = values.iter().sum::<f64>() / 1500.0;
            let error = (values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / 1499.0 / 1500.0).sqrt();
            let [value, low, high, _] = measured[&(subject.to_owned(), measure.to_owned())];
            let both = (error * error + ((high - low) / 2.0 / 1.96).powi(2)).sqrt();
            assert!(
                (value - mean).abs() < 3.5 * both,
                "{measure} {rotations}: {value} of all rounds, {mean} of first ones"
            );
            assert!(error < 0.25, "{error}");
        }
    }
}

/// More than two million values are compared with the first arm. None is left out.
#[test]
fn no_paired_difference_vanishes_in_a_large_sweep() {
    const DEALS: u64 = 60_000;
    let folder = tempdir().unwrap();
    let mut matches = "arm,match,deal,rotation,seat,entrant,rounds,turns,score,rank,won,share,fault\n".to_owned();
    let mut rounds = "arm,match,deal,rotation,round,starter,turns,ended_by,paradox,points_1,points_2\n".to_owned();
    let mut number = 0;
    for arm in ["x", "y"] {
        for deal in 1..=DEALS {
            number += 1;
            // In arm y every third deal has one more paradox, and only the last deal ends with a fault.
            let more = arm == "y" && deal % 3 == 0;
            let won = u8::from(deal % 2 == 0);
            let ended_by = if arm == "y" && deal == DEALS { "fault" } else { "ergo" };
            for (seat, entrant, won) in [(1, "a", won), (2, "b", 1 - won)] {
                let score = 10 * won;
                writeln!(matches, "{arm},{number},{deal},1,{seat},{entrant},1,9,{score},{},{won},{won},", 2 - won)
                    .unwrap();
            }
            let (one, other) = (10 * won, 10 - 10 * won);
            writeln!(rounds, "{arm},{number},{deal},1,1,1,9,{ended_by},{},{one},{other}", u8::from(more)).unwrap();
        }
    }
    fs::write(folder.path().join("matches.csv"), matches).unwrap();
    fs::write(folder.path().join("rounds.csv"), rounds).unwrap();
    let asked = ReportSpec { question: "q".to_owned(), measures: measures("ergo"), seed: 1, ..ReportSpec::default() };
    let report = build(folder.path(), false, &asked, Vec::new(), &[]).unwrap();
    let text = report.files.iter().find(|file| file.name == "summary.csv").unwrap().text().unwrap();
    fs::write(folder.path().join("summary.csv"), &*text).unwrap();
    let found = summary(folder.path());
    let differences: Vec<_> = found.iter().filter(|((_, measure), _)| measure.ends_with("_difference")).collect();
    assert!(differences.len() as u64 * DEALS * 2 > 2_000_000, "{} differences", differences.len());
    for ((subject, measure), [.., blocks]) in &differences {
        // Measures of longer matches have no value in matches of one round.
        let seldom = ["exhausted", "comeback", "runaway", "decided_at", "kingmade", "variety"];
        let may_miss = seldom.iter().any(|name| measure.contains(name));
        assert!(*blocks == DEALS as f64 || may_miss, "{subject} {measure}: {blocks} deals");
    }
    let value = |measure: &str| found[&("all".to_owned(), measure.to_owned())][0];
    assert!((value("paradox_difference") - 1.0 / 3.0).abs() < 1e-6);
    assert!((value("ended_by_fault_difference") - 1.0 / DEALS as f64).abs() < 1e-6);
    let arms = report.files.iter().find(|file| file.name == "plots/arms.csv").unwrap();
    let tested = |line: &str| line.starts_with("y,") && line.contains(",all,paradox,") && !line.ends_with(",,,");
    assert!(arms.text().unwrap().lines().any(tested), "differences are tested");
}
