//! Arms over decks of ERGO, through the whole pipeline from the experiment file to the files of the report: a deck with
//! more and more inert cards.

use std::collections::BTreeMap;
use std::path::Path;

use ergo_engine::rng::Seed;
use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::run::{Mode, RunOptions, run};

use crate::Numbers;

/// Greedy at all two, three and four seats, and what is varied.
fn experiment(seed: u64, deals: u64, varied: &str) -> String {
    let table = |seats: usize| format!("{:?}", vec!["bot"; seats]);
    let tables: Vec<String> = (2..=4).map(table).collect();
    format!(
        "question = \"Which deck is fairer?\"\nmeasure = \"paradox\"\nseed = {seed}\n[game]\nname = \"ergo\"\nrules.target = 20\n\
         [[entrant]]\nname = \"bot\"\nagent = {{ kind = \"greedy\" }}\n\
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

/// More and more cards that do nothing, the start fixed: what seats and starters gain by turn order, and by distance from the
/// last mover. By steps of two the pile stays even or odd, so that the last mover draws as many cards in all arms.
pub fn inert(numbers: &Numbers, _: &Seed) {
    let (deals, step) = (numbers.at(0, 2000), numbers.at(1, 1).max(1) as usize);
    let counts: Vec<usize> = (0..=8).step_by(step).collect();
    let varied = format!("[[sweep]]\nkey = \"game.rules.cards.inert\"\nvalues = {counts:?}\n");
    let text = experiment(14, deals, &varied);
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
