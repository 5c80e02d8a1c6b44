//! Rating lists of one-sided results (issue 53, item 3): near-sweeps name the winner, and leads rise with the score.

use crate::common::tempdir;
use crate::tournaments::{file, number, report_of, rows};
use ergo_lab::experiment::{Document, Experiment, Form};
use ergo_lab::run::{Mode, RunOptions, run};

/// Matches of two entrants in 12 deals.
const MATCHES: u64 = 24;

#[test]
fn near_sweeps_name_the_winner() {
    // The shipped first tournament with seed 7 at two seats: a won 23 of 24 against b and all 72 others.
    let tables = [("a", "b", 23), ("a", "c", 24), ("a", "d", 24), ("a", "e", 24), ("b", "c", 12), ("b", "d", 15)];
    let tables = tables.into_iter().chain([("b", "e", 24), ("c", "d", 16), ("c", "e", 24), ("d", "e", 24)]);
    let (pairs, wins): (Vec<_>, Vec<u64>) = tables.map(|(one, other, wins)| ((one, other), wins)).unzip();
    let report = report_of(&pairs, MATCHES / 2, None, |table, match_| match_ < wins[table]);
    assert!(report.answer.starts_with("Best by rating: a at 2 seats (by at least "), "{}", report.answer);
}

#[test]
fn gauntlet_against_four_weak_bots_names_the_focal_bot() {
    let names = ["alpha-beta", "random1", "random2", "random3", "random4"];
    let kind = |name: &str| name.trim_end_matches(|last: char| last.is_ascii_digit()).to_owned();
    let entrant = |name: &str| format!("[[entrant]]\nname = \"{name}\"\nagent = {{ kind = \"{}\" }}\n", kind(name));
    let text = format!(
        "question = \"Who is best?\"\nseed = 3\n[game]\nname = \"tic-tac-toe\"\n{}[schedule]\nform = \"gauntlet\"\n\
         focal = \"alpha-beta\"\npool = {:?}\nseats = [2]\ndeals = 20\n",
        names.map(entrant).concat(),
        &names[1..]
    );
    let experiment = Experiment::read(&Document::parse(&text).unwrap()).unwrap();
    let folder = tempdir().unwrap();
    let options = RunOptions { threads: 2, mode: Mode::Fresh, command: String::new() };
    let ran = run(&experiment, folder.path(), &options, |_| ()).unwrap();
    assert!(ran.answer.starts_with("Best by rating: alpha-beta at 2 seats (by at least "), "{}", ran.answer);
}

/// Lead, lower and upper end of b below a, who meets b, c and d.
fn lead(wins: [u64; 3]) -> [f64; 3] {
    let form = Form::Gauntlet { focal: 0, pool: vec![1, 2, 3], seats: vec![2] };
    let tables = [("a", "b"), ("a", "c"), ("a", "d")];
    let report = report_of(&tables, MATCHES / 2, Some(form), |table, match_| match_ < wins[table]);
    let list = rows(file(&report, "plots/ratings.csv"));
    let row = list.iter().find(|row| row["entrant"] == "b").unwrap();
    let end = |column: &str, open: f64| if row[column].is_empty() { open } else { -number(row, column) };
    [end("lead", f64::NAN), end("lead_high", f64::NEG_INFINITY), end("lead_low", f64::INFINITY)]
}

#[test]
fn leads_of_a_list_rise_with_the_score() {
    for others in [[12, 12], [18, 23], [24, 24]] {
        let leads: Vec<[f64; 3]> = (0..=MATCHES).map(|wins| lead([wins, others[0], others[1]])).collect();
        for two in leads.windows(2) {
            // The quantile of all leads together is drawn: its error moves an end by less than 3 Elo.
            assert!((0..3).all(|i| two[0][i] <= two[1][i] + 3.0), "{others:?} {two:?}");
        }
        // From 22 of 24 on a lead is clear, whatever else was played.
        assert!(leads[22..].iter().all(|lead| lead[1] > 0.0), "{others:?} {leads:?}");
        assert!(leads[..=2].iter().all(|lead| lead[2] < 0.0), "{others:?} {leads:?}");
    }
}
