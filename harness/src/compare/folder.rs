//! The results folder of a comparison: played into it, reported on, and played again.

use std::path::Path;
use std::time::{Duration, Instant};

use ergo_agents::roster::Roster;
use ergo_engine::options::Configurable;
use ergo_engine::rng::RNG_VERSION;
use rayon::ThreadPoolBuilder;

use super::contest::{Block, Contest};
use super::record::{BLOCKS, QUESTION, Record, RecordError, asked, read};
use super::{Comparison, Question, play};
use crate::digest;
use crate::experiment::Experiment;
use crate::folder::progress::Progress;
use crate::folder::{EXPERIMENT, Folder, FolderError, PROGRESS, unfinished};
use crate::manifest::{self, FileEntry, Manifest, REVISION, VERSION, program};
use crate::programs::Programs;
use crate::programs::logs::Logs;
use crate::report::{Contested, PLOTS, Report, contested};
use crate::run::{Mode, RunOptions};
use crate::verify::{self, VerifyError, compared};

/// How often it is written down how far a comparison has come.
const CHECKPOINT: Duration = Duration::from_millis(100);

/// What came of a comparison.
pub struct Compared {
    /// The answer in one sentence.
    pub answer: String,
    /// What is in the folder now.
    pub manifest: Manifest,
}

/// Plays the comparison of `experiment` and `question` into the folder at `path`, or goes on with it. `watch` is shown where
/// it stands after every look.
pub fn run<G: Configurable + Roster>(
    experiment: &Experiment<G>,
    question: &Question,
    path: &Path,
    options: &RunOptions,
    mut watch: impl FnMut(&Comparison),
) -> Result<Compared, RecordError> {
    let start = Instant::now();
    let contest = Contest::new(experiment, Programs::new(Some(Logs::new(path, "")))).by(question.by);
    let (record, mut blocks) = Record::open(Folder::open(path)?, &experiment.text, question, options.mode)?;
    let folder = record.folder();
    let (author, seconds_before) = before(folder)?;
    if blocks.is_empty() || author.is_none() {
        // Without a word of who played them, blocks are played again, to the same bytes.
        record.empty()?;
        blocks.clear();
    }
    let mut comparison = Comparison::new(question, contest.matches())?;
    let surplus = count(&mut comparison, &blocks, &record)?;
    blocks.truncate(comparison.blocks() as usize);
    if comparison.verdict().is_none() && !blocks.is_empty() && author != Some(program()) {
        return Err(FolderError::Other { path: path.to_owned(), what: "version of the program" }.into());
    }
    if options.mode == Mode::Resume
        && comparison.verdict().is_some()
        && !surplus
        && let Some(manifest) = Manifest::read(path)?.filter(|_| !unfinished(path))
    {
        let answer = of_comparison(experiment, question, &comparison, &[]).answer;
        return Ok(Compared { answer, manifest });
    }
    let mut progress = Progress {
        experiment: digest::of_text(&experiment.text),
        program: author.filter(|_| !blocks.is_empty()).unwrap_or_else(program),
        seconds: if blocks.is_empty() { 0.0 } else { seconds_before },
        ..Progress::default()
    };
    progress.write(folder)?;
    let mut checkpoint = Instant::now();
    let seconds_before = progress.seconds;
    let pool = ThreadPoolBuilder::new().num_threads(options.threads).build()?;
    play(&contest, &mut comparison, &pool, |new, comparison| {
        record.append(new)?;
        blocks.extend(new);
        watch(comparison);
        progress.seconds = seconds_before + start.elapsed().as_millis() as f64 / 1000.0;
        if checkpoint.elapsed() >= CHECKPOINT {
            checkpoint = Instant::now();
            progress.write(folder)?;
        }
        Ok::<(), RecordError>(())
    })?;
    conclude(experiment, question, &comparison, folder, &progress, options)
}

/// Counts blocks up to the verdict, and drops the rows of those after it from the record; whether there were any.
fn count(comparison: &mut Comparison, blocks: &[Block], record: &Record) -> Result<bool, RecordError> {
    for block in blocks {
        comparison.push(block)?;
    }
    let surplus = comparison.blocks() < blocks.len() as u64;
    if surplus {
        record.keep(comparison.blocks())?;
    }
    Ok(surplus)
}

/// Who played what is in `folder`, and for how long; nobody if it does not say.
fn before(folder: &Folder) -> Result<(Option<String>, f64), FolderError> {
    if let Some(progress) = Progress::read(folder)? {
        return Ok((Some(progress.program), progress.seconds));
    }
    if folder.file(PROGRESS).exists() {
        return Ok((None, 0.0));
    }
    let manifest = Manifest::read(folder.path())?;
    let author = manifest.as_ref().map(|manifest| format!("{} {}", manifest.version, manifest.revision));
    Ok((author, manifest.map_or(0.0, |manifest| manifest.seconds)))
}

/// Writes what follows from the blocks, the manifest last.
fn conclude<G: Configurable + Roster>(
    experiment: &Experiment<G>,
    question: &Question,
    comparison: &Comparison,
    folder: &Folder,
    progress: &Progress,
    options: &RunOptions,
) -> Result<Compared, RecordError> {
    let path = folder.file(BLOCKS);
    let sha256 = digest::of_file(&path).map_err(|error| FolderError::io(&path, "cannot be read", error))?;
    let bytes = path.metadata().map_err(|error| FolderError::io(&path, "cannot be read", error))?.len();
    let totals = comparison.totals();
    let rows = FileEntry { name: BLOCKS.to_owned(), rows: Some(totals.blocks), bytes, sha256 };
    let report = of_comparison(experiment, question, comparison, std::slice::from_ref(&rows));
    let matches = totals.blocks * u64::from(Contest::new(experiment, Programs::new(None)).matches());
    let mut files = vec![
        FileEntry::of_text(EXPERIMENT, None, &experiment.text),
        FileEntry::of_text(QUESTION, None, &asked(question)),
        rows,
    ];
    write(folder, &report, &mut files)?;
    let manifest = Manifest {
        game: G::NAME.to_owned(),
        version: VERSION.to_owned(),
        revision: REVISION.to_owned(),
        rng_version: RNG_VERSION,
        command: options.command.clone(),
        seed: experiment.seed,
        experiment: progress.experiment.clone(),
        complete: comparison.verdict().is_some(),
        matches,
        rounds: totals.rounds,
        turns: totals.turns,
        faults: totals.faults,
        timed: Vec::new(),
        files,
        seconds: progress.seconds,
        threads: options.threads,
        machine: manifest::machine(),
    };
    folder.write_whole(manifest::NAME, &manifest.text())?;
    folder.remove(PROGRESS)?;
    Ok(Compared { answer: report.answer, manifest })
}

/// Writes the files of a report and adds their entries to `files`.
fn write(folder: &Folder, report: &Report, files: &mut Vec<FileEntry>) -> Result<(), FolderError> {
    for file in &report.files {
        folder.write_whole(file.name, &file.text)?;
        files.push(FileEntry::of_text(file.name, file.rows, &file.text));
    }
    for stale in folder.files_in(PLOTS)? {
        if !report.files.iter().any(|file| file.name == stale) {
            folder.remove(&stale)?;
        }
    }
    Ok(())
}

fn of_comparison<G: Configurable + Roster>(
    experiment: &Experiment<G>,
    question: &Question,
    comparison: &Comparison,
    rows: &[FileEntry],
) -> Report {
    let contest = Contest::new(experiment, Programs::new(None));
    let totals = comparison.totals();
    contested(&Contested {
        names: [&question.a, &question.b],
        against: question.against.as_deref(),
        seats: contest.seats().get(),
        matches: contest.matches(),
        seed: experiment.seed,
        scale: question.scale(contest.largest_margin()),
        hypotheses: [question.zero, question.one],
        errors: [question.alpha, question.beta],
        cap: question.cap,
        verdict: comparison.verdict(),
        corrected: comparison.corrected(),
        normalised: comparison.normalised_elo(),
        blocks: totals.blocks,
        faults: totals.faults,
        value: totals.value,
        focal: totals.focal,
        reverse: totals.reverse,
        margins: [totals.focal_margin, totals.reverse_margin],
        variance_ratio: comparison.variance_ratio(question.by),
        always: comparison.interval(),
        path: comparison.path(),
        rows,
    })
}

/// Writes the reports of the comparison in `folder` again from its blocks; plays nothing.
pub fn report<G: Configurable + Roster>(
    experiment: &Experiment<G>,
    folder: &Path,
    manifest: &Manifest,
) -> Result<Compared, RecordError> {
    let question = read_question(folder)?;
    let blocks: Vec<Block> = read(&folder.join(BLOCKS))?;
    let mut comparison = Comparison::new(&question, Contest::new(experiment, Programs::new(None)).matches())?;
    let record = Record::at(Folder::open(folder)?);
    count(&mut comparison, &blocks, &record)?;
    let folder = record.folder();
    let progress =
        Progress { experiment: manifest.experiment.clone(), seconds: manifest.seconds, ..Progress::default() };
    let options = RunOptions { threads: manifest.threads, mode: Mode::Resume, command: manifest.command.clone() };
    let made = conclude(experiment, &question, &comparison, folder, &progress, &options)?;
    // Who played it, and where, stays.
    let Manifest { version, revision, rng_version, machine, .. } = manifest.clone();
    let manifest = Manifest { version, revision, rng_version, machine, ..made.manifest };
    folder.write_whole(manifest::NAME, &manifest.text())?;
    Ok(Compared { manifest, ..made })
}

/// Whether the results of a manifest are those of a comparison.
pub fn is_comparison(manifest: &Manifest) -> bool {
    manifest.files.iter().any(|file| file.name == QUESTION)
}

/// The question of the comparison in `folder`.
pub fn read_question(folder: &Path) -> Result<Question, FolderError> {
    let path = folder.join(QUESTION);
    let text = std::fs::read(&path).map_err(|error| FolderError::io(&path, "cannot be read", error))?;
    serde_json::from_slice(&text).map_err(|error| FolderError::NotReadable { path, error: error.to_string() })
}

/// Plays the comparison in `folder` again with so many threads, and compares every file.
pub fn verify<G: Configurable + Roster>(
    experiment: &Experiment<G>,
    folder: &Path,
    manifest: &Manifest,
    threads: usize,
    watch: impl FnMut(&Comparison),
) -> Result<Vec<verify::Comparison>, RecordError> {
    let question = read_question(folder)?;
    let again = tempfile::tempdir().map_err(VerifyError::Temporary)?;
    let options = RunOptions { threads, mode: Mode::Begin, command: String::new() };
    let played = run(experiment, &question, again.path(), &options, watch)?.manifest;
    Ok(compared(folder, manifest, &played)?)
}
