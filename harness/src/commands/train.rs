//! `ergo train`: a net learns a game by self-play.

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
use super::shared::{bots_given, command, going_on, rule_settings, say};
use super::verb::{Act, Whole};

/// What of the game is learned, its seats checked, and the game by its rules.
fn learned(
    args: &TrainArgs,
    rules: &Settings,
    game: &dyn DynGame,
) -> anyhow::Result<(TrainingTarget, Arc<dyn DynRules>)> {
    let lessons = &game.description().lessons;
    if lessons.is_empty() {
        bail!("--game {}: no net learns it, expected ergo or another game with a net", game.name());
    }
    let Some(lessons) = lessons.iter().find(|lessons| lessons.name == args.learn) else {
        bail!("--learn: {}", unknown("lesson", &args.learn, lessons.iter().map(|lessons| lessons.name)));
    };
    let ((from, to), seats) = (game.seats(), usize::from(args.seats));
    if !(from..=to).contains(&seats) {
        bail!("--seats {seats}: {} is for {from} to {to}", game.name());
    }
    let rules = game.configure(SeatCount::new(seats), rules).map_err(|error| anyhow!("--set: {error}"))?;
    Ok((*lessons, rules))
}

/// The bots named as guests.
fn guests(
    args: &TrainArgs,
    lessons: &TrainingTarget,
    game: &dyn DynGame,
    rules: &dyn DynRules,
) -> anyhow::Result<Vec<LabelledAgent>> {
    let Some(listed) = &args.guests else { return Ok(Vec::new()) };
    if args.guest == 0.0 {
        bail!("--guests {listed}: expected --guest with the chance that a seat is played by one");
    }
    if !lessons.any_guests {
        bail!("--guests {listed}: at {} only the greedy agent can be a guest, expected it left out", game.name());
    }
    bots_given("--guests", listed, game, rules)
}

/// Train a net by self-play
#[derive(Args)]
#[command(mut_arg("out", |arg| arg.help("The folder for the weights [default: results/net-SEATS-seats-seed-SEED, of other games net-GAME-SEATS-…]")))]
pub(super) struct TrainArgs {
    /// The game
    #[arg(long, default_value = "ergo")]
    pub game: String,
    /// What the net learns: margin, the points of a round; at ergo also results, the chances of who is paid how much
    #[arg(long, value_name = "WHAT", default_value = "margin")]
    pub learn: String,
    /// How many sit at the table
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
    pub seats: u8,
    /// The number all deals, weights and choices derive from
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: u64,
    /// Rounds to play
    #[arg(long, default_value_t = 300_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub rounds: u64,
    /// Rounds played with the same weights before these change
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub batch: u64,
    /// Units of each hidden layer, such as 64 or 64,32
    #[arg(long, value_name = "UNITS", default_values_t = [64], value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub hidden: Vec<u16>,
    /// A file of weights to begin with, of the same game and seats; its hidden layers count
    #[arg(long, value_name = "FILE", conflicts_with = "hidden")]
    pub from: Option<PathBuf>,
    /// How much of a target comes from further on than the next turn, 0 to 1; of results all does [default: 0.8]
    #[arg(long, value_parser = share)]
    pub lambda: Option<f64>,
    /// About how far a weight moves in a step at first
    #[arg(long, default_value_t = 0.0015, value_parser = share)]
    pub rate: f64,
    /// The same at the end
    #[arg(long, default_value_t = 0.00005, value_parser = share)]
    pub last_rate: f64,
    /// Chance that a turn is drawn at random at first
    #[arg(long, default_value_t = 0.15, value_parser = share)]
    pub explore: f64,
    /// The same at the end
    #[arg(long, default_value_t = 0.02, value_parser = share)]
    pub last_explore: f64,
    /// Chance that a seat is played by a guest; one seat is always the net's
    #[arg(long, default_value_t = 0.0, value_parser = share)]
    pub guest: f64,
    /// Bots that guests are drawn from, with commas between them, such as td,td:run=2 [default: the greedy agent of the game]
    #[arg(long, value_name = "BOTS")]
    pub guests: Option<String>,
    /// Chance that a turn of the net's is chosen by looking ahead with it (expert iteration): the net learns what that finds; at ergo only
    #[arg(long, value_name = "CHANCE", default_value_t = 0.0, value_parser = share)]
    pub expert: f64,
    /// Playouts of such a look, two turns ahead
    #[arg(long, value_name = "PLAYOUTS", default_value_t = 48, requires = "expert", value_parser = clap::value_parser!(u64).range(2..=100_000))]
    pub playouts: u64,
    /// Last part of the run whose weights are averaged into those that are kept
    #[arg(long, default_value_t = 0.25, value_parser = share)]
    pub averaged: f64,
    /// Deals of each trial: against greedy, or for results whole matches against td
    #[arg(long, value_name = "DEALS", default_value_t = 400, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub trial: u64,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub rules: RuleArgs,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub work: WorkArgs,
}

impl Act for TrainArgs {
    const NAME: &'static str = "train";

    /// Trains the net described on the command line.
    fn act(&self, registry: &GameRegistry, _: Whole) -> anyhow::Result<()> {
        let rules = rule_settings(&self.rules)?;
        let game = registry.game(&self.game).map_err(|error| anyhow!("--game: {error}"))?;
        let (lessons, playable) = learned(self, &rules, &*game)?;
        let subject = (lessons.subject)(SeatCount::new(self.seats.into()));
        if !subject.bootstraps && self.lambda.is_some() {
            bail!("--lambda: nothing to --learn {}, expected it left out", self.learn);
        }
        if subject.outputs > 1 && self.hidden.len() > 1 {
            bail!("--hidden: expected one layer to --learn {}, beside which a net of points fits", self.learn);
        }
        if self.expert > 0.0 && !lessons.experts {
            bail!("--expert: nobody looks ahead for --learn {} at {}, expected it left out", self.learn, game.name());
        }
        let mut training = training(self, subject, rules);
        training.guests = guests(self, &lessons, &*game, &*playable)?;
        if let Some(file) = &self.from {
            begin_with(&mut training, file)?;
        }
        let out = self.work.out.clone().unwrap_or_else(|| default_out(self));
        let folder = Folder::open(&out).map_err(|error| anyhow!("{error}"))?;
        let _parting = going_on();
        let mode = self.work.mode();
        let options = RunOptions { threads: self.work.threads.get(), mode, command: command() };
        let style =
            ProgressStyle::with_template("{bar:30} {human_pos}/{human_len} rounds  {per_sec}  {eta} left  {msg}")?;
        let bar = ProgressBar::new(training.rounds).with_style(style);
        let mut seen = false;
        let trained = playable.train(&lessons, &training, folder, &options, &mut |standing| {
            bar.set_position(standing.rounds);
            if !seen {
                // Rounds of an earlier process say nothing about the speed of this one.
                seen = true;
                bar.reset_eta();
            }
            if let Some(trial) = &standing.trial {
                bar.set_message(found(&subject, trial));
            }
        });
        bar.finish_and_clear();
        let trained = trained.map_err(|error| anyhow!("{error}"))?;
        let file = out.join(WEIGHTS);
        say(&format!(
            "After {} rounds a net for {} seats gains {} on {} fresh deals; {}, sha256 {}",
            count(training.rounds),
            self.seats,
            found(&subject, &trained.trial),
            count(trained.trial.deals),
            file.display(),
            trained.digest,
        ));
        Ok(())
    }
}

/// Lets the run begin with the weights in `file`.
fn begin_with(training: &mut Training, file: &Path) -> anyhow::Result<()> {
    let refused = |error: String| anyhow!("--from {}: {error}", file.display());
    let bytes = disk::read(file).map_err(|error| refused(format!("cannot be read: {error}")))?;
    let bytes = bytes.ok_or_else(|| refused("there is no such file".to_owned()))?;
    let purpose = Purpose { features: training.subject.features, seats: training.seats.into() };
    let net = from_bytes(&bytes, purpose, training.subject.inputs, training.subject.outputs)
        .map_err(|error| refused(error.to_string()))?;
    let [_, hidden @ .., _] = net.shape() else { unreachable!("a net has inputs and an output") };
    training.hidden = hidden.to_vec();
    training.from = Some(WarmStart { sha256: of_bytes(&bytes), weights: net.weights().to_vec() });
    Ok(())
}

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

/// What a trial found.
fn found(subject: &NetSpec, trial: &Trial) -> String {
    let half = (trial.interval.high - trial.interval.low) / 2.0;
    format!("{:+.2} ± {half:.2} {}", trial.margin, subject.tried.1)
}

fn default_out(args: &TrainArgs) -> PathBuf {
    let game = if args.game == "ergo" { String::new() } else { format!("{}-", args.game) };
    let learn = if args.learn == "margin" { String::new() } else { format!("{}-", args.learn) };
    Path::new("results").join(format!("net-{game}{learn}{}-seats-seed-{}", args.seats, args.seed))
}

/// A number from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}
