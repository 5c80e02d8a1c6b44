//! Two identical bots under different names are rarely found different, from the experiment file to the summary. 120 runs;
//! `FULL=1` runs 1,000 longer ones.
//!
//! Each deal is won by either bot or split, so the win share of a run takes few values, and its p-value is exactly 1 whenever
//! the result is even. Therefore only the lower half of the p-values is tested.

use crate::tempdir::tempdir;
use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::findings::table::read_folder;
use ergo_lab::run::{Mode, RunOptions, run};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// The two-sided p-value of `value` against `even`, from a 95 % t-interval.
fn p_value(value: f64, low: f64, high: f64, even: f64, blocks: f64) -> f64 {
    let student = StudentsT::new(0.0, 1.0, blocks - 1.0).unwrap();
    let error = (high - low) / 2.0 / student.inverse_cdf(0.975);
    2.0 * student.cdf(-((value - even) / error).abs())
}

/// The p-value of the first bot winning half of the matches, in the summary of one run.
fn run_once(seed: u64, deals: u64) -> f64 {
    let text = format!(
        "question = \"Is a better than a?\"\nseed = {seed}\n[game]\nname = \"ergo\"\nrules.target = 20\n[[entrant]]\nname = \"a\"\n\
         agent = {{ kind = \"best-of\", drawn = 2 }}\n[[entrant]]\nname = \"b\"\nagent = {{ kind = \"best-of\", drawn = 2 }}\n\
         [schedule]\ntables = [[\"a\", \"b\"]]\ndeals = {deals}\n"
    );
    let experiment = Experiment::read(&Document::parse(&text).unwrap()).unwrap();
    let folder = tempdir().unwrap();
    let options = RunOptions { threads: 2, mode: Mode::Begin, command: String::new() };
    run(&experiment, folder.path(), &options, |_| ()).unwrap();
    let mut summary = csv::Reader::from_path(folder.path().join("summary.csv")).unwrap();
    let headers = summary.headers().unwrap().clone();
    let column = |name: &str| headers.iter().position(|header| header == name).unwrap();
    let rows: Vec<csv::StringRecord> = summary.records().map(Result::unwrap).collect();
    let row = rows.iter().find(|row| &row[column("subject")] == "a" && &row[column("measure")] == "win_share").unwrap();
    let number = |name: &str| row[column(name)].parse::<f64>().unwrap();
    assert_eq!(number("blocks"), deals as f64);
    p_value(number("value"), number("low"), number("high"), 0.5, deals as f64)
}

#[test]
fn identical_bots_are_not_found_different() {
    let (runs, deals) = if std::env::var_os("FULL").is_some() { (1_000, 1_000) } else { (120, 150) };
    let values: Vec<f64> = (1..=runs).map(|seed| run_once(seed, deals)).collect();
    for level in [0.05, 0.2, 0.5] {
        let found = values.iter().filter(|p| **p < level).count() as f64 / runs as f64;
        let error = (level * (1.0 - level) / runs as f64).sqrt();
        println!("{runs} runs: {:.1} % of the p-values are below {level}", 100.0 * found);
        assert!((found - level).abs() < 3.0 * error, "{found} of the p-values are below {level}");
    }
    // The p-values can detect a difference of a tenth.
    assert!(p_value(0.6, 0.55, 0.65, 0.5, 100.0) < 0.001);
}

/// The 95 % interval separates two equal bots in at most 9 of 100 runs. If the interval is right, more than 9 has a probability of 3 %.
#[test]
fn twins_differ_clearly_in_at_most_9_of_100_runs() {
    let text = |seed: u64| {
        let entrants =
            ["one", "twin"].map(|name| format!("[[entrant]]\nname = \"{name}\"\nagent = {{ kind = \"random\" }}\n"));
        format!(
            "question = \"Is the twin better?\"\nseed = {seed}\n[game]\nname = \"ergo\"\nrules.max_rounds = 1\n{}[schedule]\n\
             tables = [[\"one\", \"twin\"]]\ndeals = 60\n[[finding]]\ntext = \"{{d}}\"\n\
             values.a = {{ measure = \"win_share\", subject = \"one\", table = \"one v twin\" }}\n\
             values.b = {{ measure = \"win_share\", subject = \"twin\", table = \"one v twin\" }}\n\
             values.d = \"a - b\"\nholds.apart = \"d > 0\"\n",
            entrants.concat()
        )
    };
    let is_apart = |seed: u64| {
        let experiment = Experiment::read(&Document::parse(&text(seed)).unwrap()).unwrap();
        let folder = tempdir().unwrap();
        let options = RunOptions { threads: 2, mode: Mode::Begin, command: String::new() };
        run(&experiment, folder.path(), &options, |_| ()).unwrap();
        let checked = &read_folder(folder.path()).unwrap()[0];
        let difference = checked.figures.iter().find(|figure| figure.name == "d").unwrap();
        difference.interval.is_some_and(|interval| interval.low > 0.0 || interval.high < 0.0)
    };
    let apart = (1..=100).filter(|seed| is_apart(*seed)).count();
    println!("{apart} of 100 runs tell twins apart");
    assert!((1..=9).contains(&apart), "{apart} of 100 runs tell twins apart");
}
