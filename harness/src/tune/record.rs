//! What is written down of a search: the experiment and the question, a row a candidate, a row a generation, the answer and
//! how it did. Enough to go on from, and to follow.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;

use serde::Serialize;

use super::plan::{HeldOut, Plan, TuneError, Valued};
use crate::digest;
use crate::folder::{EXPERIMENT, Folder, FolderError};
use crate::manifest::FileEntry;

/// The question, beside the experiment.
const SEARCH: &str = "search.json";
/// A row for each candidate.
pub(super) const CANDIDATES: &str = "candidates.csv";
/// A row for each generation.
const GENERATIONS: &str = "generations.csv";
const HELD_OUT: &str = "held_out.csv";
const BEST: &str = "best.toml";
const VERDICT: &str = "verdict.md";
/// How it came about. The only file with a clock or a machine in it.
const SUMMARY: &str = "tune.json";

/// The folder of one search.
pub struct Record {
    folder: Folder,
    keys: Vec<String>,
    population: usize,
}

/// How a search came about.
#[derive(Serialize)]
pub struct Summary {
    /// The name of the game.
    pub game: &'static str,
    /// Version of the program.
    pub version: &'static str,
    /// Revision of its source.
    pub revision: &'static str,
    /// Version of the random streams.
    pub rng_version: u32,
    /// The command that was given.
    pub command: String,
    /// The number all seeds derive from.
    pub seed: u64,
    /// Matches played in all.
    pub matches: u64,
    /// Every other file; set by [`Record::conclude`].
    pub files: Vec<FileEntry>,
    /// Seconds on the clock, of the process that finished it.
    pub seconds: f64,
    /// Threads that played.
    pub threads: usize,
    /// Processor, system and number of cores.
    pub machine: String,
}

impl Record {
    /// Opens the record of a search, with the generations it holds already if `resume`; `fresh` gives up what is there.
    pub fn open(
        folder: Folder,
        experiment: &str,
        question: &str,
        plan: &Plan,
        (resume, fresh): (bool, bool),
    ) -> Result<(Self, Vec<Valued>), TuneError> {
        let name = folder.path().display().to_string();
        let keys = plan.knobs.iter().map(|knob| knob.key.clone()).collect();
        let record = Record { folder, keys, population: plan.population };
        let there = (record.folder.read(EXPERIMENT)?, record.folder.read(SEARCH)?);
        if there != (None, None) && !fresh {
            if there != (Some(experiment.as_bytes().to_vec()), Some(question.as_bytes().to_vec())) {
                return Err(TuneError::Another(name));
            }
            if !resume {
                return Err(TuneError::Begun(name));
            }
            let valued = record.generations()?;
            return Ok((record, valued));
        }
        for old in [SUMMARY, VERDICT, BEST, HELD_OUT, GENERATIONS, CANDIDATES] {
            record.folder.remove(old)?;
        }
        record.folder.write_whole(EXPERIMENT, experiment)?;
        record.folder.write_whole(SEARCH, question)?;
        record.folder.write_whole(CANDIDATES, &record.header())?;
        record.folder.write_whole(GENERATIONS, &record.path_header())?;
        Ok((record, Vec::new()))
    }

    fn header(&self) -> String {
        format!("generation,candidate,step,value,{}\n", self.keys.join(","))
    }

    fn path_header(&self) -> String {
        format!("generation,step,centre,start,gain,{}\n", self.keys.join(","))
    }

    /// The generations whose rows are whole; what a kill tore is cut off.
    fn generations(&self) -> Result<Vec<Valued>, TuneError> {
        let text = self.folder.read(CANDIDATES)?.unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let rows: Vec<&str> = whole.strip_prefix(&self.header()).unwrap_or_default().lines().collect();
        let mut valued: Vec<Valued> = Vec::new();
        let mut path = self.path_header();
        for (number, rows) in rows.chunks_exact(self.population + 2).enumerate() {
            let at = |i: usize| number * (self.population + 2) + i + 1;
            let wrong = |i| TuneError::Row(self.folder.file(CANDIDATES).display().to_string(), at(i));
            let mut generation = Valued { numbers: Vec::new(), values: Vec::new(), step: 0.0 };
            for (i, row) in rows.iter().enumerate() {
                let start = format!("{},{},", number + 1, self.name(i));
                let fields = row.strip_prefix(&start).ok_or_else(|| wrong(i))?;
                let numbers: Vec<f64> =
                    fields.split(',').map(str::parse).collect::<Result<_, _>>().map_err(|_| wrong(i))?;
                let [step, value, numbers @ ..] = numbers.as_slice() else { return Err(wrong(i)) };
                if numbers.len() != self.keys.len() || !value.is_finite() {
                    return Err(wrong(i));
                }
                generation.step = *step;
                generation.values.push(*value);
                generation.numbers.push(numbers.to_vec());
            }
            path += &path_row(number as u64, &generation);
            valued.push(generation);
        }
        let kept: String = rows[..valued.len() * (self.population + 2)].iter().map(|row| format!("{row}\n")).collect();
        self.folder.write_whole(CANDIDATES, &(self.header() + &kept))?;
        self.folder.write_whole(GENERATIONS, &path)?;
        Ok(valued)
    }

    /// What the `i`-th candidate of a generation is called.
    fn name(&self, i: usize) -> String {
        match i.checked_sub(self.population) {
            None => (i + 1).to_string(),
            Some(0) => "centre".to_owned(),
            Some(_) => "start".to_owned(),
        }
    }

    /// Adds the generation with this number, counted from 0.
    pub fn append(&self, number: u64, valued: &Valued) -> Result<(), TuneError> {
        let mut rows = String::new();
        for (i, (numbers, value)) in valued.numbers.iter().zip(&valued.values).enumerate() {
            let row = format!("{},{},{},{value},{}", number + 1, self.name(i), valued.step, list(numbers));
            writeln!(rows, "{row}").expect("a String takes every text");
        }
        self.add(CANDIDATES, &rows)?;
        self.add(GENERATIONS, &path_row(number, valued))
    }

    fn add(&self, name: &str, rows: &str) -> Result<(), TuneError> {
        let path = self.folder.file(name);
        let file = OpenOptions::new().append(true).open(&path);
        let written = file.and_then(|mut file| file.write_all(rows.as_bytes()));
        written.map_err(|error| FolderError::io(&path, "cannot be written", error).into())
    }

    /// The SHA-256 of the rows of all candidates: what the answer follows from.
    pub fn digest(&self) -> Result<String, TuneError> {
        let path = self.folder.file(CANDIDATES);
        Ok(digest::of_file(&path).map_err(|error| FolderError::io(&path, "cannot be read", error))?)
    }

    /// Writes down the answer, how it did, and how it all came about.
    pub fn conclude(
        &self,
        best: &str,
        verdict: &str,
        held_out: &[HeldOut],
        mut summary: Summary,
    ) -> Result<(), TuneError> {
        let mut rows = String::from("deal,tuned,start,gain\n");
        for HeldOut { deal, tuned, start } in held_out {
            writeln!(rows, "{deal},{tuned},{start},{}", tuned - start).expect("a String takes every text");
        }
        self.folder.write_whole(HELD_OUT, &rows)?;
        self.folder.write_whole(BEST, best)?;
        self.folder.write_whole(VERDICT, verdict)?;
        for name in [EXPERIMENT, SEARCH, CANDIDATES, GENERATIONS, HELD_OUT, BEST, VERDICT] {
            let bytes = self.folder.read(name)?.unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes);
            let rows = name.ends_with(".csv").then(|| text.lines().count().saturating_sub(1) as u64);
            summary.files.push(FileEntry::of_text(name, rows, &text));
        }
        let mut text = serde_json::to_string_pretty(&summary).expect("texts and numbers are JSON");
        text.push('\n');
        Ok(self.folder.write_whole(SUMMARY, &text)?)
    }
}

/// One row of the path of the search: what the centre was worth, and the start on the same deals.
fn path_row(number: u64, valued: &Valued) -> String {
    let (centre, start) = (valued.centre(), valued.start());
    let numbers = &valued.numbers[valued.numbers.len() - 2];
    format!("{},{},{centre},{start},{},{}\n", number + 1, valued.step, centre - start, list(numbers))
}

fn list(numbers: &[f64]) -> String {
    numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(",")
}
