//! Settings of a training run.

use std::fmt::Write;

use ergo_engine::game::Game;
use ergo_engine::options::{OptionError, Settings};
use ergo_engine::seat::SeatCount;

use super::trainable::{EpisodeOptions, NetSpec, Trainable};
use crate::registry::arena::BotFactory;
use crate::registry::training::labelled_agent::LabelledAgent;

/// The settings of a training run. Two runs with equal settings end with the same weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Training {
    /// The inputs and the output of the net.
    pub subject: NetSpec,
    /// Seats at the table: 2, 3 or 4.
    pub seats: u8,
    /// The number all seeds derive from.
    pub seed: u64,
    /// Rounds to play.
    pub rounds: u64,
    /// Rounds played with the same weights before these change.
    pub batch: u64,
    /// Units of each hidden layer.
    pub hidden: Vec<usize>,
    /// The weights to begin with; none: drawn.
    pub from: Option<WarmStart>,
    /// How much of a target comes from further on than the next turn, 0 to 1.
    pub lambda: f64,
    /// About how far a weight moves in a step: at first, and at the end.
    pub rate: (f64, f64),
    /// The chance that a turn is drawn at random: at first, and at the end.
    pub explore: (f64, f64),
    /// The chance that a seat is played by a guest; one seat, any, is always the net's.
    pub guest: f64,
    /// The bots that guests are drawn from, each as often, none by a clock and no program from outside; nobody: a
    /// guest is the game's greedy agent.
    pub guests: Vec<LabelledAgent>,
    /// The chance that a turn of the net's is chosen by an expert, who looks ahead with the net as it is; the net learns what that finds.
    pub expert: f64,
    /// Playouts that an expert spends on a turn.
    pub playouts: u64,
    /// Over which last part of the run the weights that are kept are the mean of.
    pub averaged: f64,
    /// Deals of each trial.
    pub trial: u64,
    /// Options of the rules that differ from the printed ones.
    pub rules: Settings,
}

/// The weights that a run begins with, of a net of its shape.
#[derive(Clone, Debug, PartialEq)]
pub struct WarmStart {
    /// SHA-256 of their file.
    pub sha256: String,
    /// All of them, in the order of [`Mlp`](ergo_agents::net::mlp::Mlp).
    pub weights: Vec<f32>,
}

impl Training {
    /// The game that is played: one round.
    pub fn game<C: Trainable>(&self) -> Result<C, OptionError> {
        C::one_round(SeatCount::new(self.seats.into()), &self.rules)
    }

    /// Inputs, hidden layers, outputs.
    pub fn shape(&self) -> Vec<usize> {
        std::iter::once(self.subject.inputs).chain(self.hidden.iter().copied()).chain([self.subject.outputs]).collect()
    }

    /// Batches in the whole run.
    pub fn batches(&self) -> u64 {
        self.rounds.div_ceil(self.batch)
    }

    /// Rounds in so many batches.
    pub fn rounds_after(&self, batches: u64) -> u64 {
        (batches * self.batch).min(self.rounds)
    }

    /// Whether one of the `points` of the learning curve, evenly spread, lies after so many batches.
    pub fn is_point(&self, batches: u64, points: u64) -> bool {
        let part = |batches: u64| batches * points / self.batches();
        part(batches) > part(batches - 1)
    }

    /// How far the run has come after so many batches, 0 to 1.
    fn done(&self, batches: u64) -> f64 {
        batches as f64 / self.batches() as f64
    }

    /// The size of the step that follows so many batches.
    pub fn rate_after(&self, batches: u64) -> f32 {
        between(self.rate, self.done(batches)) as f32
    }

    /// How rounds are played after so many batches, with these guests.
    pub fn lesson_after<'g, G: Game>(&self, batches: u64, guests: &'g [BotFactory<G>]) -> EpisodeOptions<'g, G> {
        let now = |range| between(range, self.done(batches));
        EpisodeOptions {
            explore: now(self.explore),
            guest: self.guest,
            guests,
            lambda: self.lambda as f32,
            expert: self.expert,
            playouts: self.playouts,
        }
    }

    /// Whether the weights after so many batches count for those that are kept.
    pub fn averages_after(&self, batches: u64) -> bool {
        batches == self.batches() || self.done(batches) > 1.0 - self.averaged
    }

    /// Everything that decides the weights, as TOML.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |key: &str, value: &dyn std::fmt::Display| {
            writeln!(text, "{key} = {value}").expect("a text takes every line");
        };
        line("features", &self.subject.features);
        line("shape", &format!("{:?}", self.shape()));
        if let Some(from) = &self.from {
            line("from", &format!("\"{}\"", from.sha256));
        }
        line("seats", &self.seats);
        line("seed", &self.seed);
        line("rounds", &self.rounds);
        line("batch", &self.batch);
        line("lambda", &self.lambda);
        line("rate", &format!("{:?}", [self.rate.0, self.rate.1]));
        line("explore", &format!("{:?}", [self.explore.0, self.explore.1]));
        line("guest", &self.guest);
        if !self.guests.is_empty() {
            line("guests", &format!("{:?}", self.guests.iter().map(LabelledAgent::label).collect::<Vec<_>>()));
        }
        if self.expert > 0.0 {
            line("expert", &self.expert);
            line("playouts", &self.playouts);
        }
        line("averaged", &self.averaged);
        line("trial", &self.trial);
        for (key, value) in &self.rules.0 {
            line(&format!("rules.{key}"), value);
        }
        text
    }
}

fn between((first, last): (f64, f64), done: f64) -> f64 {
    first + (last - first) * done
}
