//! Arms over decks of ERGO, through the whole pipeline from the experiment file to the files of the report: the same deck under
//! two names, a deck with more and more inert cards, and decks much alike with and without a coupled shuffle.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use ergo_engine::rng::Seed;
use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::run::{Mode, RunOptions, run};
use rayon::prelude::*;

use crate::Numbers;

/// Equal bots at two, three and four seats, and what is varied.
fn experiment(bot: &str, seed: u64, deals: u64, varied: &str) -> String {
    let table = |seats: usize| format!("{:?}", vec!["bot"; seats]);
    let tables: Vec<String> = (2..=4).map(table).collect();
    format!(
        "question = \"Which deck is fairer?\"\nmeasure = \"paradox\"\nseed = {seed}\n[game]\nname = \"ergo\"\nrules.target = 20\n\
         [[entrant]]\nname = \"bot\"\nagent = {bot}\n\
         [schedule]\ntables = [{}]\ndeals = {deals}\nrotations = \"none\"\n{varied}",
        tables.join(", ")
    )
}

/// A row of an arm in `plots/arms.csv`.
struct Row {
    /// Table, subject and measure.
    of: String,
    value: f64,
    half: f64,
    /// The p-value of the difference to the first arm, raw and Holm's; nothing for the first.
    p: Option<[f64; 2]>,
}

/// Plays `text` into `folder` and reads the arms of its report.
fn arms(text: &str, threads: usize, folder: &Path) -> Vec<Row> {
    let experiment = Experiment::read(&Document::parse(text).expect("good text")).expect("a good experiment");
    let options = RunOptions { threads, mode: Mode::Begin, command: String::new() };
    run(&experiment, folder, &options, |_| ()).expect("the run ends");
    let mut rows = csv::Reader::from_path(folder.join("plots/arms.csv")).expect("every report of arms has it");
    let read = |row: csv::StringRecord| {
        let number = |at: usize| row[at].parse::<f64>().ok();
        let (low, high) = (number(5).unwrap_or(f64::NAN), number(6).unwrap_or(f64::NAN));
        Row {
            of: format!("{} {} {}", row[1].matches("bot").count(), &row[2], &row[3]),
            value: number(4).unwrap_or(f64::NAN),
            half: (high - low) / 2.0,
            p: number(8).zip(number(9)).map(|(p, holm)| [p, holm]),
        }
    };
    rows.records().map(|row| read(row.expect("a whole row"))).collect()
}

/// The same deck under two names, each with a shuffle of its own: how often the report calls a difference clear.
pub fn same(numbers: &Numbers, _: &Seed) {
    let (count, deals) = (numbers.at(0, 400), numbers.at(1, 60));
    let varied = "[[arm]]\nname = \"one\"\nset = { \"game.rules.deck\" = \"2009\" }\n[[arm]]\nname = \"other\"\nset = { \
                  \"game.rules.deck\" = \"2015\", \"game.rules.cards.not\" = 8, \"game.rules.cards.parenthesis\" = 6, \
                  \"game.rules.shuffle\" = \"coupled\" }\n";
    let one = |seed: u64| {
        let folder = tempfile::tempdir().expect("room for a temporary folder");
        let text = experiment("{ kind = \"best-of\", drawn = 2 }", seed, deals, varied);
        let rows = arms(&text, 1, folder.path());
        let page = fs::read_to_string(folder.path().join("report.md")).expect("every run has a report");
        let said = page.lines().find(|line| line.starts_with("**Answer.**")).expect("every report answers");
        let named = ["lower", "higher"].iter().any(|word| said.contains(word));
        let p: Vec<(String, [f64; 2])> = rows.into_iter().filter_map(|row| Some((row.of, row.p?))).collect();
        (named, p)
    };
    let all: Vec<_> = (1..=count).into_par_iter().map(one).collect();
    let percent = |hits: usize, of: usize| 100.0 * hits as f64 / of as f64;
    println!(
        "{count} comparisons of a deck with itself, {deals} deals each: differences called clear, in per cent (asked: 5)"
    );
    let named = all.iter().filter(|(named, _)| *named).count();
    println!("  by the answer, of three tables: {:.1}", percent(named, all.len()));
    let mut by: BTreeMap<&str, Vec<[f64; 2]>> = BTreeMap::new();
    all.iter().flat_map(|(_, p)| p).for_each(|(of, p)| by.entry(of).or_default().push(*p));
    let mut together = [0, 0];
    for (of, p) in &by {
        let hits = [0, 1].map(|which| p.iter().filter(|p| p[which] < 0.05).count());
        together = [together[0] + hits[0], together[1] + p.len()];
        let [raw, holm] = hits.map(|hits| percent(hits, p.len()));
        println!("  {of}: {raw:.1}, after Holm {holm:.1}, of {}", p.len());
    }
    println!("  all: {:.2} of {}", percent(together[0], together[1]), together[1]);
}

/// More and more cards that do nothing, the start fixed: what seats and starters gain by turn order, and by distance from the
/// last mover. By steps of two the pile stays even or odd, so that the last mover draws as many cards in all arms.
pub fn inert(numbers: &Numbers, _: &Seed) {
    let (deals, step) = (numbers.at(0, 2000), numbers.at(1, 1).max(1) as usize);
    let counts: Vec<usize> = (0..=8).step_by(step).collect();
    let varied = format!("[[sweep]]\nkey = \"game.rules.cards.inert\"\nvalues = {counts:?}\n");
    let text = experiment("{ kind = \"greedy\" }", 14, deals, &varied);
    let text = text.replace("rules.target = 20", "rules = { target = 20, starter = \"fixed\" }");
    let folder = tempfile::tempdir().expect("room for a temporary folder");
    println!(
        "{deals} deals an arm, greedy at all seats, the start fixed: by the number of inert cards {counts:?}, ± half the 95 % \
         interval"
    );
    let mut by: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in arms(&text, 2, folder.path()) {
        if ["starter", "seat", "last mover"].iter().any(|who| row.of[2..].starts_with(who)) {
            let clear = if row.p.is_some_and(|[_, holm]| holm < 0.05) { "*" } else { "" };
            by.entry(row.of).or_default().push(format!("{:.3} ± {:.3}{clear}", row.value, row.half));
        }
    }
    by.iter().for_each(|(of, values)| println!("  {of}: {}", values.join(", ")));
}

/// How much narrower a difference between decks is for playing the same deals, without and with a coupled shuffle: its variance
/// over that of two arms with deals of their own.
pub fn coupled(numbers: &Numbers, _: &Seed) {
    let deals = numbers.at(0, 2000);
    println!(
        "{deals} deals an arm: variance of a difference to the base over that of independent arms, plain and coupled"
    );
    for (name, set) in [
        ("a NOT more", "\"game.rules.cards.not\" = 9"),
        ("a NOT for a THEN", "\"game.rules.cards.not\" = 9, \"game.rules.cards.then\" = 3"),
        ("the deck of 2015", "\"game.rules.deck\" = \"2015\""),
    ] {
        let varied = format!(
            "[[arm]]\nname = \"base\"\nset = {{ \"game.rules.deck\" = \"2009\" }}\n[[arm]]\nname = \"other\"\nset = {{ {set} }}\n"
        );
        let [plain, coupled] = ["plain", "coupled"].map(|shuffle| {
            let text = experiment("{ kind = \"greedy\" }", 15, deals, &varied);
            let text =
                text.replace("rules.target = 20", &format!("rules = {{ target = 20, shuffle = \"{shuffle}\" }}"));
            let folder = tempfile::tempdir().expect("room for a temporary folder");
            arms(&text, 2, folder.path());
            narrowed(folder.path())
        });
        let both = |(of, plain): (&String, &f64)| Some(format!("{of} {plain:.2} {:.2}", coupled.get(of)?));
        println!("  {name}: {}", plain.iter().filter_map(both).collect::<Vec<_>>().join("; "));
    }
}

/// By table and measure of everybody's: the variance over deals of what the second arm has more than the first, over the sum of
/// theirs. Ratios of sums are taken by their residuals.
fn narrowed(folder: &Path) -> BTreeMap<String, f64> {
    // By deal the sum and weight in each arm.
    let mut sums: BTreeMap<String, BTreeMap<u64, [(f64, f64); 2]>> = BTreeMap::new();
    let mut rows = csv::Reader::from_path(folder.join("blocks.csv")).expect("every run has blocks");
    for row in rows.records().map(|row| row.expect("a whole row")).filter(|row| &row[4] == "all") {
        let deal = row[2].parse().expect("a number");
        let sum = (row[5].parse().expect("a number"), row[6].parse().expect("a number"));
        let of = format!("{} {}", row[1].matches("bot").count(), &row[3]);
        sums.entry(of).or_default().entry(deal).or_default()[usize::from(&row[0] == "other")] = sum;
    }
    let ratio = |deals: &BTreeMap<u64, [(f64, f64); 2]>| {
        let residuals = |arm: usize| {
            let (all, weights) = deals.values().fold((0.0, 0.0), |(x, n), deal| (x + deal[arm].0, n + deal[arm].1));
            let (rate, mean) = (all / weights, weights / deals.len() as f64);
            deals.values().map(move |deal| (deal[arm].0 - rate * deal[arm].1) / mean)
        };
        let (mut together, mut apart) = (0.0, 0.0);
        for (one, other) in residuals(0).zip(residuals(1)) {
            together += (other - one).powi(2);
            apart += one.powi(2) + other.powi(2);
        }
        together / apart
    };
    sums.iter().map(|(of, deals)| (of.clone(), ratio(deals))).collect()
}
