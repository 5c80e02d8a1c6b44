//! Reports on rows that are small enough to compute by hand.

use std::fs;

use crate::common::tempdir;
use ergo_lab::games::measures;
use ergo_lab::report::{ReportSpec, build};

/// Two deals of two seats in both seatings. Wins of a: deal 1 both, deal 2 one and a half.
const MATCHES: &str = "\
arm,match,deal,rotation,seat,entrant,rounds,turns,score,rank,won,share,fault
x,1,1,1,1,a,2,10,20,1,1,1,
x,1,1,1,2,b,2,10,6,2,0,0,
x,2,1,2,1,b,2,14,4,2,0,0,
x,2,1,2,2,a,2,14,12,1,1,1,
x,3,2,1,1,a,1,4,8,1,1,1,
x,3,2,1,2,b,1,4,0,2,0,0,illegal
x,4,2,2,1,b,3,12,6,1,1,0.5,
x,4,2,2,2,a,3,12,6,1,1,0.5,
";
const ROUNDS: &str = "\
arm,match,deal,rotation,round,starter,turns,ended_by,paradox,points_1,points_2
x,1,1,1,1,1,5,ergo,0,10,0
x,1,1,1,2,1,5,ergo,0,10,6
x,2,1,2,1,1,7,exhausted,1,0,0
x,2,1,2,2,1,7,ergo,0,4,12
x,3,2,1,1,1,4,fault,0,8,0
x,4,2,2,1,1,4,ergo,0,2,2
x,4,2,2,2,1,4,ergo,0,2,2
x,4,2,2,3,1,4,ergo,1,2,2
";

/// Returns the row of a measure in `summary.csv`: value, interval, blocks.
fn summary_row(summary: &str, arm: &str, subject: &str, measure: &str) -> (f64, Option<(f64, f64)>, u64) {
    let mut reader = csv::Reader::from_reader(summary.as_bytes());
    let mut found = reader
        .records()
        .map(|row| row.unwrap())
        .filter(|row| &row[0] == arm && &row[3] == subject && &row[4] == measure);
    let row = found.next().unwrap_or_else(|| panic!("{arm} {subject} {measure} is not in\n{summary}"));
    assert!(found.next().is_none());
    assert_eq!((&row[1], &row[2]), ("a v b", "2"));
    let interval = if row[6].is_empty() { None } else { Some((row[6].parse().unwrap(), row[7].parse().unwrap())) };
    (row[5].parse().unwrap(), interval, row[8].parse().unwrap())
}

/// Returns the `summary.csv` of these rows.
fn report(matches: &str, rounds: &str) -> String {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("matches.csv"), matches).unwrap();
    fs::write(folder.path().join("rounds.csv"), rounds).unwrap();
    let asked = ReportSpec {
        question: "Who is better?".to_owned(),
        measures: measures("ergo"),
        seed: 3,
        ..ReportSpec::default()
    };
    let report = build(folder.path(), false, &asked, Vec::new(), &[]).unwrap();
    let summary = report.files.iter().find(|file| file.name == "summary.csv").unwrap();
    assert_eq!(summary.rows.unwrap() as usize, summary.text().unwrap().lines().count() - 1);
    summary.text().unwrap().into_owned()
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 2e-6, "{found} instead of {expected}");
}

/// Student's 97.5 % quantile with one degree of freedom.
const T1: f64 = 12.706_205;

/// Asserts the mean of two block values and its interval.
#[track_caller]
fn two_blocks(summary: &str, subject: &str, measure: &str, blocks: [f64; 2]) {
    let (value, interval, count) = summary_row(summary, "x", subject, measure);
    near(value, (blocks[0] + blocks[1]) / 2.0);
    assert_eq!(count, 2);
    if blocks[0] == blocks[1] {
        // A share without variance still gets a width, because its range is known. Other measures get no interval.
        let is_share = |(low, high): (f64, f64)| (0.0..value).contains(&low) && high > value && high <= 1.0;
        assert!(interval.is_none_or(is_share), "{measure} {interval:?}");
        assert_eq!(interval.is_some(), measure == "paradox" || measure.starts_with("ended_by"));
        return;
    }
    // The standard error of a mean of two values is half their difference.
    let half = T1 * (blocks[0] - blocks[1]).abs() / 2.0;
    let (low, high) = interval.unwrap();
    let share = ["win_share", "paradox"].contains(&measure) || measure.starts_with("ended_by");
    near(low, if share { (value - half).max(0.0) } else { value - half });
    near(high, if share { (value + half).min(1.0) } else { value + half });
}

#[test]
fn measures_match_hand_calculation() {
    let summary = report(MATCHES, ROUNDS);
    two_blocks(&summary, "a", "win_share", [1.0, 0.75]);
    two_blocks(&summary, "b", "win_share", [0.0, 0.25]);
    two_blocks(&summary, "a", "points_per_round", [32.0 / 4.0, 14.0 / 4.0]);
    two_blocks(&summary, "b", "points_per_round", [10.0 / 4.0, 6.0 / 4.0]);
    two_blocks(&summary, "a", "score", [16.0, 7.0]);
    two_blocks(&summary, "seat 1", "win_share", [0.5, 0.75]);
    two_blocks(&summary, "seat 2", "points_per_round", [18.0 / 4.0, 6.0 / 4.0]);
    two_blocks(&summary, "all", "rounds_per_match", [2.0, 2.0]);
    two_blocks(&summary, "all", "turns_per_round", [24.0 / 4.0, 16.0 / 4.0]);
    two_blocks(&summary, "all", "ended_by_ergo", [0.75, 0.75]);
    two_blocks(&summary, "all", "ended_by_exhausted", [0.25, 0.0]);
    two_blocks(&summary, "all", "ended_by_fault", [0.0, 0.25]);
    two_blocks(&summary, "all", "paradox", [0.25, 0.25]);
    two_blocks(&summary, "starter", "points_per_round", [24.0 / 4.0, 14.0 / 4.0]);
    two_blocks(&summary, "starter", "lead_over_others", [6.0 / 4.0, 8.0 / 4.0]);
}

/// A third deal with one short and one long match: every round has the same weight.
#[test]
fn per_round_is_over_rounds_and_agrees_with_scores_and_lengths() {
    let matches = format!(
        "{MATCHES}x,5,3,1,1,a,1,6,9,1,1,1,\nx,5,3,1,2,b,1,6,0,2,0,0,\n\
         x,6,3,2,1,b,5,20,10,1,1,1,\nx,6,3,2,2,a,5,20,5,2,0,0,\n"
    );
    let long = (1..=5).map(|round| format!("x,6,3,2,{round},1,4,exhausted,{},2,1\n", u8::from(round == 5)));
    let rounds = format!("{ROUNDS}x,5,3,1,1,1,6,ergo,0,9,0\n{}", long.collect::<String>());
    let summary = report(&matches, &rounds);
    let value = |subject: &str, measure: &str| summary_row(&summary, "x", subject, measure).0;
    // 14 rounds; a scores 32, 14 and 14; 3 paradoxes.
    near(value("a", "points_per_round"), 60.0 / 14.0);
    near(value("all", "paradox"), 3.0 / 14.0);
    near(value("all", "turns_per_round"), 66.0 / 14.0);
    for name in ["a", "b"] {
        near(value(name, "score") / value("all", "rounds_per_match"), value(name, "points_per_round"));
    }
    // The standard error is clustered by deal: e = x - r n, sqrt(3/2 Σ e²) over the number of rounds.
    let (ratio, sums) = (60.0 / 14.0, [(32.0, 4.0), (14.0, 4.0), (14.0, 6.0)]);
    let squares: f64 = sums.iter().map(|(x, n)| (x - ratio * n) * (x - ratio * n)).sum();
    let half = (1.5 * squares).sqrt() / 14.0 * 4.302_653;
    near(summary_row(&summary, "x", "a", "points_per_round").1.unwrap().0, ratio - half);
    // All cards were drawn in six rounds: that of match 2 by seat 1, with 7 turns and no points, and those of match 6 by seat
    // 2.
    near(value("last mover", "points_per_exhausted_round"), 5.0 / 6.0);
    near(value("last mover - 1", "points_per_exhausted_round"), 10.0 / 6.0);
    let estimand = |measure: &str| {
        let row = summary.lines().find(|row| row.contains(&format!(",{measure},"))).unwrap().to_owned();
        row.split(',').nth(9).unwrap().to_owned()
    };
    assert_eq!(["win_share", "score", "paradox"].map(estimand), ["deals", "matches", "rounds"]);
}

#[test]
fn one_block_has_no_interval() {
    let first = |text: &str, lines: usize| text.lines().take(lines).map(|line| format!("{line}\n")).collect::<String>();
    let summary = report(&first(MATCHES, 5), &first(ROUNDS, 5));
    assert_eq!(summary_row(&summary, "x", "a", "win_share"), (1.0, None, 1));
}

#[test]
fn shares_without_spread_keep_a_width() {
    let all = MATCHES.replace(",1,0.5,", ",0,0,").replacen("x,4,2,2,2,a,3,12,6,1,0,0,", "x,4,2,2,2,a,3,12,6,1,1,1,", 1);
    let summary = report(&all, ROUNDS);
    // No loss in two deals: two added deals, one at each end, give 3/4 with a standard error of 1/4.
    assert_eq!(summary_row(&summary, "x", "a", "win_share"), (1.0, Some((0.0, 1.0)), 2));
    assert_eq!(summary_row(&summary, "x", "b", "win_share"), (0.0, Some((0.0, 1.0)), 2));
}

#[test]
fn arms_are_compared_deal_by_deal() {
    // In arm y scores are unchanged, but every round of the second deal is a paradox and none is exhausted.
    let renumber = |text: &str| {
        let lines = text.lines().skip(1).map(|line| {
            let mut fields: Vec<String> = line.split(',').map(str::to_owned).collect();
            fields[0] = "y".to_owned();
            fields[1] = (fields[1].parse::<u32>().unwrap() + 4).to_string();
            fields.join(",")
        });
        lines.map(|line| line + "\n").collect::<String>()
    };
    let rounds = ROUNDS.replace("ergo,0,2,2", "ergo,1,2,2").replace("fault,0", "fault,1").replace("exhausted", "ergo");
    let matches = format!("{MATCHES}{}", renumber(MATCHES));
    let rounds = format!("{ROUNDS}{}", renumber(&rounds));
    let summary = report(&matches, &rounds);
    let (value, interval, blocks) = summary_row(&summary, "y", "all", "paradox_difference");
    // Deal 1: 1/4 minus 1/4; deal 2: 4/4 minus 1/4.
    near(value, 0.375);
    near(interval.unwrap().1, 0.375 + T1 * 0.375);
    assert_eq!(blocks, 2);
    near(summary_row(&summary, "y", "all", "ended_by_exhausted_difference").0, -0.125);
    near(summary_row(&summary, "y", "a", "win_share_difference").0, 0.0);
}

#[test]
fn invalid_rows_are_refused_with_file_and_line() {
    let folder = tempdir().unwrap();
    let asked = ReportSpec { question: "q".to_owned(), measures: measures("ergo"), seed: 1, ..ReportSpec::default() };
    let refused = |matches: &str, rounds: &str| {
        fs::write(folder.path().join("matches.csv"), matches).unwrap();
        fs::write(folder.path().join("rounds.csv"), rounds).unwrap();
        build(folder.path(), false, &asked, Vec::new(), &[]).err().expect("bad rows are refused").to_string()
    };
    for (matches, rounds, words) in [
        (MATCHES.replace("share", "sh"), ROUNDS.to_owned(), ["matches.csv", "\"share\""]),
        (MATCHES.replace("x,2,1,2,1,b,2", "x,2,1,2,1,b,two"), ROUNDS.to_owned(), ["matches.csv: line 4", "two"]),
        (MATCHES.replace("x,1,1,1,1", "x,1,1,0,1"), ROUNDS.to_owned(), ["matches.csv: line 2", "rotation"]),
        (MATCHES.to_owned(), ROUNDS.replace("x,3,2", "x,1,2"), ["rounds.csv: line 6", "order"]),
        (MATCHES.to_owned(), ROUNDS.replace("x,3,2,1,1,", "x,3,2,"), ["rounds.csv", "line: 6"]),
    ] {
        let problem = refused(&matches, &rounds);
        assert!(words.iter().all(|word| problem.contains(word)), "{problem}");
    }
    assert!(refused("", "").contains("matches.csv"));
}
