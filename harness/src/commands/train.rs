//! `ergo train`: trains a neural network by self-play.

use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{anyhow, bail};
use ergo_agents::net::format::{Purpose, from_bytes};
use ergo_engine::options::{Settings, unknown};
use ergo_engine::seat::SeatCount;
use ergo_harness::arena::{DynGame, DynRules};
use ergo_harness::digest::of_bytes;
use ergo_harness::folder::{Folder, disk};
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::job::RunOptions;
use ergo_harness::labelled_agent::LabelledAgent;
use ergo_harness::report::count;
use ergo_harness::training::settings::{Training, WarmStart};
use ergo_harness::training::trainable::NetSpec;
use ergo_harness::training::trial::Trial;
use ergo_harness::training::{TrainingTarget, WEIGHTS};
use indicatif::{ProgressBar, ProgressStyle};

use super::flags::{RuleArgs, WorkArgs};
use super::shared::{command, parse_bots, parse_rules, resume_hint, say, with_time_left};
use super::verb::{BuildCommand, RunVerb};

/// Returns the training target named by `--learn` and the configured rules, after checking the seats.
fn training_target(
    args: &TrainArgs,
    rules: &Settings,
    game: &dyn DynGame,
) -> anyhow::Result<(TrainingTarget, Arc<dyn DynRules>)> {
    let lessons = &game.description().lessons;
    if lessons.is_empty() {
        bail!("--game {}: the game has no trainable net, expected a game with one, such as ergo", game.name());
    }
    let Some(lessons) = lessons.iter().find(|lessons| lessons.name == args.learn) else {
        bail!("--learn: {}", unknown("training target", &args.learn, lessons.iter().map(|lessons| lessons.name)));
    };
    let ((from, to), seats) = (game.seats(), usize::from(args.seats));
    if !(from..=to).contains(&seats) {
        bail!("--seats {seats}: {} has {from} to {to} seats", game.name());
    }
    let rules = game.configure(SeatCount::new(seats), rules).map_err(|error| anyhow!("--set: {error}"))?;
    Ok((*lessons, rules))
}

/// Returns the bots of `--guests`.
fn guests(
    args: &TrainArgs,
    lessons: &TrainingTarget,
    game: &dyn DynGame,
    rules: &dyn DynRules,
) -> anyhow::Result<Vec<LabelledAgent>> {
    let Some(listed) = &args.guests else { return Ok(Vec::new()) };
    if args.guest == 0.0 {
        bail!("--guests {listed}: expected --guest PROBABILITY with it");
    }
    if !lessons.any_guests {
        bail!("--guests {listed}: {} supports only its greedy agent as a guest, expected no --guests", game.name());
    }
    parse_bots("--guests", listed, game, rules)
}

/// Train a neural network by self-play
#[derive(Args)]
#[command(mut_arg("out", |arg| arg.help("Folder for the weights [default: results/net-SEATS-seats-seed-SEED for ergo, results/net-GAME-SEATS-seats-seed-SEED for other games]")))]
pub(super) struct TrainArgs {
    /// Name of the game
    #[arg(long, default_value = "ergo")]
    pub game: String,
    /// Training target: margin (points of a round), or results (probabilities of each final result; ergo only)
    #[arg(long, value_name = "WHAT", default_value = "margin")]
    pub learn: String,
    /// Number of seats
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
    pub seats: u8,
    /// Seed of all deals, weights and choices
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: u64,
    /// Number of training rounds
    #[arg(long, default_value_t = 300_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub rounds: u64,
    /// Rounds per weight update
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub batch: u64,
    /// Units of each hidden layer, such as 64 or 64,32
    #[arg(long, value_name = "UNITS", default_values_t = [64], value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub hidden: Vec<u16>,
    /// Weights file to start from, of the same game and number of seats; it sets the hidden layers
    #[arg(long, value_name = "FILE", conflicts_with = "hidden")]
    pub from: Option<PathBuf>,
    /// TD(lambda) weight of later turns in the target, 0 to 1; fixed at 1 for --learn results [default: 0.8]
    #[arg(long, value_parser = share)]
    pub lambda: Option<f64>,
    /// Learning rate at the start
    #[arg(long, default_value_t = 0.0015, value_parser = share)]
    pub rate: f64,
    /// Learning rate at the end
    #[arg(long, default_value_t = 0.00005, value_parser = share)]
    pub last_rate: f64,
    /// Probability of a random turn at the start
    #[arg(long, default_value_t = 0.15, value_parser = share)]
    pub explore: f64,
    /// Probability of a random turn at the end
    #[arg(long, default_value_t = 0.02, value_parser = share)]
    pub last_explore: f64,
    /// Probability that a guest bot plays a seat; the net always keeps one seat
    #[arg(long, default_value_t = 0.0, value_parser = share)]
    pub guest: f64,
    /// Guest bots, separated by commas, such as td,td:run=2 [default: the greedy agent of the game]
    #[arg(long, value_name = "BOTS")]
    pub guests: Option<String>,
    /// Probability that a search with the net chooses its turn and sets the target (expert iteration; ergo only)
    #[arg(long, value_name = "PROBABILITY", default_value_t = 0.0, value_parser = share)]
    pub expert: f64,
    /// Playouts per search of --expert, two turns deep
    #[arg(long, value_name = "PLAYOUTS", default_value_t = 48, requires = "expert", value_parser = clap::value_parser!(u64).range(2..=100_000))]
    pub playouts: u64,
    /// Share of the run, at its end, over which the saved weights are averaged
    #[arg(long, default_value_t = 0.25, value_parser = share)]
    pub averaged: f64,
    /// Deals per evaluation: against greedy, or for --learn results whole matches against td
    #[arg(long, value_name = "DEALS", default_value_t = 400, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub trial: u64,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub rules: RuleArgs,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub work: WorkArgs,
}

impl RunVerb for TrainArgs {
    const NAME: &'static str = "train";
    const EXAMPLE: &'static str = "ergo train --seats 2 --rounds 20000 --out results/my-net";

    /// Trains the net and prints its evaluation.
    fn run(&self, registry: &GameRegistry, _: BuildCommand) -> anyhow::Result<()> {
        let rules = parse_rules(&self.rules.set);
        let game = registry.game(&self.game).map_err(|error| anyhow!("--game: {error}"))?;
        let (lessons, playable) = training_target(self, &rules, &*game)?;
        let subject = (lessons.subject)(SeatCount::new(self.seats.into()));
        if !subject.bootstraps && self.lambda.is_some() {
            bail!("--lambda: has no effect with --learn {}, expected no --lambda", self.learn);
        }
        if subject.outputs > 1 && self.hidden.len() > 1 {
            bail!("--hidden: expected one layer with --learn {}", self.learn);
        }
        if self.expert > 0.0 && !lessons.experts {
            bail!("--expert: not supported with --learn {} in {}, expected no --expert", self.learn, game.name());
        }
        let mut training = training(self, subject, rules);
        training.guests = guests(self, &lessons, &*game, &*playable)?;
        if let Some(file) = &self.from {
            load_start_weights(&mut training, file)?;
        }
        let out = self.work.out.clone().unwrap_or_else(|| default_out(self));
        let folder = Folder::open(&out).map_err(|error| anyhow!("{error}"))?;
        let _guard = resume_hint();
        let mode = self.work.mode();
        let options = RunOptions { threads: self.work.threads.get(), mode, command: command() };
        let style = ProgressStyle::with_template("{bar:30} {human_pos}/{human_len} rounds  {speed}  {left}  {msg}")?;
        let bar = ProgressBar::new(training.rounds).with_style(with_time_left(style));
        let mut seen = false;
        let trained = playable.train(&lessons, &training, folder, &options, &mut |standing| {
            bar.set_position(standing.rounds);
            if !seen {
                // Rounds of an earlier process do not count for the speed of this one.
                seen = true;
                bar.reset_eta();
            }
            if let Some(trial) = &standing.trial {
                bar.set_message(trial_text(&subject, trial));
            }
        });
        bar.finish_and_clear();
        let trained = trained.map_err(|error| anyhow!("{error}"))?;
        let file = out.join(WEIGHTS);
        say(&format!(
            "After {} rounds, the net for {} seats scores {} on {} new deals; {}, sha256 {}",
            count(training.rounds),
            self.seats,
            trial_text(&subject, &trained.trial),
            count(trained.trial.deals),
            file.display(),
            trained.digest,
        ));
        Ok(())
    }
}

/// Makes `training` start from the weights in `file`.
fn load_start_weights(training: &mut Training, file: &Path) -> anyhow::Result<()> {
    let refused = |error: String| anyhow!("--from {}: {error}", file.display());
    let bytes = disk::read(file).map_err(|error| refused(format!("cannot be read: {error}")))?;
    let bytes = bytes.ok_or_else(|| refused("the file does not exist".to_owned()))?;
    let purpose = Purpose { features: training.subject.features, seats: training.seats.into() };
    let net = from_bytes(&bytes, purpose, training.subject.inputs, training.subject.outputs)
        .map_err(|error| refused(error.to_string()))?;
    let [_, hidden @ .., _] = net.shape() else { unreachable!("a net has inputs and an output") };
    training.hidden = hidden.to_vec();
    training.from = Some(WarmStart { sha256: of_bytes(&bytes), weights: net.weights().to_vec() });
    Ok(())
}

/// The settings of a training run, from the command line.
fn training(args: &TrainArgs, subject: NetSpec, rules: Settings) -> Training {
    Training {
        subject,
        seats: args.seats,
        seed: args.seed,
        rounds: args.rounds,
        batch: args.batch,
        hidden: args.hidden.iter().map(|&units| usize::from(units)).collect(),
        from: None,
        lambda: if subject.bootstraps { args.lambda.unwrap_or(0.8) } else { 1.0 },
        rate: (args.rate, args.last_rate),
        explore: (args.explore, args.last_explore),
        guest: args.guest,
        guests: Vec::new(),
        expert: args.expert,
        playouts: args.playouts,
        averaged: args.averaged,
        trial: args.trial,
        rules,
    }
}

/// Formats the result of an evaluation with half its 95 % interval.
fn trial_text(subject: &NetSpec, trial: &Trial) -> String {
    let half = (trial.interval.high - trial.interval.low) / 2.0;
    format!("{:+.2} ± {half:.2} {}", trial.margin, subject.tried.1)
}

fn default_out(args: &TrainArgs) -> PathBuf {
    let game = if args.game == "ergo" { String::new() } else { format!("{}-", args.game) };
    let learn = if args.learn == "margin" { String::new() } else { format!("{}-", args.learn) };
    Path::new("results").join(format!("net-{game}{learn}{}-seats-seed-{}", args.seats, args.seed))
}

/// Parses a number from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}
