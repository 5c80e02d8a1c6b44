//! Runs an experiment and writes its results folder, from the first match or from the last checkpoint.

pub mod answers;
pub(crate) mod first_matches;
pub mod invocation;
pub mod record;
pub mod results_dir;
pub mod runner;
pub mod shard;
pub mod verify;

use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::experiment::Experiment;
use crate::experiment::schedule::Schedule;
use crate::job::manifest::{self, FileEntry, Manifest};
use crate::job::programs::command_files::{CommandFile, command_files, unchanged};
use crate::job::programs::logs::{self, Logs};
use crate::job::programs::{Forfeit, Programs, StartError};
use crate::job::{
    Checkpoint, FolderClaim, MemoryLimitError, OpenedWork, Slice, check_memory_limit, extend, run_in_order,
};
use crate::probes::probe::analyses;
use crate::report::pages::headline_of;
use crate::report::{self, Collector, Gauges, ReportSpec};
use crate::rows::columns::{ROUND_PREFIX, SEAT_PREFIX, names};
use crate::rows::read::RowsError;
use crate::rows::{FILES, MATCHES, RowBatch};
use crate::run::first_matches::{FirstMatches, NeverAnswered};
use crate::run::record::Record;
use crate::run::runner::MatchJob;
use crate::storage::folder::{EXPERIMENT, Folder, FolderError, part};

pub use crate::job::{Mode, RunOptions};

/// The result of a run.
#[derive(Debug)]
pub struct RunResult {
    /// The manifest of the results folder.
    pub manifest: Manifest,
    /// The answer to the experiment's question.
    pub answer: String,
    /// A few aligned lines for a terminal; empty if the run was already finished.
    pub glance: String,
    /// Number of matches played by this process; 0 if the run was already finished.
    pub played: u64,
    /// Run time of this process in seconds.
    pub seconds: f64,
    /// The first forfeit of each entrant in this process.
    pub forfeits: Vec<Forfeit>,
}

/// An error that stopped a run.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum RunError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Report(#[from] RowsError),
    #[error("{0}; finished matches are kept: use --resume to continue")]
    Programs(#[from] StartError),
    #[error("stopped; finished matches are kept: use --resume to continue")]
    Stopped,
    #[error(transparent)]
    NeverAnswered(#[from] NeverAnswered),
    #[error("match {0}: {1}")]
    Refused(u64, String),
    #[error("--threads: {0}, expected fewer threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error(transparent)]
    Memory(#[from] MemoryLimitError),
}

/// A callback with the number of finished matches. It may stop the run.
pub type OnProgress<'w> = &'w mut (dyn FnMut(u64) -> ControlFlow<()> + Send);

/// Runs `experiment` in the folder at `path`. Calls `watch` with the number of finished matches, including those of
/// earlier processes.
///
/// # Errors
///
/// Returns an error if the folder cannot be used, a program fails to start, a fault stops the run, or the rows cannot
/// be reported on.
pub fn run(
    experiment: &Experiment,
    path: &Path,
    options: &RunOptions,
    mut watch: impl FnMut(u64) + Send,
) -> Result<RunResult, RunError> {
    run_while(experiment, path, options, &mut |matches| {
        watch(matches);
        ControlFlow::Continue(())
    })
}

/// Like [`run`], but `watch` may stop the run, which can then be continued with [`Mode::Resume`].
///
/// # Errors
///
/// As for [`run`]; also if `watch` stopped the run.
pub fn run_while(
    experiment: &Experiment,
    path: &Path,
    options: &RunOptions,
    watch: OnProgress<'_>,
) -> Result<RunResult, RunError> {
    run_recorded(experiment, path, options, None, watch)
}

/// Like [`run_while`]. If there is a `record`, replays its matches.
pub(crate) fn run_recorded(
    experiment: &Experiment,
    path: &Path,
    options: &RunOptions,
    record: Option<&Record>,
    watch: OnProgress<'_>,
) -> Result<RunResult, RunError> {
    run_with((Some(&command_files(experiment.programs())), record), experiment, path, options, watch)
}

/// Finishes a run in the folder at `path` whose matches were all played elsewhere. Does not compare the files of external programs.
///
/// # Errors
///
/// As for [`run`].
pub fn finish(experiment: &Experiment, path: &Path, options: &RunOptions) -> Result<RunResult, RunError> {
    run_with((None, None), experiment, path, options, &mut |_| ControlFlow::Continue(()))
}

/// Runs `experiment`. `programs` are the command files of external programs, which must equal those of earlier matches.
fn run_with(
    (programs, record): (Option<&[CommandFile]>, Option<&Record>),
    experiment: &Experiment,
    path: &Path,
    options: &RunOptions,
    watch: OnProgress<'_>,
) -> Result<RunResult, RunError> {
    let start = Instant::now();
    check_memory_limit(experiment.matches_at_once(options.threads), experiment.table_count())?;
    let (mut played, mut glance, mut forfeits) = (0, String::new(), Vec::new());
    let folder = match with_claim(experiment, |claim| Checkpoint::open(Folder::open(path)?, claim, options.mode))? {
        OpenedWork::Finished(folder) => folder,
        OpenedWork::Begun(mut checkpoint) => {
            if let Some(programs) = programs {
                checkpoint.play_with(programs, path)?;
            }
            // Replayed matches do not wait for programs.
            let at_once = if record.is_some() { options.threads } else { experiment.matches_at_once(options.threads) };
            let pool = ThreadPoolBuilder::new().num_threads(at_once).build()?;
            let before = checkpoint.next();
            checkpoint.holds(checkpoint.progress().played.matches)?;
            let (spec, gauges) = (experiment.report_spec(), gauges(experiment));
            // Earlier matches are read from the files. An error of the collector is reported at the end.
            let collector = || Collector::new(&gauges, &spec).ok();
            let mut collector = if before > 0 { None } else { collector() };
            forfeits = play((experiment, record), &mut checkpoint, &pool, (&gauges, &mut collector), watch)?;
            drop(pool);
            played = checkpoint.next() - before;
            let pool = ThreadPoolBuilder::new().num_threads(options.threads).build()?;
            let concluded = pool.install(|| conclude(experiment, *checkpoint, options, (&spec, collector)))?;
            glance = concluded.1;
            concluded.0
        }
    };
    let manifest = Manifest::read(path)?.ok_or_else(|| missing(&folder, manifest::NAME))?;
    if let Some(programs) = programs {
        unchanged(path, &manifest.programs, programs)?;
    }
    let report = folder.read(report::REPORT)?.ok_or_else(|| missing(&folder, report::REPORT))?;
    let answer = headline_of(&String::from_utf8_lossy(&report));
    Ok(RunResult { manifest, answer, glance, played, seconds: start.elapsed().as_secs_f64(), forfeits })
}

/// Plays the matches with the indices `slice` (from 0) of `experiment` in the folder at `path`, for a later merge.
/// Returns true if a fault ends the experiment in this slice.
///
/// # Errors
///
/// As for [`run`].
pub fn run_slice(
    experiment: &Experiment,
    path: &Path,
    slice: Range<u64>,
    options: &RunOptions,
) -> Result<bool, RunError> {
    let opened =
        with_claim(experiment, |claim| Checkpoint::open_at(Folder::open(path)?, claim, slice.start, options.mode))?;
    let OpenedWork::Begun(mut checkpoint) = opened else { return Ok(false) };
    checkpoint.play_with(&command_files(experiment.programs()), path)?;
    let pool = ThreadPoolBuilder::new().num_threads(experiment.matches_at_once(options.threads)).build()?;
    let programs = Arc::new(Programs::new(Some(Logs::new(path, ".part"))));
    let schedule = &Schedule::new(experiment);
    let matches = MatchJob { experiment, schedule, programs: &programs, gauges: None, record: None };
    // The merge checks whether each program ever answered, because a slice may begin anywhere.
    let first = (&mut FirstMatches::unseen(experiment), &mut None);
    let played = play_on(&matches, &mut checkpoint, slice.end, &pool, first, &mut |_| ControlFlow::Continue(()));
    programs.finish_logs();
    played?;
    checkpoint.write()?;
    Ok(checkpoint.progress().stopped)
}

/// Appends the consecutive `slices` of `experiment` to the interrupted run in the folder at `path`, which is started if
/// there is none. Returns the number of matches so far, or `None` if the run is already finished.
///
/// # Errors
///
/// Returns an error if a slice does not fit, or a file cannot be read or written.
pub fn add_slices(
    experiment: &Experiment,
    path: &Path,
    mode: Mode,
    slices: &[Slice<'_>],
) -> Result<Option<u64>, FolderError> {
    with_claim(experiment, |claim| extend(Folder::open(path)?, claim, mode, slices))
}

/// Calls `action` with the description of the files that a run of `experiment` writes.
fn with_claim<T>(experiment: &Experiment, action: impl FnOnce(&FolderClaim<'_>) -> T) -> T {
    let records = experiment.game.records();
    let heads = RowBatch::headers(&records);
    let watching = experiment.active_probes().filter_map(|one| Some((one.probe.file()?, one.probe.header(&records))));
    let heads: Vec<(&str, String)> = FILES.into_iter().zip(heads).chain(watching).collect();
    let rows: Vec<(&str, &[u8])> = heads.iter().map(|(name, head)| (*name, head.as_bytes())).collect();
    let totals = experiment.active_probes().filter_map(|one| one.probe.totals_file());
    let later: Vec<&str> = report::FILES.into_iter().chain(totals).collect();
    let logs: Vec<String> = experiment.entrants.iter().map(|name| logs::file(name)).collect();
    action(&FolderClaim {
        what: "run",
        other: ("a run of another experiment", "the same experiment"),
        asked: &[(EXPERIMENT, &experiment.text)],
        asked_stays: true,
        rows: &rows,
        completion_file: manifest::NAME,
        later: &later,
        logs: &logs,
        replaces: true,
        inner: &[report::PLOTS, logs::FOLDER],
    })
}

/// Returns the gauges of the rows that a run of `experiment` writes.
fn gauges(experiment: &Experiment) -> Gauges {
    let (measures, records) = (&experiment.measures, experiment.game.records());
    let seats = Gauges::needs_seats(measures).then(|| names(SEAT_PREFIX, records.seat));
    Gauges::new(measures, &names(ROUND_PREFIX, records.round), seats.as_deref())
}

fn missing(folder: &Folder, name: &str) -> FolderError {
    FolderError::NotReadable { path: folder.file(name), error: "missing".to_owned() }
}

/// Plays the missing matches and writes their rows. Returns the first forfeit of each entrant.
fn play(
    (experiment, record): (&Experiment, Option<&Record>),
    checkpoint: &mut Checkpoint,
    pool: &ThreadPool,
    (gauges, collector): (&Gauges, &mut Option<Collector<'_>>),
    watch: OnProgress<'_>,
) -> Result<Vec<Forfeit>, RunError> {
    let path = checkpoint.folder().path().to_owned();
    let programs = Arc::new(Programs::new(Some(Logs::new(&path, ".part"))));
    let played = play_missing((experiment, record, &programs), checkpoint, pool, (gauges, collector), watch);
    programs.finish_logs();
    let forfeits = programs.take_forfeits();
    match played {
        Err(RunError::NeverAnswered(never)) => {
            let entrants = [never.entrant.clone()];
            Err(never.with_details(&entrants, &forfeits, &path).into())
        }
        played => played.map(|()| forfeits),
    }
}

/// Plays the missing matches with `programs` and writes their rows.
fn play_missing(
    (experiment, record, programs): (&Experiment, Option<&Record>, &Arc<Programs>),
    checkpoint: &mut Checkpoint,
    pool: &ThreadPool,
    (gauges, collector): (&Gauges, &mut Option<Collector<'_>>),
    watch: OnProgress<'_>,
) -> Result<(), RunError> {
    let mut first_matches = FirstMatches::new(experiment);
    if checkpoint.next() > 0 {
        first_matches.read(&checkpoint.folder().part(MATCHES))??;
    }
    if !checkpoint.progress().stopped && watch(checkpoint.next()).is_break() {
        return Err(RunError::Stopped);
    }
    if !checkpoint.progress().stopped {
        let (schedule, gauges) = (&Schedule::new(experiment), collector.is_some().then_some(gauges));
        let matches = MatchJob { experiment, schedule, programs, gauges, record };
        let played = play_on(&matches, checkpoint, schedule.matches(), pool, (&mut first_matches, collector), watch);
        if matches!(played, Err(RunError::Stopped)) {
            // Rows are valid only up to the last checkpoint.
            checkpoint.write()?;
        }
        played?;
    }
    checkpoint.write()?;
    Ok(first_matches.end()?)
}

/// Plays the missing matches up to `end` and writes their rows.
fn play_on(
    matches: &MatchJob<'_>,
    checkpoint: &mut Checkpoint,
    end: u64,
    pool: &ThreadPool,
    (first_matches, collector): (&mut FirstMatches<'_>, &mut Option<Collector<'_>>),
    watch: OnProgress<'_>,
) -> Result<(), RunError> {
    // Answers that are not repeatable are kept at once, so that an interruption does not lose a finished match.
    let saves_each_batch = matches.record.is_none() && !matches.experiment.unrepeatable().is_empty();
    run_in_order(matches, checkpoint.next()..end, Some(pool), &mut |batch| {
        matches.programs.check_startable()?;
        if let Some((number, why)) = batch.out.refused.take() {
            return Err(RunError::Refused(number, why));
        }
        let rows = &batch.out.rows;
        let parts: Vec<(&[u8], u64)> = rows.bytes.iter().map(Vec::as_slice).zip(rows.counts.iter().copied()).collect();
        if batch.last {
            checkpoint.stop();
        }
        checkpoint.append(batch.tasks, &parts, batch.out.played)?;
        if saves_each_batch {
            checkpoint.write()?;
        }
        let flow = watch(checkpoint.next());
        for reading in batch.out.readings.drain(..) {
            let added = collector.as_mut().map(|all| reading.and_then(|(found, read)| all.add(&found, &read)));
            // Errors in the rows are reported when they are read again.
            if let Some(Err(_)) = added {
                *collector = None;
            }
        }
        let mut faulty = batch.out.faulty.iter().peekable();
        for index in batch.first..batch.first + batch.tasks {
            let at_fault = faulty.next_if(|(at, _)| *at == index).map(|(_, entrant)| *entrant);
            first_matches.see(matches.schedule.table(matches.schedule.slot(index).table), at_fault)?;
        }
        if flow.is_break() { Err(RunError::Stopped) } else { Ok(flow) }
    })
}

/// Writes the files derived from the rows, then finishes the folder.
fn conclude(
    experiment: &Experiment,
    mut checkpoint: Checkpoint,
    options: &RunOptions,
    (spec, collector): (&ReportSpec, Option<Collector<'_>>),
) -> Result<(Folder, String), RunError> {
    let (path, rows) = (checkpoint.folder().path().to_owned(), checkpoint.row_entries());
    let (path, not_repeatable) = (path.as_path(), experiment.not_repeatable());
    let rows: Vec<FileEntry> = rows.into_iter().filter(|file| !not_repeatable.contains(&file.name)).collect();
    let report =
        report::build_from(collector, path, true, spec, analyses(&experiment.watched, path, true, &rows)?, &rows)?;
    let glance = report.glance.clone();
    checkpoint.announce(report.parts())?;
    let written = report.save(checkpoint.folder(), true)?;
    checkpoint.add_entries(written);
    let files = |name: &str| part(path, name);
    for (name, probe) in experiment.active_probes().filter_map(|one| Some((one.probe.totals_file()?, &one.probe))) {
        let totals = probe.totals(&files)?;
        checkpoint.add(name, Some(totals.lines().count().saturating_sub(1) as u64), &totals)?;
    }
    let progress = checkpoint.progress();
    let complete = !progress.stopped && progress.tasks >= Schedule::new(experiment).matches();
    let names = (experiment.timed_names(), experiment.unrepeatable_names());
    let mut manifest = checkpoint.manifest(experiment.game.name(), experiment.seed, complete, names, options);
    manifest.not_repeatable = not_repeatable;
    Ok((checkpoint.complete(&manifest.text())?, glance))
}
