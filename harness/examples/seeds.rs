//! Would fresh seeds say the same? Every experiment with findings is played with three other seeds, and its claims are checked again.
//!
//! ```text
//! cargo run --release --example seeds [-- NAME…]
//! ```
//!
//! It writes `results/NAME/seeds.csv` and prints the table of `results/SEEDS.md`. An experiment is played with all its deals if its
//! record took less than five minutes, else with a quarter of them.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::findings::Outcome;
use ergo_lab::findings::table::read_folder;
use ergo_lab::finished::SEEDS;
use ergo_lab::games::standard;
use ergo_lab::job::{Mode, RunOptions};
use ergo_lab::manifest::Manifest;
use ergo_lab::run::run;

/// Fresh seeds of each experiment.
const COUNT: u64 = 3;
/// The step between seeds of an experiment, from the one on record on: far from those of other experiments.
const STEP: u64 = 1_000_003;
/// A record that took longer, in seconds, is played with a quarter of its deals.
const LONG: f64 = 300.0;

fn main() -> Result<(), Box<dyn Error>> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let mut files: Vec<PathBuf> =
        fs::read_dir("experiments")?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
    files.retain(|file| file.extension().is_some_and(|end| end == "toml"));
    files.sort();
    println!("# Findings on fresh seeds\n");
    println!(
        "`cargo run --release --example seeds` plays every experiment with three other seeds and checks its claims again.\n"
    );
    println!(
        "| experiment | finding | on record | fresh seeds on which all claims were supported |\n| --- | ---: | --- | ---: |"
    );
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if wanted.is_empty() || wanted.contains(&name) {
            check(&file, &name)?;
        }
    }
    Ok(())
}

/// Plays an experiment with fresh seeds, writes their outcomes and prints a row for each finding.
fn check(file: &Path, name: &str) -> Result<(), Box<dyn Error>> {
    let (record, shelf) = (Path::new("results").join(name), standard());
    let original = Document::parse(&fs::read_to_string(file)?)?;
    let experiment = Experiment::read_on(&original, &shelf)?;
    if experiment.findings.is_empty() {
        return Ok(());
    }
    let manifest = Manifest::read(&record)?.ok_or("no record")?;
    let is_long = manifest.seconds > LONG;
    let deals = if is_long { experiment.deals.div_ceil(4) } else { experiment.deals };
    let mut csv = "finding,seed,deals,outcome\n".to_owned();
    let mut held = vec![0; experiment.findings.len()];
    for step in 1..=COUNT {
        let mut document = original.clone();
        let seed = experiment.seed + step * STEP;
        document.set("seed", &seed.to_string());
        document.set("schedule.deals", &deals.to_string());
        let fresh = Experiment::read_on(&document, &shelf)?;
        let folder = tempfile::tempdir()?;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        run(&fresh, folder.path(), &RunOptions { threads, mode: Mode::Begin, command: String::new() }, |_| ())?;
        for (place, checked) in read_folder(folder.path())?.iter().enumerate() {
            let Some(outcome) = checked.outcome() else { continue };
            held[place] += u64::from(outcome == Outcome::Supported);
            writeln!(csv, "{},{seed},{deals},{outcome}", place + 1)?;
        }
        eprintln!("{name}: seed {seed}");
    }
    fs::write(record.join(SEEDS), csv)?;
    let on_record = read_folder(&record)?;
    for (place, held) in held.into_iter().enumerate() {
        let outcome = on_record.get(place).and_then(|checked| checked.outcome()).map_or("–", Outcome::name);
        println!("| [{name}]({name}/report.md) | {} | {outcome} | {held} of {COUNT} |", place + 1);
    }
    Ok(())
}
