//! Learning by self-play: a net plays rounds against itself and learns what its positions led to.
//!
//! The method is TD(λ) on afterstates (Tesauro 1992). When a turn begins, every seat's view of the table is put down; when the
//! round is over, each view's target is a mixture of the net's own opinion of the later ones and of the margin at the end.
//! A batch of rounds is played with the same weights, each from streams of its own, and then their gradients are summed in
//! the order of the rounds: so the weights are the same bytes for any number of threads, and after any interruption.
//!
//! | where | what |
//! | --- | --- |
//! | [`settings`] | what a run is told |
//! | [`selfplay`] | one round and what it teaches |
//! | [`learner`] | the net while it learns; checkpoints |
//! | [`trial`](mod@trial) | margin against greedy |

pub mod learner;
pub mod selfplay;
pub mod settings;
pub mod trial;

use std::time::{Duration, Instant};

use ergo_agents::games::ergo::features::VERSION as FEATURES;
use ergo_agents::net::format::{Purpose, to_bytes};
use ergo_engine::options::OptionError;
use ergo_engine::rng::Seed;
use rayon::ThreadPool;

use crate::digest::of_bytes;
use crate::folder::{Folder, FolderError};
use crate::manifest::{REVISION, VERSION};
use learner::Learner;
use settings::Training;
use trial::{Trial, trial};

/// The weights.
pub const WEIGHTS: &str = "weights.bin";
/// What they are and how they came about.
pub const ABOUT: &str = "weights.toml";
/// How the net got better.
pub const CURVE: &str = "curve.csv";
/// The learner between two processes; gone when the run is done.
const CHECKPOINT: &str = "checkpoint.bin";

/// Points of the learning curve.
const POINTS: u64 = 20;
/// A checkpoint is written about this often.
const CHECKPOINT_TIME: Duration = Duration::from_secs(10);

/// Why a training run failed.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum TrainingError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error("rules: {0}")]
    Rules(#[from] OptionError),
    #[error("{0}: holds an unfinished training run, expected --resume to continue it or --fresh to start over")]
    Unfinished(String),
    #[error("{0}: damaged, or of a run with other settings, expected the same flags, or --fresh to start over")]
    Other(String),
    #[error("{0}: the weights are not finite any more, expected training with a smaller --rate")]
    Diverged(String),
    #[error("{0}: holds weights, expected an empty folder, or --fresh to start over")]
    Done(String),
}

/// How to deal with what is in the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Start, unless there is a run in the folder.
    Begin,
    /// Continue an interrupted run, or start.
    Resume,
    /// Start over.
    Fresh,
}

/// A run that is done.
pub struct Trained {
    /// SHA-256 of the weights.
    pub digest: String,
    /// Against greedy, at the end.
    pub trial: Trial,
    /// Rounds that this process played.
    pub played: u64,
}

/// How far a run has come.
pub struct Standing {
    /// Rounds learned from.
    pub rounds: u64,
    /// The last trial.
    pub trial: Option<Trial>,
}

/// Trains as `training` says, with the threads of `pool`, into `folder`. `command` is written down beside the weights. `see`
/// is shown how far the run has come after every batch.
pub fn train(
    training: &Training,
    folder: &Folder,
    mode: Mode,
    pool: &ThreadPool,
    command: &str,
    mut see: impl FnMut(&Standing),
) -> Result<Trained, TrainingError> {
    let game = training.game()?;
    let mut learner = start(training, folder, mode)?;
    let trials = Seed::master(training.seed).derive("trials", &[]);
    let before = learner.batches;
    let mut standing = Standing { rounds: 0, trial: None };
    let mut saved = Instant::now();
    while learner.batches < training.batches() {
        pool.install(|| learner.learn(training, &game));
        if !learner.net.weights().iter().all(|weight| weight.is_finite()) {
            return Err(TrainingError::Diverged(folder.path().display().to_string()));
        }
        standing.rounds = training.rounds_after(learner.batches);
        if training.is_point(learner.batches, POINTS) {
            let found = pool.install(|| trial(&game, &learner.kept(), training.trial, &trials));
            learner.add_point(standing.rounds, &found);
            standing.trial = Some(found);
        }
        see(&standing);
        if saved.elapsed() > CHECKPOINT_TIME {
            folder.write_whole(CHECKPOINT, &learner.bytes(training))?;
            saved = Instant::now();
        }
    }
    // The trial at the end is on other deals: those of the curve were looked at all the time.
    let last = pool.install(|| trial(&game, &learner.kept(), training.trial, &trials.derive("last", &[])));
    let purpose = Purpose { features: FEATURES, seats: training.seats.into() };
    let weights = to_bytes(&learner.kept(), purpose);
    let digest = of_bytes(&weights);
    folder.write_whole(CURVE, learner.curve())?;
    folder.write_whole(ABOUT, &about(training, &last, &digest, command))?;
    folder.write_whole(WEIGHTS, &weights)?;
    folder.remove(CHECKPOINT)?;
    let played = training.rounds_after(learner.batches) - training.rounds_after(before);
    Ok(Trained { digest, trial: last, played })
}

/// The learner to go on with.
fn start(training: &Training, folder: &Folder, mode: Mode) -> Result<Learner, TrainingError> {
    let name = || folder.path().display().to_string();
    let checkpoint = folder.read(CHECKPOINT)?;
    let done = folder.file(WEIGHTS).exists();
    match (mode, checkpoint) {
        (Mode::Begin, Some(_)) => Err(TrainingError::Unfinished(name())),
        (Mode::Begin, None) if done => Err(TrainingError::Done(name())),
        (Mode::Resume, Some(bytes)) => Learner::read(&bytes, training).ok_or_else(|| TrainingError::Other(name())),
        (Mode::Resume, None) if done => Err(TrainingError::Done(name())),
        _ => Ok(Learner::new(training)),
    }
}

/// What the weights are and how they came about. No clock, no machine: the same run writes the same bytes.
fn about(training: &Training, last: &Trial, digest: &str, command: &str) -> String {
    let text = training.text();
    let found = format!(
        "margin_against_greedy = {:.3}\nlow = {:.3}\nhigh = {:.3}\ndeals = {}\n",
        last.margin, last.interval.low, last.interval.high, last.deals
    );
    format!(
        "command = {command:?}\nprogram = \"{VERSION} {REVISION}\"\nsha256 = \"{digest}\"\n{found}\n[training]\n{text}"
    )
}
