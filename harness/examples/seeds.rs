//! Checks findings on fresh seeds: runs every experiment with findings with three other seeds and evaluates its claims again.
//!
//! ```text
//! cargo run --release --example seeds -- [--keep DIR] [NAME…]
//! ```
//!
//! Writes `results/NAME/seeds.csv` and prints the table of `results/SEEDS.md`. An experiment whose record took over five minutes is
//! run with a quarter of its deals. Experiments with entrants that cannot be repeated are skipped. `--keep` keeps the runs in
//! `DIR/NAME/SEED` and reuses finished ones.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::findings::Outcome;
use ergo_lab::findings::table::read_folder;
use ergo_lab::finished::{Finished, SEEDS};
use ergo_lab::games::standard;
use ergo_lab::job::{Mode, RunOptions};
use ergo_lab::manifest::Manifest;
use ergo_lab::run::run;

/// Number of fresh seeds for each experiment.
const COUNT: u64 = 3;
/// Difference between the seeds of an experiment, starting from the recorded one. Large, to avoid the seeds of other experiments.
const STEP: u64 = 1_000_003;
/// An experiment whose record took longer than this, in seconds, is run with a quarter of its deals.
const LONG: f64 = 300.0;

fn main() -> Result<(), Box<dyn Error>> {
    let mut wanted: Vec<String> = std::env::args().skip(1).collect();
    let keep = wanted.iter().position(|argument| argument == "--keep").map(|place| {
        wanted.remove(place);
        PathBuf::from(wanted.remove(place))
    });
    let mut files: Vec<PathBuf> =
        fs::read_dir("experiments")?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
    files.retain(|file| file.extension().is_some_and(|end| end == "toml"));
    files.sort();
    println!("{HEAD}");
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if wanted.is_empty() || wanted.contains(&name) {
            check(&file, &name, keep.as_deref())?;
        }
    }
    Ok(())
}

/// The text of `results/SEEDS.md` above the rows of its table.
const HEAD: &str = "# Findings on fresh seeds

A finding is written after its data were seen, so its own record cannot confirm it. `cargo run --release --example seeds` plays every
experiment with three other seeds and checks all claims again. The index and the README show findings that held on at least two of three.

*Power* is the probability that one fresh seed contradicts the weakest claim of the finding if the truth lies as far on the other side of
the claim's border as the estimate on record lies on this side. \u{201c}–\u{201d}: nothing varies, so the claim is exact. Runs that take
over five minutes are played with a quarter of their deals; the power counts that. Experiments with language models are left out: their
servers and answers cannot be repeated.

| experiment | finding | on record | held on | power | text |
| --- | ---: | --- | ---: | ---: | --- |";

/// Runs an experiment with fresh seeds, writes the outcomes of its claims and prints a row for each finding.
fn check(file: &Path, name: &str, keep: Option<&Path>) -> Result<(), Box<dyn Error>> {
    let (record, registry) = (Path::new("results").join(name), standard());
    let original = Document::parse(&fs::read_to_string(file)?)?;
    let experiment = Experiment::read_with_registry(&original, &registry)?;
    if experiment.findings.is_empty() || !experiment.unrepeatable().is_empty() {
        return Ok(());
    }
    let manifest = Manifest::read(&record)?.ok_or("no record")?;
    let share = if manifest.seconds > LONG { 4 } else { 1 };
    let deals = experiment.deals.div_ceil(share);
    let mut csv = "finding,seed,deals,outcome\n".to_owned();
    let mut held = vec![0; experiment.findings.len()];
    for step in 1..=COUNT {
        let seed = experiment.seed + step * STEP;
        let temporary = tempfile::tempdir()?;
        let folder = keep.map_or_else(|| temporary.path().to_owned(), |keep| keep.join(name).join(seed.to_string()));
        if folder.join("manifest.json").exists() {
            Finished::open(&folder, &registry)?.with_findings(file)?.report(false)?;
        } else {
            let mut document = original.clone();
            document.set("seed", &seed.to_string());
            document.set("schedule.deals", &deals.to_string());
            let fresh = Experiment::read_with_registry(&document, &registry)?;
            fs::create_dir_all(&folder)?;
            let threads = std::thread::available_parallelism().map_or(1, usize::from);
            run(&fresh, &folder, &RunOptions { threads, mode: Mode::Begin, command: String::new() }, |_| ())?;
        }
        for (place, checked) in read_folder(&folder)?.iter().enumerate() {
            let Some(outcome) = checked.outcome() else { continue };
            held[place] += u64::from(outcome == Outcome::Supported);
            writeln!(csv, "{},{seed},{deals},{outcome}", place + 1)?;
        }
        eprintln!("{name}: seed {seed}");
    }
    fs::write(record.join(SEEDS), csv)?;
    for (place, (checked, held)) in read_folder(&record)?.iter().zip(held).enumerate() {
        let outcome = checked.outcome().map_or("–", Outcome::name);
        let power = checked.power(1.0 / f64::from(share));
        let power = power.map_or_else(|| "–".to_owned(), |power| format!("{:.0} %", 100.0 * power));
        let text = checked.fill(&experiment.findings[place].text).replace('|', "\\|");
        println!("| [{name}]({name}/report.md) | {} | {outcome} | {held} of {COUNT} | {power} | {text} |", place + 1);
    }
    Ok(())
}
