//! Plays a comparison into a results folder, reports on it, and repeats it.

use std::path::Path;

use rayon::ThreadPoolBuilder;

use super::comparison::{Comparison, play};
use super::contest::{Block, Contest};
use super::first_blocks::FirstBlocks;
use super::question::Question;
use super::record::{BLOCKS, HEADER, QUESTION, RecordError, blocks, question_of, question_text, read, rows};
use crate::experiment::Experiment;
use crate::job::manifest::{self, FileEntry, Manifest};
use crate::job::programs::command_files::{command_files, unchanged};
use crate::job::programs::logs::{self, Logs};
use crate::job::programs::{Forfeit, Programs, ShutdownGuard};
use crate::job::{Checkpoint, FolderClaim, Mode, OpenedWork, PlayedCounts, RunOptions, trust};
use crate::report::pages::headline_of;
use crate::report::{self, ComparisonSummary, PLOTS, REPORT, Report, comparison_report, is_report};
use crate::run::first_matches::NeverAnswered;
use crate::run::results_dir::ResultsDir;
use crate::run::verify::{Verification, VerifyError, compare_files};
use crate::storage::folder::{EXPERIMENT, Folder, FolderError};
use ergo_stats::sequential::BadTest;

/// The result of a comparison.
pub struct ComparisonResult {
    /// The answer in one sentence.
    pub answer: String,
    /// The current manifest of the folder.
    pub manifest: Manifest,
    /// The first forfeit of each entrant in this process.
    pub forfeits: Vec<Forfeit>,
    /// True if the comparison was finished before, so that nothing was played.
    pub finished_earlier: bool,
}

/// Plays the comparison into the folder at `path`, or resumes it there. Calls `watch` with the comparison after every
/// few blocks.
///
/// # Errors
///
/// Returns an error if the folder cannot be used, an external program fails to start, or the question is invalid.
pub fn run(
    experiment: &Experiment,
    question: &Question,
    path: &Path,
    options: &RunOptions,
    watch: &mut (dyn FnMut(&Comparison) + Send),
) -> Result<ComparisonResult, RecordError> {
    let programs = command_files(experiment.programs());
    let mut course = match open(experiment, question, path, options.mode)? {
        OpenedWork::Finished(folder) => {
            let finished = finished(&folder)?;
            unchanged(path, &finished.manifest.programs, &programs)?;
            return Ok(finished);
        }
        OpenedWork::Begun(mut checkpoint) => {
            checkpoint.play_with(&programs, path)?;
            ComparisonRun::begun(experiment, question, path, *checkpoint)
                .map_err(|error| with_details(error, experiment, &[], path))?
        }
    };
    let pool = ThreadPoolBuilder::new().num_threads(options.threads).build()?;
    let ComparisonRun { contest, comparison, first_blocks, checkpoint, .. } = &mut course;
    let contest = &*contest;
    let played = play(contest, comparison, &pool, &mut |new, comparison| {
        contest.check_startable()?;
        record(checkpoint, new, contest.matches())?;
        first_blocks.see(new)?;
        watch(comparison);
        Ok::<(), RecordError>(())
    });
    let forfeits = contest.finish();
    played.map_err(|error| with_details(error, experiment, &forfeits, path))?;
    course.checkpoint.write()?;
    course.conclude(options, forfeits)
}

/// Adds the reasons of the `forfeits` to the error for a program that never answered.
fn with_details(error: RecordError, experiment: &Experiment, forfeits: &[Forfeit], path: &Path) -> RecordError {
    let RecordError::NeverAnswered(never) = error else { return error };
    let mut entrants: Vec<String> = experiment.programs().map(|(name, _)| name.to_owned()).collect();
    let forfeited = |name: &String| forfeits.iter().any(|one| one.entrant == *name);
    if entrants.iter().any(forfeited) {
        entrants.retain(forfeited);
    }
    entrants.dedup();
    let never = NeverAnswered { entrant: entrants.join(" or "), ..never };
    never.with_details(&entrants, forfeits, path).into()
}

/// Opens the folder at `path` for a comparison.
fn open(experiment: &Experiment, question: &Question, path: &Path, mode: Mode) -> Result<OpenedWork, FolderError> {
    let logs: Vec<String> = experiment.entrants.iter().map(|name| logs::file(name)).collect();
    let claim = FolderClaim {
        what: "comparison",
        other: ("another comparison", "the same comparison"),
        asked: &[(EXPERIMENT, &experiment.text), (QUESTION, &question_text(question))],
        asked_stays: true,
        rows: &[(BLOCKS, HEADER.as_bytes())],
        completion_file: manifest::NAME,
        later: &report::FILES,
        logs: &logs,
        replaces: false,
        inner: &[PLOTS, logs::FOLDER],
    };
    Checkpoint::open(Folder::open(path)?, &claim, mode)
}

/// Returns the result of the finished comparison in `folder`.
fn finished(folder: &Folder) -> Result<ComparisonResult, RecordError> {
    let missing = || FolderError::NotReadable { path: folder.file(manifest::NAME), error: "missing".to_owned() };
    let manifest = Manifest::read(folder.path())?.ok_or_else(missing)?;
    let report = folder.read(REPORT)?.unwrap_or_default();
    let (answer, forfeits) = (headline_of(&String::from_utf8_lossy(&report)), Vec::new());
    Ok(ComparisonResult { answer, manifest, forfeits, finished_earlier: true })
}

/// Reads the finished comparison in the folder at `path` and counts its blocks again.
///
/// # Errors
///
/// Returns an error if the blocks cannot be read or counted.
pub fn read_finished(experiment: &Experiment, question: &Question, path: &Path) -> Result<Comparison, RecordError> {
    let mut comparison = Comparison::new(question, Contest::new(experiment, Programs::new(None)).matches())?;
    count(&mut comparison, &read(&path.join(BLOCKS))?)?;
    Ok(comparison)
}

/// Appends the next blocks to the rows.
fn record(checkpoint: &mut Checkpoint, new: &[Block], matches: u32) -> Result<(), FolderError> {
    let (rows, count) = (rows(new), new.len() as u64);
    checkpoint.append(count, &[(rows.as_bytes(), count)], played(new, matches))
}

/// A comparison in its folder that is not finished yet.
struct ComparisonRun<'a> {
    experiment: &'a Experiment,
    question: &'a Question,
    contest: Contest<'a>,
    comparison: Comparison,
    first_blocks: FirstBlocks,
    checkpoint: Checkpoint,
}

impl<'a> ComparisonRun<'a> {
    /// Restores the comparison in the folder at `path` from `checkpoint`.
    fn begun(
        experiment: &'a Experiment,
        question: &'a Question,
        path: &Path,
        checkpoint: Checkpoint,
    ) -> Result<Self, RecordError> {
        let contest = contest(experiment, question, path);
        let mut comparison = Comparison::new(question, contest.matches())?;
        let begun = blocks(&checkpoint.folder().part(BLOCKS), &checkpoint.rows(BLOCKS)?)?;
        checkpoint.holds(begun.len() as u64)?;
        count(&mut comparison, &begun)?;
        let mut first_blocks = FirstBlocks::new(experiment, contest.matches());
        first_blocks.see(&begun)?;
        Ok(ComparisonRun { experiment, question, contest, comparison, first_blocks, checkpoint })
    }

    /// Writes the report and the manifest.
    fn conclude(mut self, options: &RunOptions, forfeits: Vec<Forfeit>) -> Result<ComparisonResult, RecordError> {
        let checkpoint = &mut self.checkpoint;
        let report =
            of_comparison(self.experiment, self.question, &self.comparison, &checkpoint.row_entries(), Vec::new());
        let answer = report.answer.clone();
        checkpoint.announce(report.parts())?;
        let written = report.save(checkpoint.folder(), true)?;
        checkpoint.add_entries(written);
        let names = self.experiment.unrepeatable_names();
        let manifest =
            checkpoint.manifest(self.experiment.game.name(), self.experiment.seed, true, (Vec::new(), names), options);
        self.checkpoint.complete(&manifest.text())?;
        Ok(ComparisonResult { answer, manifest, forfeits, finished_earlier: false })
    }
}

/// Returns the contest of `experiment`. External programs write their logs to the folder at `path`.
fn contest<'a>(experiment: &'a Experiment, question: &Question, path: &Path) -> Contest<'a> {
    Contest::new(experiment, Programs::new(Some(Logs::new(path, ".part")))).with_measure(question.by)
}

/// Returns the totals of `blocks` with `matches` matches each.
fn played(blocks: &[Block], matches: u32) -> PlayedCounts {
    let mut all = PlayedCounts::default();
    for Block { faults, rounds, turns, .. } in blocks {
        all += PlayedCounts { matches: matches.into(), rounds: *rounds, turns: *turns, faults: *faults };
    }
    all
}

/// Counts blocks up to the verdict.
fn count(comparison: &mut Comparison, blocks: &[Block]) -> Result<(), BadTest> {
    blocks.iter().try_for_each(|block| comparison.push(block))
}

fn of_comparison(
    experiment: &Experiment,
    question: &Question,
    comparison: &Comparison,
    rows: &[FileEntry],
    changed: Vec<String>,
) -> Report {
    let contest = Contest::new(experiment, Programs::new(None));
    let totals = comparison.totals();
    comparison_report(&ComparisonSummary {
        names: question.names(),
        players: experiment.players(),
        against: question.panel_names().as_deref(),
        seats: contest.seats().get(),
        matches: contest.matches(),
        seed: experiment.seed,
        scale: question.scale(contest.largest_margin(), contest.seats().get()),
        hypotheses: [question.zero, question.one],
        errors: [question.alpha, question.beta],
        cap: question.cap,
        verdict: comparison.verdict(),
        interval: comparison.mean_interval(),
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
        changed,
    })
}

/// Writes the reports of the comparison in the folder again from its blocks, ignoring those after the verdict. No match
/// is played.
pub(crate) fn report(
    experiment: &Experiment,
    recorded: &ResultsDir,
    rows_changed: bool,
) -> Result<ComparisonResult, RecordError> {
    let (question, manifest) = (question_of(recorded)?, &recorded.manifest);
    let folder = Folder::open(&recorded.path)?;
    let names = report::FILES.into_iter().chain([EXPERIMENT, QUESTION, manifest::NAME]).map(str::to_owned);
    folder.check(&names.collect::<Vec<_>>(), &[PLOTS])?;
    trust(&folder)?;
    let changed = recorded.rows(&[BLOCKS], rows_changed)?;
    let mut all = read(&folder.file(BLOCKS))?;
    let matches = Contest::new(experiment, Programs::new(None)).matches();
    let mut comparison = Comparison::new(&question, matches)?;
    count(&mut comparison, &all)?;
    let counted = comparison.blocks() as usize;
    if counted < all.len() {
        all.truncate(counted);
        folder.write_whole(BLOCKS, &format!("{HEADER}{}", rows(&all)))?;
    }
    let text = folder.read(BLOCKS)?.unwrap_or_default();
    let entry = FileEntry::of_bytes(BLOCKS, Some(all.len() as u64), &text);
    let names = changed.into_iter().map(|(name, _)| name).collect();
    let report = of_comparison(experiment, &question, &comparison, std::slice::from_ref(&entry), names);
    // The manifest describes the rows that were just written.
    let before = manifest.files.iter().find(|file| file.name == BLOCKS);
    let entry = before.filter(|_| rows_changed).cloned().unwrap_or(entry);

    let PlayedCounts { matches, rounds, turns, faults } = played(&all, matches);
    let complete = comparison.verdict().is_some();
    let mut manifest = Manifest { complete, matches, rounds, turns, faults, ..manifest.clone() };
    // Comparisons and reports both have a file named `blocks.csv`.
    let stale: Vec<String> =
        manifest.files.extract_if(.., |file| is_report(&file.name)).map(|file| file.name).collect();
    manifest.files.push(entry);
    let answer = report.answer.clone();
    let written = report.save(&folder, false)?;
    stale
        .iter()
        .filter(|name| *name != BLOCKS && !written.iter().any(|file| file.name == **name))
        .try_for_each(|name| folder.remove(name))?;
    manifest.files.extend(written);
    folder.write_whole(manifest::NAME, &manifest.text())?;
    Ok(ComparisonResult { answer, manifest, forfeits: Vec::new(), finished_earlier: true })
}

/// Returns true if the manifest belongs to a comparison.
pub fn is_comparison(manifest: &Manifest) -> bool {
    manifest.files.iter().any(|file| file.name == QUESTION)
}

/// Repeats the comparison with `threads` worker threads and compares every file.
///
/// # Errors
///
/// Returns an error if the recorded files cannot be read or the comparison cannot be repeated.
pub fn verify(
    experiment: &Experiment,
    recorded: &ResultsDir,
    threads: usize,
    watch: &mut (dyn FnMut(&Comparison) + Send),
) -> Result<Verification, RecordError> {
    if let Some((who, why)) = experiment.unrepeatable().first() {
        return Err(VerifyError::NoRecord((*who).to_owned(), why).into());
    }
    let question = question_of(recorded)?;
    let again = tempfile::tempdir().map_err(VerifyError::Temporary)?;
    let _parting = ShutdownGuard::remove_folder(again.path());
    let options = RunOptions { threads, mode: Mode::Begin, command: String::new() };
    let played = run(experiment, &question, again.path(), &options, watch)?.manifest;
    let files = compare_files((&recorded.path, &recorded.manifest), (again.path(), &played), &[BLOCKS])?;
    Ok(Verification { files, matches: recorded.manifest.matches, ..Verification::default() })
}
