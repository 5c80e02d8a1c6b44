//! Claims over several tables, through the whole pipeline from the experiment file to the report's first sentence: a change on average over
//! twelve tables, half of whose luck is that of the deal, which they share.

use std::fs;

use ergo_engine::rng::Seed;
use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::run::{Mode, RunOptions, run};
use rayon::prelude::*;

use crate::Numbers;
use crate::synthetic::ladder::SEATS;
use crate::synthetic::strength::Contest;

/// Tables of one and another.
const TABLES: usize = 12;
/// The strength of everybody but the one who changes, in thousandths of a nat.
const EVEN: u64 = 5000;

/// The first sentence and the rows of `plots/arms.csv`.
fn reported(text: &str) -> (String, Vec<csv::StringRecord>) {
    let experiment = Document::parse(text).and_then(|document| Experiment::read_of::<Contest>(&document));
    let folder = tempfile::tempdir().expect("room for a temporary folder");
    let options = RunOptions { threads: 1, mode: Mode::Begin, command: String::new() };
    run(&experiment.expect("a good experiment"), folder.path(), &options, |_| ()).expect("the run ends");
    let page = fs::read_to_string(folder.path().join("report.md")).expect("every run has a report");
    let said = page.lines().find(|line| line.starts_with("**Answer.**")).expect("every report answers").to_owned();
    let rows = csv::Reader::from_path(folder.path().join("plots/arms.csv"));
    (said, rows.map_or_else(|_| Vec::new(), |mut rows| rows.records().map(|row| row.expect("a whole row")).collect()))
}

fn entrant(name: &str, strength: u64) -> String {
    format!("[[entrant]]\nname = \"{name}\"\nagent = {{ kind = \"strong\", strength = {strength} }}\n")
}

/// One who becomes stronger by so many thousandths of a nat meets twelve others: how often the average over tables holds the truth and is
/// clear, beside the tables one by one.
pub fn study(numbers: &Numbers, _: &Seed) {
    let (count, deals, gain) = (numbers.at(0, 400), numbers.at(1, 100), numbers.at(2, 180));
    let others: String = (0..TABLES).map(|i| entrant(&format!("e{i:02}"), EVEN)).collect();
    let tables: Vec<String> = (0..TABLES).map(|i| format!("[\"new\", \"e{i:02}\"]")).collect();
    let text = |seed: u64| {
        format!(
            "question = \"What does strength bring?\"\nmeasure = \"new win_share\"\nkind = \"change\"\nseed = {seed}\n[game]\n\
             name = \"contest-of-strength\"\n{}{others}[schedule]\ntables = [{}]\ndeals = {deals}\nrotations = \"all\"\n\
             [[sweep]]\nkey = \"entrant.new.agent.strength\"\nvalues = [{EVEN}, {}]\n",
            entrant("new", EVEN),
            tables.join(", "),
            EVEN + gain
        )
    };
    let share = |lead: f64| 1.0 / (1.0 + (-lead).exp());
    let (by, seat) = (gain as f64 / 1000.0, SEATS[0][0] - SEATS[0][1]);
    let truth = (share(by + seat) + share(by - seat)) / 2.0 - 0.5;
    let one = |seed: u64| {
        let (said, rows) = reported(&text(seed));
        let of_arm: Vec<&csv::StringRecord> =
            rows.iter().filter(|row| &row[2] == "new" && &row[3] == "win_share" && !row[7].is_empty()).collect();
        let number = |row: &csv::StringRecord, at: usize| row[at].parse::<f64>().expect("a number");
        let clear = of_arm.iter().filter(|row| number(row, 8) < 0.05).count() as f64 / of_arm.len() as f64;
        (said, clear)
    };
    let all: Vec<(String, f64)> = (1..=count).into_par_iter().map(one).collect();
    println!("{}", all[0].0);
    let pooled: Vec<Option<[f64; 2]>> = all.iter().map(|(said, _)| change(said)).collect();
    let known: Vec<[f64; 2]> = pooled.iter().flatten().copied().collect();
    let percent = |hits: usize, of: usize| 100.0 * hits as f64 / of as f64;
    // One digit of a per cent is written, of the value and of the half width.
    let holds = |[value, half]: &[f64; 2]| (value - 100.0 * truth).abs() <= half + 0.1;
    let clear = |[value, half]: &[f64; 2]| value.abs() > *half;
    let alone = all.iter().map(|(_, clear)| clear).sum::<f64>() / all.len() as f64;
    let half = known.iter().map(|[_, half]| half).sum::<f64>() / known.len() as f64;
    println!(
        "{count} runs, {deals} deals at {TABLES} tables, true change {:.2}pp: told on average over tables in {}; it holds the truth in \
         {:.1} %, is clear in {:.1} % (mean half width {half:.2}pp); a table alone is clear in {:.1} %",
        100.0 * truth,
        known.len(),
        percent(known.iter().filter(|one| holds(one)).count(), known.len()),
        percent(known.iter().filter(|one| clear(one)).count(), known.len()),
        100.0 * alone
    );
}

/// The first change that is told: `+2.4±1.0pp`.
fn change(said: &str) -> Option<[f64; 2]> {
    let word = said.split_whitespace().find(|word| word.contains('±') && word.contains("pp"))?;
    let (value, rest) = word.trim_start_matches('(').split_once('±')?;
    Some([value.parse().ok()?, rest.split("pp").next()?.parse().ok()?])
}
