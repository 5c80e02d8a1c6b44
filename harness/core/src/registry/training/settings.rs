//! Settings of a training run.

use std::fmt::Write;

use ergo_engine::game::Game;
use ergo_engine::options::{OptionError, Settings};
use ergo_engine::seat::SeatCount;

use super::trainable::{EpisodeOptions, NetSpec, Trainable};
use crate::registry::arena::BotFactory;
use crate::registry::training::labelled_agent::LabelledAgent;

/// The settings of a training run. Runs with equal settings produce equal weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Training {
    /// The inputs and outputs of the net.
    pub subject: NetSpec,
    /// Number of seats: 2, 3 or 4.
    pub seats: u8,
    /// The master seed of all random streams.
    pub seed: u64,
    /// Number of rounds.
    pub rounds: u64,
    /// Number of rounds per batch; the weights change between batches.
    pub batch: u64,
    /// Units of each hidden layer.
    pub hidden: Vec<usize>,
    /// The initial weights; `None` for random ones.
    pub from: Option<WarmStart>,
    /// The TD(λ) parameter, 0 to 1.
    pub lambda: f64,
    /// The step size of a weight at the start and at the end.
    pub rate: (f64, f64),
    /// The probability of a random turn at the start and at the end.
    pub explore: (f64, f64),
    /// The probability that a seat is played by a guest. At least one seat is played by the net.
    pub guest: f64,
    /// The guests, drawn with equal probability. They must not depend on a clock or be external programs. Empty for the
    /// game's greedy agent.
    pub guests: Vec<LabelledAgent>,
    /// The probability that a turn of the net is chosen by an expert search, whose values the net also learns.
    pub expert: f64,
    /// Playouts of the expert search per turn.
    pub playouts: u64,
    /// The fraction of the run, counted from its end, over which the weights are averaged.
    pub averaged: f64,
    /// Number of deals per trial.
    pub trial: u64,
    /// Rule options that differ from the defaults.
    pub rules: Settings,
}

/// The initial weights of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct WarmStart {
    /// SHA-256 of the weights file.
    pub sha256: String,
    /// All weights, in the order of [`Mlp`](ergo_agents::net::mlp::Mlp).
    pub weights: Vec<f32>,
}

impl Training {
    /// Creates the game for one round.
    ///
    /// # Errors
    ///
    /// Returns an error if a rule option is invalid.
    pub fn game<C: Trainable>(&self) -> Result<C, OptionError> {
        C::one_round(SeatCount::new(self.seats.into()), &self.rules)
    }

    /// Returns the numbers of inputs, hidden units per layer, and outputs.
    pub fn shape(&self) -> Vec<usize> {
        std::iter::once(self.subject.inputs).chain(self.hidden.iter().copied()).chain([self.subject.outputs]).collect()
    }

    /// Returns the number of batches.
    pub fn batches(&self) -> u64 {
        self.rounds.div_ceil(self.batch)
    }

    /// Returns the number of rounds after `batches` batches.
    pub fn rounds_after(&self, batches: u64) -> u64 {
        (batches * self.batch).min(self.rounds)
    }

    /// Returns true if one of the `points` evenly spread points of the learning curve follows batch number `batches`.
    pub fn is_point(&self, batches: u64, points: u64) -> bool {
        let part = |batches: u64| batches * points / self.batches();
        part(batches) > part(batches - 1)
    }

    /// Returns the finished fraction of the run after `batches` batches, 0 to 1.
    fn done(&self, batches: u64) -> f64 {
        batches as f64 / self.batches() as f64
    }

    /// Returns the step size after `batches` batches.
    pub fn rate_after(&self, batches: u64) -> f32 {
        between(self.rate, self.done(batches)) as f32
    }

    /// Returns the options for rounds after `batches` batches.
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

    /// Returns true if the weights after `batches` batches are averaged.
    pub fn averages_after(&self, batches: u64) -> bool {
        batches == self.batches() || self.done(batches) > 1.0 - self.averaged
    }

    /// Returns everything that determines the weights, as TOML.
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
