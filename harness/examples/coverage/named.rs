//! Claims that name one of several, or the set of those that may be it, through the whole pipeline from the experiment file to the report's
//! first sentence: which measure is greatest, and which setting comes nearest to its targets.

use std::fs;

use ergo_engine::rng::Seed;
use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::run::{Mode, RunOptions, run};
use rayon::prelude::*;

use crate::Numbers;
use crate::synthetic::strength::Contest;

/// A strength in thousandths of a nat.
const EVEN: u64 = 5000;

/// The first sentence of the report of an experiment of this question, in which entrants of these names are so strong.
pub fn told(head: &str, strengths: &[(&str, u64)], schedule: &str) -> String {
    let entrant = |(name, strength): &(&str, u64)| {
        format!("[[entrant]]\nname = \"{name}\"\nagent = {{ kind = \"strong\", strength = {strength} }}\n")
    };
    let entrants: String = strengths.iter().map(entrant).collect();
    let text = format!(
        "{head}\n[game]\nname = \"contest-of-strength\"\n{entrants}[schedule]\nrotations = \"all\"\n{schedule}"
    );
    let experiment = Document::parse(&text).and_then(|document| Experiment::read_of::<Contest>(&document));
    let folder = tempfile::tempdir().expect("room for a temporary folder");
    let options = RunOptions { threads: 1, mode: Mode::Begin, command: String::new() };
    run(&experiment.expect("a good experiment"), folder.path(), &options, |_| ()).expect("the run ends");
    let page = fs::read_to_string(folder.path().join("report.md")).expect("every run has a report");
    let said = page.lines().find_map(|line| line.strip_prefix("**Answer.** "));
    said.expect("every report answers").to_owned()
}

fn all(count: u64, told: impl Fn(u64) -> String + Send + Sync) -> Vec<String> {
    let all: Vec<String> = (1..=count).into_par_iter().map(told).collect();
    println!("{}", all[0]);
    all
}

fn percent(all: &[String], is: impl Fn(&&String) -> bool) -> f64 {
    100.0 * all.iter().filter(is).count() as f64 / all.len() as f64
}

/// Of three measures at one table two are equal and greatest, then one is greatest by so much: how often what is greatest is named, and
/// how often alone.
pub fn greatest(numbers: &Numbers, _: &Seed) {
    let (count, deals, gain) = (numbers.at(0, 1000), numbers.at(1, 300), numbers.at(2, 150));
    for gain in [0, gain] {
        let of = |seed: u64| {
            let head = format!(
                "question = \"Which is greatest?\"\nkind = \"best\"\nmeasure = [\"a first\", \"b second\", \"c third\"]\nseed = {seed}\n{}",
                ["first", "second", "third"]
                    .map(|name| format!("[[measures]]\nname = \"{name}\"\nof = \"seats\"\ncolumn = \"points\"\n"))
                    .concat()
            );
            let strengths = [("a", EVEN + gain), ("b", EVEN), ("c", EVEN - 200)];
            told(&head, &strengths, &format!("tables = [[\"a\", \"b\", \"c\"]]\ndeals = {deals}\n"))
        };
        let all = all(count, of);
        let holds = |name: &str| percent(&all, |said| said.contains(name) || said.contains(" more "));
        let alone = percent(&all, |said| said.contains("first") && !said.contains(" or "));
        println!(
            "{count} runs, {deals} deals: first by {gain} thousandths of a nat before second, second by 200 before third: named are first in \
             {:.1} %, second in {:.1} %, third in {:.1} %, first alone in {alone:.1} %",
            holds("first"),
            holds("second"),
            holds("third")
        );
    }
}

/// Two settings that lie alike from the target and one that is in use and lies further off, at three tables: how often one of the alike
/// is told to be clearly worse than the other, and how often the one in use is.
pub fn setting(numbers: &Numbers, _: &Seed) {
    let (count, deals, off) = (numbers.at(0, 1000), numbers.at(1, 200), numbers.at(2, 300));
    let arms = [EVEN + 2 * off, EVEN + off, EVEN - off];
    let of = |seed: u64| {
        let head = format!(
            "question = \"Which strength makes it even?\"\nkind = \"setting\"\nseed = {seed}\n[targets]\n\"new win_share\" = [0.49, 0.51]"
        );
        let tables = "tables = [[\"new\", \"e\"], [\"new\", \"f\"], [\"new\", \"g\"]]";
        let sweep = format!("[[sweep]]\nkey = \"entrant.new.agent.strength\"\nvalues = {arms:?}\n");
        told(
            &head,
            &[("new", EVEN), ("e", EVEN), ("f", EVEN), ("g", EVEN)],
            &format!("{tables}\ndeals = {deals}\n{sweep}"),
        )
    };
    let all = all(count, of);
    let named = |said: &str, arm: u64| said.contains(&format!("={arm}"));
    let lost = percent(&all, |said| !named(said, arms[1]) || !named(said, arms[2]));
    let chosen = percent(&all, |said| !said.starts_with("Keep"));
    println!(
        "{count} runs, {deals} deals at 3 tables, {off} thousandths of a nat off, one in use twice that: of two that lie alike one is told to \
         be clearly worse in {lost:.1} %; the one in use is in {chosen:.1} %"
    );
}
