//! Coverage of the intervals in `summary.csv`, from experiment file to summary: shares of rounds, points per round, margins,
//! win shares and differences of arms. A long run gives the truth. In this experiment the scores determine the length of a
//! match.

use std::collections::BTreeMap;

use ergo_engine::rng::Seed;
use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::run::{Mode, RunOptions, run};

use super::Numbers;

/// Deals in each part of the long run.
const PART: u64 = 10_000;
/// The tested measures: subject and measure.
const MEASURES: [(&str, &str); 14] = [
    ("all", "paradox"),
    ("all", "ended_by_ergo"),
    ("all", "ended_by_exhausted"),
    ("all", "turns_per_round"),
    ("all", "rounds_per_match"),
    ("a", "points_per_round"),
    ("a", "margin_per_round"),
    ("a", "win_share"),
    ("b", "win_share"),
    ("starter", "lead_over_others"),
    ("all", "paradox_difference"),
    ("a", "points_per_round_difference"),
    ("a", "margin_per_round_difference"),
    ("a", "win_share_difference"),
];

/// Value, low and high by table, arm, subject and measure.
type Figures = BTreeMap<[String; 4], [Option<f64>; 3]>;

/// Runs a small experiment. An entrant that scores more ends the match sooner, and the arms differ in the deck.
fn figures(seed: u64, deals: u64) -> Figures {
    let text = format!(
        "question = \"?\"\nseed = {seed}\n[game]\nname = \"ergo\"\nrules.target = 15\n\
         [[entrant]]\nname = \"a\"\nagent = {{ kind = \"best-of\", drawn = 3 }}\n\
         [[entrant]]\nname = \"b\"\nagent = {{ kind = \"random\" }}\n\
         [[entrant]]\nname = \"c\"\nagent = {{ kind = \"pass\" }}\n\
         [schedule]\ntables = [[\"a\", \"b\"], [\"a\", \"b\", \"b\"], [\"a\", \"b\", \"b\", \"b\"], [\"a\", \"c\"]]\ndeals = {deals}\n\
         [[sweep]]\nkey = \"game.rules.deck\"\nvalues = [\"2009\", \"2015\"]\n"
    );
    let experiment = Document::parse(&text).and_then(|document| Experiment::read(&document));
    let folder = tempfile::tempdir().expect("room for a temporary folder");
    let options = RunOptions { threads: 2, mode: Mode::Begin, command: String::new() };
    run(&experiment.expect("a good experiment"), folder.path(), &options, |_| ()).expect("the run ends");
    let mut summary = csv::Reader::from_path(folder.path().join("summary.csv")).expect("every run has a summary");
    let row = |row: csv::StringRecord| {
        let key = [1, 0, 3, 4].map(|column| row[column].to_owned());
        (key, [5, 6, 7].map(|column| row[column].parse().ok()))
    };
    summary.records().map(|found| row(found.expect("a whole row"))).collect()
}

/// Prints the coverage of 95 % intervals over many repetitions, against the mean of a long run.
pub fn study(numbers: &Numbers, _: &Seed) {
    let (count, truth_deals) = (numbers.at(0, 400), numbers.at(1, 200_000));
    let parts: Vec<Figures> = (0..truth_deals.div_ceil(PART)).map(|part| figures(1_000_000 + part, PART)).collect();
    let mut truth: BTreeMap<[String; 4], f64> = BTreeMap::new();
    for key in parts[0].keys() {
        let values = parts.iter().filter_map(|part| part.get(key)?[0]);
        truth.insert(key.clone(), values.sum::<f64>() / parts.len() as f64);
    }
    println!(
        "{count} repetitions, truth from {truth_deals} deals: how many 95 % intervals held it, in per cent (truth)"
    );
    for deals in [20, 50, 200] {
        // By key: the number of intervals, and the number that cover the truth.
        let mut held: BTreeMap<[String; 4], (u32, u32)> = BTreeMap::new();
        for repetition in 0..count {
            for (key, [_, low, high]) in figures(1 + repetition + 10_000 * deals, deals) {
                let (Some(low), Some(high), Some(truth)) = (low, high, truth.get(&key)) else { continue };
                let (all, hits) = held.entry(key).or_default();
                *all += 1;
                // The files have six digits.
                *hits += u32::from(low - 1e-6 <= *truth && *truth <= high + 1e-6);
            }
        }
        println!("{deals} deals");
        for (subject, measure) in MEASURES {
            let row = |(key, (all, hits)): (&[String; 4], &(u32, u32))| {
                let share = 100.0 * f64::from(*hits) / f64::from(*all);
                (key[2] == subject && key[3] == measure && *all as u64 * 10 >= count * 9)
                    .then(|| format!("{} {}: {share:.1} ({:.4})", key[0], key[1], truth[key]))
            };
            let rows: Vec<String> = held.iter().filter_map(row).collect();
            println!("  {subject} {measure}: {}", rows.join("; "));
        }
    }
}
