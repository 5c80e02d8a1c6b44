//! The agents of ERGO.

use std::borrow::Cow;

use ergo_engine::ergo::Ergo;
use ergo_engine::options::OptionSpec;
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

use crate::agent::Player;
use crate::cheater::Cheater;
use crate::evaluators::ergo::Weights;
use crate::evaluators::ergo_weights::{RUNS, shipped};
use crate::greedy::{GreedyAgent, Look};
use crate::outcomes::RandomOutcome;
use crate::pass::Pass;
use crate::roster::{Roster, random_player};
use crate::spec::{AgentSpec, Kind};
use crate::td::{Manner, TdAgent};

const OVER: &[&str] = &["actions", "outcomes"];

fn random_options() -> Vec<OptionSpec> {
    vec![OptionSpec::one_of("over", OVER, "uniform over the legal actions, or over the distinct outcomes of the turn")]
}

fn greedy_options() -> Vec<OptionSpec> {
    let mut options = vec![OptionSpec::real("blunder", 0.0, 0.0, 1.0, "chance to play a turn at random instead")];
    options.extend(Weights::options());
    options
}

fn best_of_options() -> Vec<OptionSpec> {
    let mut options = vec![OptionSpec::int("drawn", 4, 1, 10_000, "ways to play its turn that it looks at")];
    options.extend(Weights::options());
    options
}

fn td_options() -> Vec<OptionSpec> {
    vec![
        OptionSpec::int("run", 1, 1, RUNS as i64, "which of the nets trained for this number of seats"),
        OptionSpec::real("blunder", 0.0, 0.0, 1.0, "chance to play a turn at random instead"),
        OptionSpec::real(
            "temperature",
            0.0,
            0.0,
            100.0,
            "0: the best outcome; else each with a chance that falls by the factor e for every so many points it is worse",
        ),
    ]
}

fn no_options() -> Vec<OptionSpec> {
    Vec::new()
}

fn cheater_options() -> Vec<OptionSpec> {
    let mut options = vec![
        OptionSpec::int("candidates", 12, 1, 1000, "outcomes of its turn that are played on"),
        OptionSpec::int("turns", 4, 0, 1000, "turns they are played on for"),
    ];
    options.extend(Weights::options());
    options
}

impl Roster for Ergo {
    fn kinds() -> Vec<Kind> {
        vec![
            Kind { name: "pass", about: "discards, whatever it holds", options: no_options },
            Kind { name: "random", about: "any legal play, equally likely", options: random_options },
            Kind {
                name: "greedy",
                about: "the best outcome of its whole turn by hand-written judgement",
                options: greedy_options,
            },
            Kind {
                name: "best-of",
                about: "the best of a few turns drawn at random, by the judgement of greedy",
                options: best_of_options,
            },
            Kind {
                name: "td",
                about: "the best outcome of its whole turn by a net that learned it from play against itself",
                options: td_options,
            },
            Kind {
                name: "cheater",
                about: "sees all cards and plays on from the true state: a yardstick, no player",
                options: cheater_options,
            },
        ]
    }

    fn seat_agent(&self, spec: &AgentSpec, _: Seat, seed: Seed) -> Player<Self> {
        let settings = &spec.settings;
        match spec.kind {
            "pass" => Player::Honest(Box::new(Pass)),
            "greedy" => {
                let look = Look::AtAll { blunder: settings.real("blunder") };
                Player::Honest(Box::new(GreedyAgent::new(Weights::new(settings), look, seed)))
            }
            "best-of" => {
                let look = Look::AtSome(settings.int("drawn") as u32);
                Player::Honest(Box::new(GreedyAgent::new(Weights::new(settings), look, seed)))
            }
            "td" => {
                let net = shipped(self.0.seats, settings.int("run") as usize);
                let manner = Manner { blunder: settings.real("blunder"), temperature: settings.real("temperature") };
                Player::Honest(Box::new(TdAgent::new(Cow::Borrowed(net), manner, seed)))
            }
            "cheater" => {
                let (candidates, turns) = (settings.int("candidates") as usize, settings.int("turns") as usize);
                Player::AllSeeing(Box::new(Cheater::new(Weights::new(settings), candidates, turns, seed)))
            }
            _ if settings.text("over") == "outcomes" => Player::Honest(Box::new(RandomOutcome::new(seed))),
            _ => random_player(seed),
        }
    }
}
