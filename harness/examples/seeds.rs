//! Would fresh seeds say the same? Every experiment of `experiments/` is played three times more, as its `[quick]` says or with a
//! fifth of its deals, each time from another seed; what is asked is compared with the record in `results/`, value by value.
//!
//! ```text
//! cargo run --release --example seeds [-- NAME…] > results/SEEDS.md
//! ```
//!
//! Two values disagree where they lie farther apart than both their 95 % intervals reach towards each other, added as squares; of
//! fair intervals that is one pair in twenty. They contradict each other where they still do with intervals for all pairs of the
//! experiment together (Bonferroni, by Student's t of as many deals as the one of the two has that has fewer); such pairs are listed.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::games::standard;
use ergo_lab::report::answer_of;
use ergo_lab::run::{Mode, RunOptions, run};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// Fresh seeds of each experiment.
const SEEDS: u64 = 3;
/// Of the deals of an experiment without `[quick]` one in so many is played.
const PART: u32 = 5;
/// The step between seeds of an experiment, from the one on record on: far from those of other experiments.
const STEP: u64 = 1_000_003;

/// A value with the ends of its interval.
#[derive(Clone, Copy)]
struct Found {
    value: f64,
    low: f64,
    high: f64,
    deals: f64,
}

/// By arm, table, subject and measure.
type Values = BTreeMap<[String; 4], Found>;

fn main() -> Result<(), Box<dyn Error>> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let mut files: Vec<_> =
        fs::read_dir("experiments")?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
    files.retain(|file| file.extension().is_some_and(|end| end == "toml"));
    files.sort();
    println!("# Would fresh seeds say the same?\n");
    println!(
        "Made by `cargo run --release --example seeds`: {SEEDS} fresh seeds each, quick where the experiment says how, else a fifth of its deals. \
         A pair contradicts with intervals that hold for all of its experiment together, at 95 %: by chance one in twenty experiments has one.\n"
    );
    println!(
        "| experiment | values compared | disagree | of fair intervals | contradict | answers: on record, then of fresh seeds |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | --- |");
    let mut all = Vec::new();
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if wanted.is_empty() || wanted.contains(&name) {
            let (row, contradict) = compared(&file, &name)?;
            println!("{row}");
            all.extend(contradict);
        }
    }
    println!("\n## Values that contradict\n");
    all.iter().for_each(|line| println!("- {line}"));
    Ok(())
}

/// A row of the table, and the values that contradict each other.
fn compared(file: &Path, name: &str) -> Result<(String, Vec<String>), Box<dyn Error>> {
    let record = Path::new("results").join(name);
    let shelf = standard();
    let (mut pairs, mut answers) =
        (Vec::new(), vec![answer_of(&fs::read_to_string(record.join("report.md"))?).to_owned()]);
    for seed in 1..=SEEDS {
        let mut document = Document::parse(&fs::read_to_string(file)?)?;
        let mut quick = document.clone();
        match quick.quicken() {
            Ok(()) => document = quick,
            Err(_) => {
                let deals = Experiment::read_on(&document, &shelf)?.deals;
                document.set("schedule.deals", &deals.div_ceil(PART).to_string());
            }
        }
        let experiment = Experiment::read_on(&document, &shelf)?;
        let fresh = experiment.seed + seed * STEP;
        document.set("seed", &fresh.to_string());
        let experiment = Experiment::read_on(&document, &shelf)?;
        let folder = tempfile::tempdir()?;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let ran = run(
            &experiment,
            folder.path(),
            &RunOptions { threads, mode: Mode::Begin, command: String::new() },
            |_| (),
        )?;
        answers.push(ran.answer);
        let asked: Vec<String> = experiment.asked.iter().map(|key| key.measure.name.clone()).collect();
        let (mut known, found) = (values(&record, &asked)?, values(folder.path(), &asked)?);
        // Another seed has other points of a design under the same names; the first arm is always the base.
        if experiment.design.is_some() {
            known.retain(|key, _| key[0] == experiment.arms[0].label);
        }
        pairs.extend(known.into_iter().filter_map(|(key, known)| Some((*found.get(&key)?, known, key))));
        eprintln!("{name}: seed {fresh}");
    }
    let disagree = pairs.iter().filter(|(one, other, _)| lie_apart(one, other, 1.0)).count();
    let contradict = pairs.iter().filter(|(one, other, _)| lie_apart(one, other, wider(one, other, pairs.len())));
    let shown = |one: &Found| format!("{} ({} to {}, {} deals)", one.value, one.low, one.high, one.deals);
    let line = |(fresh, known, key): &(Found, Found, [String; 4])| {
        format!("{name}: {}: on record {}, of a fresh seed {}", key.join(", "), shown(known), shown(fresh))
    };
    let contradict: Vec<String> = contradict.map(line).collect();
    let (values, fair, count) = (pairs.len(), pairs.len() as f64 / 20.0, contradict.len());
    let answers = answers.join("<br>").replace('|', "\\|");
    Ok((format!("| {name} | {values} | {disagree} | {fair:.0} | {count} | {answers} |"), contradict))
}

/// The measures `asked` in `summary.csv`, or where none is, win shares; those that have an interval.
fn values(folder: &Path, asked: &[String]) -> Result<Values, Box<dyn Error>> {
    let mut reader = csv::Reader::from_path(folder.join("summary.csv"))?;
    let mut all = Values::new();
    for row in reader.records() {
        let row = row?;
        let is_asked = asked.iter().any(|name| *name == row[4]) || asked.is_empty() && &row[4] == "win_share";
        let [value, low, high, deals] = [5, 6, 7, 8].map(|column| row[column].parse::<f64>());
        // Differences between arms, and tables that differ in one entrant, have keys of their own.
        if let (true, Ok(value), Ok(low), Ok(high), Ok(deals)) = (is_asked, value, low, high, deals) {
            all.insert([0, 1, 3, 4].map(|column| row[column].to_owned()), Found { value, low, high, deals });
        }
    }
    Ok(all)
}

/// Whether two values lie farther apart than their intervals reach towards each other, so many times as wide.
fn lie_apart(one: &Found, other: &Found, wider: f64) -> bool {
    let (less, more) = if one.value <= other.value { (one, other) } else { (other, one) };
    more.value - less.value > wider * (less.high - less.value).hypot(more.value - more.low) + 1e-9
}

/// How many times as wide intervals are that hold for so many pairs together.
fn wider(one: &Found, other: &Found, pairs: usize) -> f64 {
    let freedom = (one.deals.min(other.deals) - 1.0).max(1.0);
    let student = StudentsT::new(0.0, 1.0, freedom).expect("one degree of freedom or more");
    student.inverse_cdf(1.0 - 0.025 / pairs as f64) / student.inverse_cdf(0.975)
}
