//! The record of a tuning run: experiment and plan, a row per candidate and per generation, the answer and its check.
//! It is sufficient to resume and to follow the run.

use std::fmt::Write;

use serde::Serialize;

use super::plan::{EvaluatedGeneration, HeldOutDeal, TuneError, TunePlan};
use crate::job::manifest::FileEntry;
use crate::job::{self, Checkpoint, FolderClaim, Mode, OpenedWork, PlayedCounts};
use crate::storage::folder::{EXPERIMENT, Folder};
use crate::storage::sealed;

/// The file of the plan.
const SEARCH: &str = "search.json";
/// The file with a row per candidate.
pub(super) const CANDIDATES: &str = "candidates.csv";
/// The file with a row per generation.
const GENERATIONS: &str = "generations.csv";
/// The file with a row per held-out deal.
const HELD_OUT: &str = "held_out.csv";
const HELD_OUT_HEADER: &str = "deal,tuned,start,gain\n";
const BEST: &str = "best.toml";
const VERDICT: &str = "verdict.md";
/// The summary. It is the only file that depends on the clock or the machine.
const SUMMARY: &str = job::SEARCHED;

/// The record of an unfinished tuning run.
pub struct TuneRecord {
    checkpoint: Checkpoint,
    keys: Vec<String>,
    population: usize,
}

/// The tuning run in a folder.
pub enum OpenedSearch {
    /// A finished run, with its verdict.
    Finished(String),
    /// An unfinished run, with its generations and held-out deals so far.
    Begun(Box<TuneRecord>, Vec<EvaluatedGeneration>, Vec<HeldOutDeal>),
}

/// The summary of a tuning run.
#[derive(Serialize)]
pub struct TuneSummary {
    /// The name of the game.
    pub game: &'static str,
    /// Version of the program.
    pub version: &'static str,
    /// Git revision of the source.
    pub revision: &'static str,
    /// Version of the random streams.
    pub rng_version: u32,
    /// The command line.
    pub command: String,
    /// The master seed of all random streams.
    pub seed: u64,
    /// Number of matches; set by [`TuneRecord::conclude`].
    pub matches: u64,
    /// All other files; set by [`TuneRecord::conclude`].
    pub files: Vec<FileEntry>,
    /// Run time in seconds, without interruptions; set by [`TuneRecord::conclude`].
    pub seconds: f64,
    /// Number of worker threads.
    pub threads: usize,
    /// Processor, operating system and number of cores.
    pub machine: String,
}

impl TuneRecord {
    /// Opens the record of the run `plan` in `folder`, with its results so far.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder has other work, or if its rows are invalid.
    pub fn open(
        folder: Folder,
        experiment: &str,
        question: &str,
        plan: &TunePlan,
        mode: Mode,
    ) -> Result<OpenedSearch, TuneError> {
        let keys: Vec<String> = plan.parameters.iter().map(|parameter| parameter.key.clone()).collect();
        let candidates = format!("generation,candidate,step,value,{}\n", keys.join(","));
        let generations = format!("generation,step,centre,start,gain,{}\n", keys.join(","));
        let claim = FolderClaim {
            what: "search",
            other: ("another search", "an empty folder, the same search with --resume"),
            asked: &[(EXPERIMENT, experiment), (SEARCH, question)],
            asked_stays: true,
            rows: &[
                (CANDIDATES, candidates.as_bytes()),
                (GENERATIONS, generations.as_bytes()),
                (HELD_OUT, HELD_OUT_HEADER.as_bytes()),
            ],
            completion_file: SUMMARY,
            later: &[BEST, VERDICT],
            logs: &[],
            replaces: false,
            inner: &[],
        };
        match Checkpoint::open(folder, &claim, mode)? {
            OpenedWork::Finished(folder) => {
                let verdict = folder.read(VERDICT)?.unwrap_or_default();
                // A heading, an empty line, and the verdict.
                let sentence = String::from_utf8_lossy(&verdict).lines().nth(2).unwrap_or_default().to_owned();
                Ok(OpenedSearch::Finished(sentence))
            }
            OpenedWork::Begun(checkpoint) => {
                let record = TuneRecord { checkpoint: *checkpoint, keys, population: plan.population };
                let (valued, held_out) = (record.generations()?, record.checked()?);
                Ok(OpenedSearch::Begun(Box::new(record), valued, held_out))
            }
        }
    }

    /// Reads the saved generations.
    fn generations(&self) -> Result<Vec<EvaluatedGeneration>, TuneError> {
        let text = self.checkpoint.rows(CANDIDATES)?;
        let rows: Vec<&str> = text.lines().skip(1).collect();
        let mut valued: Vec<EvaluatedGeneration> = Vec::new();
        for (number, rows) in rows.chunks(self.population + 2).enumerate() {
            let wrong = |i| self.wrong(CANDIDATES, number * (self.population + 2) + i);
            let mut generation = EvaluatedGeneration { numbers: Vec::new(), values: Vec::new(), step: 0.0 };
            for (i, row) in rows.iter().enumerate() {
                let start = format!("{},{},", number + 1, self.name(i));
                let fields = row.strip_prefix(&start).ok_or_else(|| wrong(i))?;
                let numbers = numbers(fields).ok_or_else(|| wrong(i))?;
                let [step, value, numbers @ ..] = numbers.as_slice() else { return Err(wrong(i)) };
                if numbers.len() != self.keys.len() || !value.is_finite() {
                    return Err(wrong(i));
                }
                generation.step = *step;
                generation.values.push(*value);
                generation.numbers.push(numbers.to_vec());
            }
            valued.push(generation);
        }
        Ok(valued)
    }

    /// Reads the saved held-out deals.
    fn checked(&self) -> Result<Vec<HeldOutDeal>, TuneError> {
        let text = self.checkpoint.rows(HELD_OUT)?;
        let block = |(i, row): (usize, &str)| {
            let wrong = || self.wrong(HELD_OUT, i);
            let (deal, values) = row.split_once(',').ok_or_else(wrong)?;
            match (deal.parse(), numbers(values).as_deref()) {
                (Ok(deal), Some(&[tuned, start, _])) => Ok(HeldOutDeal { deal, tuned, start }),
                _ => Err(wrong()),
            }
        };
        text.lines().skip(1).enumerate().map(block).collect()
    }

    /// Returns the error about row `row` (from 0) of the file `name`.
    fn wrong(&self, name: &str, row: usize) -> TuneError {
        TuneError::Row(self.checkpoint.folder().part(name).display().to_string(), row + 1)
    }

    /// Returns the name of candidate `i` of a generation.
    fn name(&self, i: usize) -> String {
        match i.checked_sub(self.population) {
            None => (i + 1).to_string(),
            Some(0) => "centre".to_owned(),
            Some(_) => "start".to_owned(),
        }
    }

    /// Appends the generation with index `number`, which took `matches` matches.
    ///
    /// # Errors
    ///
    /// Returns an error if the rows cannot be written.
    pub fn append(&mut self, number: u64, valued: &EvaluatedGeneration, matches: u64) -> Result<(), TuneError> {
        let mut rows = String::new();
        for (i, (numbers, value)) in valued.numbers.iter().zip(&valued.values).enumerate() {
            let row = format!("{},{},{},{value},{}", number + 1, self.name(i), valued.step, list(numbers));
            writeln!(rows, "{row}").expect("a String takes every text");
        }
        let (path, candidates) = (path_row(number, valued), valued.values.len() as u64);
        let rows = [(rows.as_bytes(), candidates), (path.as_bytes(), 1), (&[], 0)];
        self.checkpoint.append(1, &rows, PlayedCounts { matches, ..PlayedCounts::default() })?;
        // Generations are few and expensive, so each one is saved at once.
        Ok(self.checkpoint.write()?)
    }

    /// Appends held-out deals, which took `matches` matches each.
    ///
    /// # Errors
    ///
    /// Returns an error if the rows cannot be written.
    pub fn check(&mut self, held_out: &[HeldOutDeal], matches: u64) -> Result<(), TuneError> {
        let mut rows = String::new();
        for HeldOutDeal { deal, tuned, start } in held_out {
            writeln!(rows, "{deal},{tuned},{start},{}", tuned - start).expect("a String takes every text");
        }
        let deals = held_out.len() as u64;
        let played = PlayedCounts { matches: deals * matches, ..PlayedCounts::default() };
        Ok(self.checkpoint.append(deals, &[(&[], 0), (&[], 0), (rows.as_bytes(), deals)], played)?)
    }

    /// Returns the SHA-256 of the rows of all candidates, which determine the answer.
    pub fn digest(&self) -> String {
        let rows = self.checkpoint.row_entries().into_iter().find(|file| file.name == CANDIDATES);
        rows.map(|file| file.sha256).unwrap_or_default()
    }

    /// Writes the answer, the verdict and the summary, and finishes the run.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be written.
    pub fn conclude(mut self, best: &str, verdict: &str, mut summary: TuneSummary) -> Result<(), TuneError> {
        self.checkpoint.add(BEST, None, best)?;
        self.checkpoint.add(VERDICT, None, verdict)?;
        self.checkpoint.write()?;
        summary.files = self.checkpoint.entries();
        summary.matches = self.checkpoint.progress().played.matches;
        summary.seconds = self.checkpoint.progress().seconds;
        self.checkpoint.complete(&sealed::text(&summary))?;
        Ok(())
    }
}

/// Returns a row of the search path: the values of the centre and of the start on the same deals.
fn path_row(number: u64, valued: &EvaluatedGeneration) -> String {
    let (centre, start) = (valued.centre(), valued.start());
    let numbers = &valued.numbers[valued.numbers.len() - 2];
    format!("{},{},{centre},{start},{},{}\n", number + 1, valued.step, centre - start, list(numbers))
}

fn numbers(fields: &str) -> Option<Vec<f64>> {
    fields.split(',').map(|field| field.parse().ok()).collect()
}

fn list(numbers: &[f64]) -> String {
    numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(",")
}
