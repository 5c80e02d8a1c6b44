//! A run from its first match, or from where it was interrupted, to a finished results folder.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ergo_agents::roster::Roster;
use ergo_engine::options::Configurable;
use ergo_engine::rng::RNG_VERSION;
use rayon::ThreadPool;

use crate::digest;
use crate::experiment::Experiment;
use crate::folder::parts::Parts;
use crate::folder::progress::Progress;
use crate::folder::{EXPERIMENT, Folder, FolderError, PROGRESS, unfinished};
use crate::manifest::{self, FileEntry, Manifest, REVISION, VERSION, program};
use crate::programs::Programs;
use crate::programs::logs::{self, Logs};
use crate::report::{self, Asked};
use crate::rows::read::RowsError;
use crate::rows::{FILES, LUCK, MATCHES, Rows, TRANSCRIPTS};
use crate::runner::{Batch, play_all};
use crate::stages::{self, Stages};
use crate::stopwatch::Timing;

/// How often it is written down how far the run has come.
const CHECKPOINT: Duration = Duration::from_millis(100);

/// What to do about a run that is in the folder already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Begin; an unfinished run stands in the way, a finished one is replaced at the end.
    Begin,
    /// Go on with the unfinished run; begin if there is none.
    Resume,
    /// Begin, and give up an unfinished run.
    Fresh,
}

/// How to run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// How many threads play.
    pub threads: usize,
    /// What to do about a run that is there already.
    pub mode: Mode,
    /// The command that was given, for the manifest.
    pub command: String,
}

/// What came of a run.
#[derive(Debug)]
pub struct Ran {
    /// What is in the folder now.
    pub manifest: Manifest,
    /// The answer to the experiment's question, in one sentence.
    pub answer: String,
    /// Matches that were played by this process; none if the run was finished before.
    pub played: u64,
    /// Seconds this process took.
    pub seconds: f64,
}

/// Why a run did not reach its end.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum RunError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Report(#[from] RowsError),
    #[error("--threads: {0}, expected fewer threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Runs `experiment` into the folder at `path`. `watch` is told how many matches are written, from the beginning on.
pub fn run<G: Configurable + Roster>(
    experiment: &Experiment<G>,
    path: &Path,
    options: &RunOptions,
    watch: impl FnMut(u64) + Send,
) -> Result<Ran, RunError> {
    run_by(&Timing::Clock, experiment, path, options, watch)
}

/// The same where `timing` says what searches by a clock go by.
pub fn run_by<G: Configurable + Roster>(
    timing: &Timing,
    experiment: &Experiment<G>,
    path: &Path,
    options: &RunOptions,
    watch: impl FnMut(u64) + Send,
) -> Result<Ran, RunError> {
    let start = Instant::now();
    let folder = Folder::open(path)?;
    let digest = digest::of_text(&experiment.text);
    let mut played = 0;
    match plan(&folder, &digest, options.mode)? {
        Plan::Nothing => {}
        Plan::Finish(promised) => finish(&folder, &promised)?,
        Plan::Play(before) => {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build()?;
            let (progress, files) = play((experiment, timing), &folder, before.as_deref(), &digest, &pool, watch)?;
            played = progress.matches - before.map_or(0, |before| before.matches);
            pool.install(|| conclude(experiment, &folder, progress, files, options))?;
        }
    }
    let manifest = Manifest::read(path)?.ok_or_else(|| missing(&folder, manifest::NAME))?;
    let report = folder.read(report::REPORT)?.ok_or_else(|| missing(&folder, report::REPORT))?;
    let answer = report::answer_of(&String::from_utf8_lossy(&report)).to_owned();
    Ok(Ran { manifest, answer, played, seconds: start.elapsed().as_secs_f64() })
}

fn missing(folder: &Folder, name: &str) -> FolderError {
    FolderError::NotReadable { path: folder.file(name), error: "missing".to_owned() }
}

/// What is left to be done in a folder.
enum Plan {
    /// The results are there.
    Nothing,
    /// Everything is written, some files await their names.
    Finish(Box<Progress>),
    /// Matches are to be played, from here on or from the first.
    Play(Option<Box<Progress>>),
}

fn plan(folder: &Folder, digest: &str, mode: Mode) -> Result<Plan, FolderError> {
    let other = |what| FolderError::Other { path: folder.path().to_owned(), what };
    if mode == Mode::Fresh {
        return Ok(Plan::Play(None));
    }
    if !unfinished(folder.path()) {
        let manifest = Manifest::read(folder.path())?;
        return match manifest.filter(|_| mode == Mode::Resume) {
            None => Ok(Plan::Play(None)),
            Some(manifest) if manifest.experiment == digest => Ok(Plan::Nothing),
            Some(_) => Err(other("experiment")),
        };
    }
    if mode == Mode::Begin {
        return Err(FolderError::Unfinished(folder.path().to_owned()));
    }
    if let Some(progress) = Progress::read(folder)? {
        return match progress {
            progress if progress.experiment != digest => Err(other("experiment")),
            progress if progress.finishing.is_some() => Ok(Plan::Finish(Box::new(progress))),
            progress if progress.program != program() => Err(other("version of the program")),
            progress => Ok(Plan::Play(Some(Box::new(progress)))),
        };
    }
    // Killed before the first word about its progress, or that word is lost: the same matches from the first.
    let begun = match folder.read(&format!("{EXPERIMENT}.part"))? {
        None => folder.read(EXPERIMENT)?,
        begun => begun,
    };
    match begun {
        Some(text) if digest::of_text(&String::from_utf8_lossy(&text)) != digest => Err(other("experiment")),
        _ => Ok(Plan::Play(None)),
    }
}

/// Plays what is left after `before` and writes the rows. Gives how far the run has come and the files of rows.
fn play<G: Configurable + Roster>(
    (experiment, timing): (&Experiment<G>, &Timing),
    folder: &Folder,
    before: Option<&Progress>,
    digest: &str,
    pool: &ThreadPool,
    mut watch: impl FnMut(u64) + Send,
) -> Result<(Progress, Vec<FileEntry>), RunError> {
    let asked_for = |name: &&str| match *name {
        TRANSCRIPTS => experiment.transcripts,
        LUCK => experiment.luck,
        _ => true,
    };
    let names: Vec<&str> = FILES.into_iter().filter(asked_for).collect();
    let (mut progress, mut parts) = match before {
        Some(before) => (before.clone(), Parts::reopen(folder, &before.parts)?),
        None => {
            folder.remove(PROGRESS)?;
            logs_of(folder)?.iter().try_for_each(|name| folder.remove(&format!("{name}.part")))?;
            folder.write_whole(&format!("{EXPERIMENT}.part"), &experiment.text)?;
            let progress = Progress { experiment: digest.to_owned(), program: program(), ..Progress::default() };
            (progress, Parts::create(folder, &names, &Rows::headers::<G::Round>())?)
        }
    };
    let (start, seconds_before) = (Instant::now(), progress.seconds);
    let mut checkpoint = start;
    if progress.stopped {
        return Ok((progress, parts.entries()));
    }
    watch(progress.matches);
    let programs = Arc::new(Programs::new(Some(Logs::new(folder.path(), ".part"))));
    let mut stages = Stages::new(experiment);
    while !progress.stopped
        && let Some(stage) = stages.next(&folder.part(MATCHES))?
    {
        if progress.matches >= stage.end() {
            continue;
        }
        play_all(experiment, &stage, progress.matches, pool, &programs, timing, |batch: &Batch| {
            parts.append(&batch.rows)?;
            progress.matches += batch.matches;
            progress.rounds += batch.rounds;
            progress.turns += batch.turns;
            progress.faults += batch.faults;
            progress.stopped = batch.stops;
            progress.seconds = seconds_before + start.elapsed().as_millis() as f64 / 1000.0;
            watch(progress.matches);
            if checkpoint.elapsed() >= CHECKPOINT {
                checkpoint = Instant::now();
                progress.parts = parts.lengths();
                progress.write(folder)?;
            }
            Ok::<(), FolderError>(())
        })?;
    }
    progress.parts = parts.lengths();
    progress.write(folder)?;
    Ok((progress, parts.entries()))
}

/// Writes what follows from the rows, then gives every file its name.
fn conclude<G: Configurable + Roster>(
    experiment: &Experiment<G>,
    folder: &Folder,
    mut progress: Progress,
    mut files: Vec<FileEntry>,
    options: &RunOptions,
) -> Result<(), RunError> {
    let report = report::build(folder.path(), true, &Asked::of(experiment), &files)?;
    files.insert(0, FileEntry::of_text(EXPERIMENT, None, &experiment.text));
    files.extend(report.save(folder, true)?);
    let manifest = Manifest {
        game: G::NAME.to_owned(),
        version: VERSION.to_owned(),
        revision: REVISION.to_owned(),
        rng_version: RNG_VERSION,
        command: options.command.clone(),
        seed: experiment.seed,
        experiment: progress.experiment.clone(),
        complete: !progress.stopped && progress.matches >= stages::matches(experiment),
        matches: progress.matches,
        rounds: progress.rounds,
        turns: progress.turns,
        faults: progress.faults,
        timed: experiment.scheme().timed_names(),
        files,
        seconds: progress.seconds,
        threads: options.threads,
        machine: manifest::machine(),
    };
    folder.write_whole(&format!("{}.part", manifest::NAME), &manifest.text())?;
    let names = manifest.files.iter().map(|file| file.name.clone());
    progress.finishing = Some(logs_of(folder)?.into_iter().chain(names).chain([manifest::NAME.to_owned()]).collect());
    progress.write(folder)?;
    Ok(finish(folder, &progress)?)
}

/// Gives the parts that `progress` promises their names, the manifest last, and removes what the folder held beside them.
fn finish(folder: &Folder, progress: &Progress) -> Result<(), FolderError> {
    let names = progress.finishing.as_deref().unwrap_or_default();
    let rows = FILES.iter().map(|name| (*name).to_owned());
    let before = rows.chain(folder.files_in(report::PLOTS)?).chain(folder.files_in(logs::FOLDER)?);
    for stale in before.filter(|name| !names.iter().any(|new| new == name.trim_end_matches(".part"))) {
        folder.remove(&stale)?;
        folder.remove(&format!("{stale}.part"))?;
    }
    names.iter().try_for_each(|name| folder.promote(name))?;
    folder.remove_empty(logs::FOLDER);
    folder.remove(PROGRESS)
}

/// What programs said in the run that goes on: the names of the files to be.
fn logs_of(folder: &Folder) -> Result<Vec<String>, FolderError> {
    let files = folder.files_in(logs::FOLDER)?;
    Ok(files.iter().filter_map(|name| name.strip_suffix(".part")).map(str::to_owned).collect())
}
