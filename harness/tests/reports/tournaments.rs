//! Reports of tournaments: rating lists and intransitivity.

use std::collections::BTreeMap;
use std::fs;

use crate::common::{difference, root, tempdir};
use ergo_engine::rng::{Seed, unit};
use ergo_lab::games::measures;
use ergo_lab::report::{Report, ReportSpec, build};

const HEADS: &str = "arm,match,deal,rotation,seat,entrant,rounds,turns,score,rank,won,share,fault\n";

/// A report on two-player matches, each deal in both seatings. The first of each table wins with the given probability.
fn report_on(tables: &[(&str, &str, f64)], deals: u64, anchor: Option<&str>) -> Report {
    let mut rng = Seed::master(6).rng();
    let pairs: Vec<(&str, &str)> = tables.iter().map(|(one, other, _)| (*one, *other)).collect();
    report_of(&pairs, deals, anchor, |table, _| unit(&mut rng) < tables[table].2)
}

/// A report on two-player matches, each deal in both seatings. `wins(table, match)` is true if the first of the table wins
/// that match (from 0).
fn report_of(
    tables: &[(&str, &str)],
    deals: u64,
    anchor: Option<&str>,
    mut wins: impl FnMut(usize, u64) -> bool,
) -> Report {
    let folder = tempdir().unwrap();
    let (mut matches, mut number) = (HEADS.to_owned(), 0);
    for (table, (one, other)) in tables.iter().enumerate() {
        for (deal, rotation) in (1..=deals).flat_map(|deal| [(deal, 1), (deal, 2)]) {
            number += 1;
            let wins = wins(table, 2 * deal + rotation - 3);
            for seat in 1..=2 {
                let first = (seat == 1) == (rotation == 1);
                let name = if first { one } else { other };
                let won = u8::from(first == wins);
                matches += &format!("x,{number},{deal},{rotation},{seat},{name},1,9,{won},{},{won},{won},\n", 2 - won);
            }
        }
    }
    fs::write(folder.path().join("matches.csv"), matches).unwrap();
    fs::write(folder.path().join("rounds.csv"), "arm,match,deal,rotation,round\n").unwrap();
    let anchor = anchor.map(str::to_owned);
    let asked =
        ReportSpec { question: "q".to_owned(), measures: measures("ergo"), seed: 3, anchor, ..ReportSpec::default() };
    build(folder.path(), false, &asked, Vec::new(), &[]).unwrap()
}

fn file(report: &Report, name: &str) -> String {
    report
        .files
        .iter()
        .find(|file| file.name == name)
        .unwrap_or_else(|| panic!("no {name}"))
        .text()
        .unwrap()
        .into_owned()
}

/// Returns the rows of a file.
fn rows(text: &str) -> Vec<BTreeMap<String, String>> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(|row| row.unwrap()).collect()
}

fn number(row: &BTreeMap<String, String>, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} of {row:?}"))
}

#[test]
fn leads_of_a_list_agree_with_its_covariance() {
    // A ladder of six with steps of 100 Elo.
    let step = 1.0 / (1.0 + 10_f64.powf(-0.25));
    let names = ["a", "b", "c", "d", "e", "f"];
    let tables: Vec<(&str, &str, f64)> = names.windows(2).map(|two| (two[0], two[1], step)).collect();
    let report = report_on(&tables, 600, None);
    let list = rows(&file(&report, "plots/ratings.csv"));
    assert_eq!(list.iter().map(|row| row["entrant"].as_str()).collect::<Vec<_>>(), names);
    let covariance = rows(&file(&report, "plots/covariance.csv"));
    assert_eq!(covariance.len(), 36);
    for (row, next) in list.iter().zip(&list[1..]) {
        assert!((number(row, "elo") - number(next, "elo") - number(row, "lead")).abs() < 0.02, "{row:?}");
        // With 1,200 matches the standard error of the lead is about 400 / ln 10 / sqrt(1200 p q).
        let error = 173.72 / (1200.0 * step * (1.0 - step)).sqrt();
        let of = |one: &BTreeMap<String, String>, other: &BTreeMap<String, String>| {
            let is = |row: &&BTreeMap<String, String>| row["one"] == one["entrant"] && row["other"] == other["entrant"];
            number(covariance.iter().find(is).unwrap(), "covariance")
        };
        let said = (of(row, row) + of(next, next) - 2.0 * of(row, next)).sqrt();
        assert!((said - error).abs() < 0.15 * error && of(row, next) == of(next, row), "{row:?} {said} {error}");
        // Simultaneous intervals of all 15 leads: 2.7 to 3 standard errors on each side (Student, Šidák).
        let reach = (number(row, "lead_high") - number(row, "lead_low")) / 2.0 / said;
        assert!((2.6..3.1).contains(&reach), "{row:?} {reach}");
        assert!(number(row, "lead_low") < 100.0 && number(row, "lead_high") > 100.0, "{row:?}");
    }
    let better = rows(&file(&report, "plots/better.csv"));
    let of = |row: &str, column: &str| {
        better
            .iter()
            .find(|found| found["row"] == row && found["column"] == column)
            .map(|row| number(row, "probability"))
    };
    assert!(of("a", "f").unwrap() > 0.999 && of("f", "a").unwrap() < 0.001 && of("a", "a").is_none());
}

#[test]
fn gauntlet_is_recognized_by_its_common_opponent() {
    let tables = [("c", "a", 0.5), ("c", "b", 0.6), ("c", "d", 0.8)];
    let form = "c";
    let report = report_on(&tables, 200, Some(form));
    let list = rows(&file(&report, "plots/ratings.csv"));
    let of = |name: &str| list.iter().find(|row| row["entrant"] == name).unwrap();
    assert!(of("c")["lead"].is_empty());
    // 80 % are 240.8 Elo.
    assert!((number(of("d"), "lead") + 240.8).abs() < 50.0 && number(of("d"), "lead_high") < -150.0);
}

#[test]
fn cyclic_pool_is_not_reported_as_a_list() {
    let circle = [("a", "b", 0.8), ("b", "c", 0.8), ("c", "a", 0.8), ("a", "d", 0.9), ("b", "d", 0.9), ("c", "d", 0.9)];
    let report = report_on(&circle, 150, None);
    let found = &rows(&file(&report, "plots/circles.csv"))[0];
    // The three candidates for best form a cycle; d, which all of them beat, is left out. With d the share would be 0.285:
    // log-odds ln 4 three times around, and ln 9 three times down.
    assert!(number(found, "share") > 0.95 && number(found, "low") > 0.9, "{found:?}");
    assert_eq!([&found["one"], &found["two"], &found["three"]], ["a", "b", "c"]);
    assert!(number(found, "frequency") > 0.95 && number(found, "p") < 0.01, "{found:?}");

    // The same pool without the cycle.
    let chance = |steps: i32| 1.0 / (1.0 + 0.25_f64.powi(steps));
    let ranked = [("a", "b", 1), ("b", "c", 1), ("a", "c", 2), ("c", "d", 1), ("b", "d", 2), ("a", "d", 3)];
    let ranked: Vec<(&str, &str, f64)> =
        ranked.iter().map(|(one, other, steps)| (*one, *other, chance(*steps))).collect();
    let report = report_on(&ranked, 150, None);
    // A share of zero has no p-value.
    let found = &rows(&file(&report, "plots/circles.csv"))[0];
    assert!(found["p"].is_empty() == (number(found, "share") < 0.0005), "{found:?}");
}

#[test]
fn winless_entrant_gets_a_bound() {
    let tables = [("a", "b", 0.6), ("b", "c", 0.6), ("a", "c", 0.7), ("c", "d", 1.0), ("d", "e", 0.6)];
    let report = report_on(&tables, 60, None);
    let list = rows(&file(&report, "plots/ratings.csv"));
    let of = |name: &str| list.iter().find(|row| row["entrant"] == name).unwrap();
    // c won all 120 matches of 60 deals against d. Simultaneous intervals leave out less than 2.5 % on a side: the bound lies
    // between the exact bounds with deals and with matches as trials.
    let share = |tail: f64, trials: f64| 1.0 - tail.powf(1.0 / trials);
    let bound = |tail, trials| 400.0 * ((1.0 - share(tail, trials)) / share(tail, trials)).log10();
    let low = number(of("c"), "lead_low");
    assert!(
        of("c")["lead_high"].is_empty() && bound(0.0005, 60.0) < low && low < bound(0.025, 120.0),
        "{low} {:?}",
        of("c")
    );
    assert!(of("d")["low"].is_empty() && !of("d")["high"].is_empty() && !of("a")["low"].is_empty(), "{:?}", of("d"));
    // The entrants that beat each other have mean 0.
    let mean: f64 = ["a", "b", "c"].iter().map(|name| number(of(name), "elo")).sum();
    assert!(mean.abs() < 0.02);
    // By the definition of the interval: equal players would lose all 60 deals with this probability.
    let better = rows(&file(&report, "plots/better.csv"));
    let found = better.iter().find(|row| row["row"] == "d" && row["column"] == "c").unwrap();
    assert!(number(found, "probability") < 1e-6, "{found:?}");
}

#[test]
fn rank_range_agrees_with_ratings() {
    let floor = [("a", "b", 0.75), ("b", "c", 0.75), ("a", "c", 0.9), ("c", "d", 1.0), ("d", "e", 0.9)];
    let lone = [("a", "b", 0.7), ("b", "c", 0.7), ("c", "d", 0.7), ("a", "d", 0.95), ("a", "e", 1.0)];
    for (tables, deals) in [&floor, &lone].into_iter().flat_map(|tables| [10, 20, 40, 80].map(|deals| (tables, deals)))
    {
        let list = rows(&file(&report_on(tables, deals, None), "plots/ratings.csv"));
        let ranks: Vec<(f64, f64)> =
            list.iter().map(|row| (number(row, "best_rank"), number(row, "worst_rank"))).collect();
        let falls = |two: &[(f64, f64)]| two[0].0 <= two[1].0 && two[0].1 <= two[1].1;
        assert!(ranks.len() == 5 && ranks.windows(2).all(falls), "{deals} deals: {ranks:?}");
    }
}

#[test]
fn shares_and_ratings_of_a_pair_agree() {
    for (chance, deals) in [(0.5, 40), (0.55, 40), (0.58, 60), (0.6, 40), (0.6, 80), (1.0, 20), (0.4, 60), (0.56, 100)]
    {
        let report = report_on(&[("a", "b", chance)], deals, None);
        let summary = rows(&file(&report, "summary.csv"));
        let first = &rows(&file(&report, "plots/ratings.csv"))[0];
        let is_first = |row: &&BTreeMap<String, String>| row["subject"] == first["entrant"];
        let share = summary.iter().filter(is_first).find(|row| row["measure"] == "win_share").unwrap();
        let end = |column: &str, open: f64| if first[column].is_empty() { open } else { number(first, column) };
        let (low, high) = (end("lead_low", f64::NEG_INFINITY), end("lead_high", f64::INFINITY));
        assert_eq!(number(share, "low") > 0.5, low > 0.0, "{chance} {share:?} {first:?}");
        assert_eq!(number(share, "high") < 0.5, high < 0.0, "{chance} {share:?} {first:?}");
        let better = rows(&file(&report, "plots/better.csv"));
        let better = number(better.iter().find(|row| row["row"] == first["entrant"]).unwrap(), "probability");
        assert_eq!(better > 0.975, low > 0.0, "{better} {first:?}");
        assert_eq!(better < 0.025, high < 0.0, "{better} {first:?}");
    }
}

/// Matches of two entrants in 12 deals.
const SWEEP_MATCHES: u64 = 24;

/// Returns the lead of b over a with its interval; a plays b, c and d.
fn lead(wins: [u64; 3]) -> [f64; 3] {
    let form = "a";
    let tables = [("a", "b"), ("a", "c"), ("a", "d")];
    let report = report_of(&tables, SWEEP_MATCHES / 2, Some(form), |table, match_| match_ < wins[table]);
    let list = rows(&file(&report, "plots/ratings.csv"));
    let row = list.iter().find(|row| row["entrant"] == "b").unwrap();
    let end = |column: &str, open: f64| if row[column].is_empty() { open } else { -number(row, column) };
    [end("lead", f64::NAN), end("lead_high", f64::NEG_INFINITY), end("lead_low", f64::INFINITY)]
}

#[test]
fn leads_of_a_list_rise_with_the_score() {
    for others in [[12, 12], [18, 23], [24, 24]] {
        let leads: Vec<[f64; 3]> = (0..=SWEEP_MATCHES).map(|wins| lead([wins, others[0], others[1]])).collect();
        for two in leads.windows(2) {
            // The simultaneous quantile is simulated: its error moves an end by less than 3 Elo.
            assert!((0..3).all(|i| two[0][i] <= two[1][i] + 3.0), "{others:?} {two:?}");
        }
        // From 22 of 24 wins on, the lead is significant whatever the other results.
        assert!(leads[22..].iter().all(|lead| lead[1] > 0.0), "{others:?} {leads:?}");
        assert!(leads[..=2].iter().all(|lead| lead[2] < 0.0), "{others:?} {leads:?}");
    }
}

/// Pairs, each with the probability that the first wins.
type Matches<'a> = &'a [(&'a str, &'a str, f64)];

/// Compares answers and texts about ratings with `reference/tournaments.txt`.
#[test]
fn answers_of_tournaments_are_as_recorded() {
    let step = 1.0 / (1.0 + 10_f64.powf(-0.25));
    let ladder: Vec<_> = ["a", "b", "c", "d", "e", "f"].windows(2).map(|two| (two[0], two[1], step)).collect();
    let circle = [("a", "b", 0.8), ("b", "c", 0.8), ("c", "a", 0.8), ("a", "d", 0.9), ("b", "d", 0.9), ("c", "d", 0.9)];
    let gauntlet = "c";
    let swept = [("a", "b", 0.6), ("b", "c", 0.6), ("a", "c", 0.7), ("c", "d", 1.0), ("d", "e", 0.6)];
    let cases: [(&str, Matches<'_>, u64, Option<&str>); 9] = [
        ("a ladder", &ladder, 600, None),
        ("two tables", &[("a", "b", 0.7), ("b", "c", 0.7)], 40, None),
        ("a pool that falls apart", &[("a", "b", 0.7), ("b", "c", 0.7), ("d", "e", 0.7)], 40, None),
        ("a gauntlet", &[("c", "a", 0.5), ("c", "b", 0.6), ("c", "d", 0.8)], 200, Some(gauntlet)),
        ("a cycle", &circle, 150, None),
        ("a cycle in which not all met", &circle[..4], 150, None),
        ("a consistent pool", &[("a", "b", 0.6), ("b", "c", 0.6), ("a", "c", 0.7)], 150, None),
        ("a winless entrant", &swept, 60, None),
        ("copies of one bot", &[("a", "a", 0.5)], 30, None),
    ];
    // The shipped first tournament with seed 7 and two seats: a won 23 of 24 against b and all 72 others.
    let near_sweep = [("a", "b", 23), ("a", "c", 24), ("a", "d", 24), ("a", "e", 24), ("b", "c", 12), ("b", "d", 15)];
    let near_sweep = near_sweep.into_iter().chain([("b", "e", 24), ("c", "d", 16), ("c", "e", 24), ("d", "e", 24)]);
    let (pairs, wins): (Vec<_>, Vec<u64>) = near_sweep.map(|(one, other, wins)| ((one, other), wins)).unzip();
    let near_sweep = report_of(&pairs, 12, None, |table, match_| match_ < wins[table]);
    let reports = cases.map(|(name, tables, deals, form)| (name, report_on(tables, deals, form)));
    let mut text = String::new();
    for (name, report) in reports.into_iter().chain([("a near sweep", near_sweep)]) {
        let page = file(&report, "report.md");
        let ratings = page.split("\n## ").find(|section| section.starts_with("Ratings")).unwrap_or_default();
        text += &format!("# {name}\n\n{}\n\n{ratings}\n", report.answer);
    }
    assert_eq!(difference(&root().join("harness/tests/reference/tournaments.txt"), &text), None);
}
