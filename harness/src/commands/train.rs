//! `ergo train`: a net learns a game by self-play.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use ergo_engine::options::Settings;
use ergo_engine::seat::SeatCount;
use indicatif::{ProgressBar, ProgressStyle};

use super::shared::{command, going_on, mode, rule_settings, say};
use crate::cli::TrainArgs;
use crate::folder::Folder;
use crate::job::RunOptions;
use crate::report::count;
use crate::shelf::Shelf;
use crate::training::course::Subject;
use crate::training::settings::Training;
use crate::training::trial::Trial;
use crate::training::{Trains, WEIGHTS};

/// How the game is learned, its seats and rules checked.
fn learned(args: &TrainArgs, rules: &Settings, shelf: &Shelf) -> anyhow::Result<(Subject, Trains)> {
    let game = shelf.game(&args.game).map_err(|error| anyhow!("--game: {error}"))?;
    let Some(course) = game.declared().course else {
        bail!("--game {}: no net learns it, expected ergo or another game with a net", game.name());
    };
    let ((from, to), seats) = (game.seats(), usize::from(args.seats));
    if !(from..=to).contains(&seats) {
        bail!("--seats {seats}: {} is for {from} to {to}", game.name());
    }
    game.configure(SeatCount::new(seats), rules).map_err(|error| anyhow!("--set: {error}"))?;
    Ok(course)
}

/// Trains the net described on the command line.
pub(super) fn train(args: &TrainArgs, shelf: &Shelf) -> anyhow::Result<()> {
    let rules = rule_settings(&args.rules)?;
    let (subject, train_net) = learned(args, &rules, shelf)?;
    let training = training(args, subject, rules);
    let out = args.out.clone().unwrap_or_else(|| default_out(args));
    let folder = Folder::open(&out).map_err(|error| anyhow!("{error}"))?;
    let _parting = going_on();
    let mode = mode(args.resume, args.fresh);
    let options = RunOptions { threads: args.threads.get(), mode, command: command() };
    let style = ProgressStyle::with_template("{bar:30} {human_pos}/{human_len} rounds  {per_sec}  {eta} left  {msg}")?;
    let bar = ProgressBar::new(training.rounds).with_style(style);
    let mut seen = false;
    let trained = train_net(&training, folder, &options, &mut |standing| {
        bar.set_position(standing.rounds);
        if !seen {
            // Rounds of an earlier process say nothing about the speed of this one.
            seen = true;
            bar.reset_eta();
        }
        if let Some(trial) = &standing.trial {
            bar.set_message(against_greedy(trial));
        }
    });
    bar.finish_and_clear();
    let trained = trained.map_err(|error| anyhow!("{error}"))?;
    let file = out.join(WEIGHTS);
    say(&format!(
        "After {} rounds a net for {} seats gains {} on {} fresh deals; {}, sha256 {}",
        count(training.rounds),
        args.seats,
        against_greedy(&trained.trial),
        count(trained.trial.deals),
        file.display(),
        trained.digest,
    ));
    Ok(())
}

fn training(args: &TrainArgs, subject: Subject, rules: Settings) -> Training {
    Training {
        subject,
        seats: args.seats,
        seed: args.seed,
        rounds: args.rounds,
        batch: args.batch,
        hidden: args.hidden.iter().map(|&units| usize::from(units)).collect(),
        lambda: args.lambda,
        rate: (args.rate, args.last_rate),
        explore: (args.explore, args.last_explore),
        temperature: (args.temperature, args.last_temperature),
        guest: args.guest,
        averaged: args.averaged,
        trial: args.trial,
        rules,
    }
}

fn against_greedy(trial: &Trial) -> String {
    let half = (trial.interval.high - trial.interval.low) / 2.0;
    format!("{:+.2} ± {half:.2} points a round against greedy", trial.margin)
}

fn default_out(args: &TrainArgs) -> PathBuf {
    let game = if args.game == "ergo" { String::new() } else { format!("{}-", args.game) };
    Path::new("results").join(format!("net-{game}{}-seats-seed-{}", args.seats, args.seed))
}
