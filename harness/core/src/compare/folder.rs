//! The results folder of a comparison: played into it, reported on, and played again.

use std::path::Path;

use rayon::ThreadPoolBuilder;

use super::comparison::{Comparison, play};
use super::contest::{Block, Contest};
use super::first_blocks::FirstBlocks;
use super::question::Question;
use super::record::{BLOCKS, HEADER, QUESTION, RecordError, asked, blocks, question_of, read, rows};
use crate::experiment::Experiment;
use crate::job::manifest::{self, FileEntry, Manifest};
use crate::job::programs::command_files::{command_files, unchanged};
use crate::job::programs::logs::{self, Logs};
use crate::job::programs::{Programs, ShutdownGuard};
use crate::job::{Checkpoint, Claim, Mode, Opened, Played, RunOptions, trust};
use crate::report::pages::headline_of;
use crate::report::{self, ComparisonSummary, PLOTS, REPORT, Report, contested, is_report};
use crate::run::recorded::Recorded;
use crate::run::verify::{Verification, VerifyError, compared};
use crate::storage::folder::{EXPERIMENT, Folder, FolderError};
use ergo_stats::sequential::BadTest;

/// The result of a comparison.
pub struct Compared {
    /// The answer in one sentence.
    pub answer: String,
    /// The manifest of the folder, as it is now.
    pub manifest: Manifest,
}

/// Plays the comparison of `experiment` and `question` into the folder at `path`, or goes on with it. `watch` is shown where
/// it stands after every few blocks.
pub fn run(
    experiment: &Experiment,
    question: &Question,
    path: &Path,
    options: &RunOptions,
    watch: &mut (dyn FnMut(&Comparison) + Send),
) -> Result<Compared, RecordError> {
    let programs = command_files(experiment.programs());
    let mut course = match open(experiment, question, path, options.mode)? {
        Opened::Finished(folder) => {
            let finished = finished(&folder)?;
            unchanged(path, &finished.manifest.programs, &programs)?;
            return Ok(finished);
        }
        Opened::Begun(mut checkpoint) => {
            checkpoint.play_with(&programs, path)?;
            Course::begun(experiment, question, path, *checkpoint)?
        }
    };
    let pool = ThreadPoolBuilder::new().num_threads(options.threads).build()?;
    let Course { contest, comparison, first_blocks, checkpoint, .. } = &mut course;
    let contest = &*contest;
    play(contest, comparison, &pool, &mut |new, comparison| {
        contest.fit()?;
        record(checkpoint, new, contest.matches())?;
        first_blocks.see(new)?;
        watch(comparison);
        Ok::<(), RecordError>(())
    })?;
    course.checkpoint.write()?;
    course.conclude(options)
}

/// Opens the folder at `path` for the comparison of `experiment` and `question`.
fn open(experiment: &Experiment, question: &Question, path: &Path, mode: Mode) -> Result<Opened, FolderError> {
    let logs: Vec<String> = experiment.entrants.iter().map(|name| logs::file(name)).collect();
    let claim = Claim {
        what: "comparison",
        other: ("another comparison", "an empty folder, the same comparison with --resume"),
        asked: &[(EXPERIMENT, &experiment.text), (QUESTION, &asked(question))],
        asked_stays: true,
        rows: &[(BLOCKS, HEADER.as_bytes())],
        seal: manifest::NAME,
        later: &report::FILES,
        logs: &logs,
        replaces: false,
        inner: &[PLOTS, logs::FOLDER],
    };
    Checkpoint::open(Folder::open(path)?, &claim, mode)
}

/// The result of the comparison that is finished in `folder`.
fn finished(folder: &Folder) -> Result<Compared, RecordError> {
    let missing = || FolderError::NotReadable { path: folder.file(manifest::NAME), error: "missing".to_owned() };
    let manifest = Manifest::read(folder.path())?.ok_or_else(missing)?;
    let report = folder.read(REPORT)?.unwrap_or_default();
    Ok(Compared { answer: headline_of(&String::from_utf8_lossy(&report)), manifest })
}

/// The comparison that is finished in the folder at `path`, with its blocks counted.
pub fn counted(experiment: &Experiment, question: &Question, path: &Path) -> Result<Comparison, RecordError> {
    let mut comparison = Comparison::new(question, Contest::new(experiment, Programs::new(None)).matches())?;
    count(&mut comparison, &read(&path.join(BLOCKS))?)?;
    Ok(comparison)
}

/// Writes the next blocks down.
fn record(checkpoint: &mut Checkpoint, new: &[Block], matches: u32) -> Result<(), FolderError> {
    let (rows, count) = (rows(new), new.len() as u64);
    checkpoint.append(count, &[(rows.as_bytes(), count)], played(new, matches))
}

/// A comparison in its folder, begun and not finished.
struct Course<'a> {
    experiment: &'a Experiment,
    question: &'a Question,
    contest: Contest<'a>,
    comparison: Comparison,
    first_blocks: FirstBlocks,
    checkpoint: Checkpoint,
}

impl<'a> Course<'a> {
    /// The comparison in the folder at `path` as far as `checkpoint` says it has come.
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
        Ok(Course { experiment, question, contest, comparison, first_blocks, checkpoint })
    }

    /// Writes the report, and finishes.
    fn conclude(mut self, options: &RunOptions) -> Result<Compared, RecordError> {
        let checkpoint = &mut self.checkpoint;
        let report =
            of_comparison(self.experiment, self.question, &self.comparison, &checkpoint.row_entries(), Vec::new());
        let answer = report.answer.clone();
        checkpoint.announce(report.parts())?;
        let written = report.save(checkpoint.folder(), true)?;
        checkpoint.added(written);
        let names = self.experiment.unrepeatable_names();
        let manifest =
            checkpoint.manifest(self.experiment.game.name(), self.experiment.seed, true, (Vec::new(), names), options);
        self.checkpoint.seal(&manifest.text())?;
        Ok(Compared { answer, manifest })
    }
}

/// The contest of `experiment`, whose programs from outside are logged in the folder at `path`.
fn contest<'a>(experiment: &'a Experiment, question: &Question, path: &Path) -> Contest<'a> {
    Contest::new(experiment, Programs::new(Some(Logs::new(path, ".part")))).by(question.by)
}

/// The totals played in `blocks` of so many matches each.
fn played(blocks: &[Block], matches: u32) -> Played {
    let mut all = Played::default();
    for Block { faults, rounds, turns, .. } in blocks {
        all += Played { matches: matches.into(), rounds: *rounds, turns: *turns, faults: *faults };
    }
    all
}

/// Counts blocks, up to the verdict.
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
    contested(&ComparisonSummary {
        names: [&question.a, &question.b],
        players: experiment.players(),
        against: question.against.as_deref(),
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

/// Writes the reports of the comparison in `folder` again from its blocks, those after the verdict left out; plays nothing.
pub(crate) fn report(
    experiment: &Experiment,
    recorded: &Recorded,
    rows_changed: bool,
) -> Result<Compared, RecordError> {
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
    // What was written is what the manifest speaks of.
    let before = manifest.files.iter().find(|file| file.name == BLOCKS);
    let entry = before.filter(|_| rows_changed).cloned().unwrap_or(entry);

    let Played { matches, rounds, turns, faults } = played(&all, matches);
    let complete = comparison.verdict().is_some();
    let mut manifest = Manifest { complete, matches, rounds, turns, faults, ..manifest.clone() };
    // The blocks of a comparison are called like those of a report.
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
    Ok(Compared { answer, manifest })
}

/// Whether the results of a manifest are those of a comparison.
pub fn is_comparison(manifest: &Manifest) -> bool {
    manifest.files.iter().any(|file| file.name == QUESTION)
}

/// Plays the comparison in `folder` again with so many threads, and compares every file.
pub fn verify(
    experiment: &Experiment,
    recorded: &Recorded,
    threads: usize,
    watch: &mut (dyn FnMut(&Comparison) + Send),
) -> Result<Verification, RecordError> {
    if let Some((who, why)) = experiment.unrepeatable().first() {
        return Err(VerifyError::NoRecord((*who).to_owned(), why).into());
    }
    let question = question_of(recorded)?;
    let again = tempfile::tempdir().map_err(VerifyError::Temporary)?;
    let _parting = ShutdownGuard::remove(again.path());
    let options = RunOptions { threads, mode: Mode::Begin, command: String::new() };
    let played = run(experiment, &question, again.path(), &options, watch)?.manifest;
    let files = compared((&recorded.path, &recorded.manifest), (again.path(), &played), &[BLOCKS])?;
    Ok(Verification { files, matches: recorded.manifest.matches, ..Verification::default() })
}
