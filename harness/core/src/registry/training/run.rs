//! Runs a training in its folder, from the first batch or the last checkpoint to the final weights.

use std::time::{Duration, Instant};

use ergo_agents::agent::AgentFault;
use ergo_agents::net::format::{Purpose, to_bytes};
use ergo_engine::options::OptionError;
use ergo_engine::rng::Seed;
use ergo_engine::seat::SeatCount;
use rayon::ThreadPoolBuilder;
use serde::Deserialize;

use super::learner::Learner;
use super::settings::Training;
use super::trainable::{NetSpec, Trainable};
use super::trial::Trial;
use crate::job::manifest::{REVISION, VERSION};
use crate::job::{self, Checkpoint, FolderClaim, Mode, OpenedWork, PlayedCounts, RunOptions};
use crate::registry::arena::BotFactory;
use crate::storage::digest::of_bytes;
use crate::storage::folder::disk::is_observed;
use crate::storage::folder::{Folder, FolderError, PROGRESS, part_name};
use ergo_stats::Interval;

/// The file name of the weights.
pub const WEIGHTS: &str = job::WEIGHTS;
/// The file name of the description of the weights.
pub const ABOUT: &str = job::TRAINED;
/// The file name of the learning curve.
pub const CURVE: &str = job::CURVE;
/// The checkpoint of an unfinished run.
const CHECKPOINT: &str = "checkpoint.bin";
/// The settings of an unfinished run.
const SETTINGS: &str = "training.toml";

/// Number of points of the learning curve.
const POINTS: u64 = 20;
/// The interval between checkpoints.
const INTERVAL: Duration = Duration::from_secs(10);

/// An error of a training run.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum TrainingError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error("rules: {0}")]
    Rules(#[from] OptionError),
    #[error("--threads: {0}, expected fewer threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error("{0}: the weights are not finite any more, expected training with a smaller --rate")]
    Diverged(String),
    #[error("guests: a guest failed to answer ({}), expected bots that always answer", .0.word())]
    Guest(AgentFault),
    #[error("{0}: holds weights, expected an empty folder, or --fresh to start over")]
    Done(String),
}

/// The result of a finished run.
pub struct TrainingResult {
    /// SHA-256 of the weights.
    pub digest: String,
    /// The final trial.
    pub trial: Trial,
    /// Number of rounds played by this process.
    pub played: u64,
}

/// The progress of a training run.
pub struct TrainingProgress {
    /// Number of finished rounds.
    pub rounds: u64,
    /// The last trial.
    pub trial: Option<Trial>,
}

/// A quantity of a game that nets can learn.
#[derive(Clone, Copy)]
pub struct TrainingTarget {
    /// The name of the target.
    pub name: &'static str,
    /// Returns inputs and outputs of a net for a number of seats.
    pub subject: fn(SeatCount) -> NetSpec,
    /// True if guests may be any bots; otherwise they are the greedy agent.
    pub any_guests: bool,
    /// True if experts can search with the net.
    pub experts: bool,
}

impl TrainingTarget {
    /// Creates the target of a [`Trainable`] type.
    pub fn new<C: Trainable>(name: &'static str) -> Self {
        TrainingTarget { name, subject: C::subject, any_guests: C::ANY_GUESTS, experts: C::EXPERTS }
    }
}

/// A function that trains nets of the game `G`, like [`train`].
pub type TrainFn<G> = fn(
    &Training,
    &[BotFactory<G>],
    Folder,
    &RunOptions,
    &mut dyn FnMut(&TrainingProgress),
) -> Result<TrainingResult, TrainingError>;

/// Trains a net with `guests` in `folder`. Calls `see` with the progress after every batch.
///
/// # Errors
///
/// Returns an error if the folder cannot be used, the rules are invalid, a guest fails to answer, or the weights
/// diverge.
///
/// # Panics
///
/// Panics if the description that was just written cannot be read back, which cannot happen.
pub fn train<C: Trainable>(
    training: &Training,
    guests: &[BotFactory<C::Game>],
    folder: Folder,
    options: &RunOptions,
    see: &mut dyn FnMut(&TrainingProgress),
) -> Result<TrainingResult, TrainingError> {
    let game: C = training.game()?;
    let pool = ThreadPoolBuilder::new().num_threads(options.threads).build()?;
    let (mut checkpoint, mut learner) = match start(training, folder, options.mode)? {
        Start::Done(trained) => return Ok(trained),
        Start::From(checkpoint, learner) => (*checkpoint, *learner),
    };
    let trials = Seed::master(training.seed).derive("trials", &[]);
    let before = learner.batches;
    let mut standing = TrainingProgress { rounds: 0, trial: None };
    let mut saved = Instant::now();
    while learner.batches < training.batches() {
        learner.learn(training, &game, guests, &pool).map_err(TrainingError::Guest)?;
        if !learner.net.weights().iter().all(|weight| weight.is_finite()) {
            return Err(TrainingError::Diverged(checkpoint.folder().path().display().to_string()));
        }
        standing.rounds = training.rounds_after(learner.batches);
        if training.is_point(learner.batches, POINTS) {
            let found = game.trial(&learner.averaged_net(), training.trial, &trials, &pool);
            learner.add_point(standing.rounds, &found);
            standing.trial = Some(found);
        }
        see(&standing);
        checkpoint.count(1, PlayedCounts::default());
        if is_observed() || saved.elapsed() > INTERVAL {
            checkpoint.keep(CHECKPOINT, &learner.bytes(training))?;
            checkpoint.write()?;
            saved = Instant::now();
        }
    }
    // The final trial uses other deals than those of the learning curve, which were seen during the run.
    let last = game.trial(&learner.averaged_net(), training.trial, &trials.derive("last", &[]), &pool);
    let purpose = Purpose { features: training.subject.features, seats: training.seats.into() };
    let weights = to_bytes(&learner.averaged_net(), purpose);
    let digest = of_bytes(&weights);
    checkpoint.add(CURVE, None, learner.curve())?;
    checkpoint.add(WEIGHTS, None, &weights)?;
    let text = about(training, &last, (&digest, &of_bytes(learner.curve().as_bytes())), &options.command);
    checkpoint.complete(&text)?;
    let played = training.rounds_after(learner.batches) - training.rounds_after(before);
    // Use the values as written, so that reading the folder later gives the same result.
    let said = About::read(&text, training).expect("made above, of finite numbers");
    Ok(TrainingResult { digest, trial: said.trial, played })
}

/// The start of a run.
enum Start {
    /// The run is already finished.
    Done(TrainingResult),
    /// The run starts or continues with this state.
    From(Box<Checkpoint>, Box<Learner>),
}

/// Returns the state at which the run starts or continues.
fn start(training: &Training, folder: Folder, mode: Mode) -> Result<Start, TrainingError> {
    let text = training.text();
    let claim = FolderClaim {
        what: "training run",
        other: ("a training run with other settings", "the same flags"),
        asked: &[(SETTINGS, &text)],
        asked_stays: false,
        rows: &[],
        completion_file: ABOUT,
        later: &[CURVE, WEIGHTS, CHECKPOINT],
        logs: &[],
        replaces: false,
        inner: &[],
    };
    let begun = folder.holds(PROGRESS) || folder.holds(&part_name(SETTINGS));
    if !begun && mode != Mode::Fresh {
        if folder.holds(CHECKPOINT) {
            // Checkpoints of older versions cannot be resumed.
            let unfinished = FolderError::Unfinished { path: folder.path().to_owned(), what: claim.what };
            return Err(if mode == Mode::Begin { unfinished } else { claim.other_program(folder.path()) }.into());
        }
        if folder.holds(WEIGHTS) || folder.holds(ABOUT) {
            return match done(&folder, training)? {
                _ if mode == Mode::Begin => Err(TrainingError::Done(folder.path().display().to_string())),
                Some(trained) => Ok(Start::Done(trained)),
                None => Err(claim.other(folder.path()).into()),
            };
        }
    }
    match Checkpoint::open(folder, &claim, mode)? {
        OpenedWork::Finished(folder) => {
            Ok(Start::Done(done(&folder, training)?.ok_or_else(|| claim.other(folder.path()))?))
        }
        OpenedWork::Begun(mut checkpoint) => {
            let learner = match checkpoint.folder().read(CHECKPOINT)?.filter(|_| checkpoint.next() > 0) {
                None => Learner::new(training),
                Some(bytes) => match Learner::read(&bytes, training) {
                    Some(learner) => {
                        checkpoint.adopt(CHECKPOINT, &bytes)?;
                        learner
                    }
                    None => {
                        let error = "it is damaged, or has other settings".to_owned();
                        return Err(
                            FolderError::NotReadable { path: checkpoint.folder().file(CHECKPOINT), error }.into()
                        );
                    }
                },
            };
            checkpoint.set(learner.batches);
            checkpoint.write()?;
            Ok(Start::From(checkpoint, Box::new(learner)))
        }
    }
}

/// Returns the recorded result for the weights in `folder`; `None` if they belong to another `training`.
fn done(folder: &Folder, training: &Training) -> Result<Option<TrainingResult>, FolderError> {
    let about = folder.read(ABOUT)?.unwrap_or_default();
    let about = String::from_utf8_lossy(&about);
    if !about.ends_with(&format!("[training]\n{}", training.text())) {
        return Ok(None);
    }
    let damaged = |error: String| FolderError::NotReadable { path: folder.file(ABOUT), error };
    let said = About::read(&about, training).map_err(damaged)?;
    for (name, expected) in [(WEIGHTS, Some(&said.sha256)), (CURVE, said.curve_sha256.as_ref())] {
        let error = match folder.digest(name, None)? {
            None => "missing".to_owned(),
            Some(found) if expected.is_some_and(|expected| *expected != found) => {
                format!("its digest is not the one in {ABOUT}")
            }
            Some(_) => continue,
        };
        return Err(FolderError::NotReadable { path: folder.file(name), error });
    }
    Ok(Some(TrainingResult { digest: said.sha256, trial: said.trial, played: 0 }))
}

/// The required part of the description of the weights.
struct About {
    sha256: String,
    /// `None` in descriptions of earlier versions.
    curve_sha256: Option<String>,
    trial: Trial,
}

impl About {
    /// Parses the description.
    fn read(text: &str, training: &Training) -> Result<About, String> {
        #[derive(Deserialize)]
        struct Lines {
            sha256: String,
            curve_sha256: Option<String>,
            low: f64,
            high: f64,
            deals: u64,
        }
        let table: toml::Table = toml::from_str(text).map_err(|error| error.message().to_owned())?;
        let key = training.subject.tried.0;
        let margin = table.get(key).and_then(toml::Value::as_float);
        let margin = margin.ok_or_else(|| format!("{key}: missing, expected a number"))?;
        let Lines { sha256, curve_sha256, low, high, deals } =
            table.try_into().map_err(|error| error.message().to_owned())?;
        Ok(About { sha256, curve_sha256, trial: Trial { margin, interval: Interval { low, high }, deals } })
    }
}

/// Returns the description of the weights. It has no clock and no machine, so that equal runs write equal bytes.
fn about(training: &Training, last: &Trial, (digest, curve): (&str, &str), command: &str) -> String {
    let text = training.text();
    let found = format!(
        "{} = {:.3}\nlow = {:.3}\nhigh = {:.3}\ndeals = {}\n",
        training.subject.tried.0, last.margin, last.interval.low, last.interval.high, last.deals
    );
    format!(
        "command = {command:?}\nprogram = \"{VERSION} {REVISION}\"\nsha256 = \"{digest}\"\ncurve_sha256 = \"{curve}\"\n{found}\n[training]\n{text}"
    )
}
