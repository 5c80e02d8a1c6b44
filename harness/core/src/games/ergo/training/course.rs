//! ERGO as a trainable game.

use ergo_agents::agent::AgentFault;
use ergo_agents::games::ergo::features::{ACTIVE_INPUTS, INPUTS, VERSION};
use ergo_agents::games::ergo::value_net::SCALE;
use ergo_agents::net::mlp::Mlp;
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::options::{OptionError, Settings, Value};
use ergo_engine::rng::Seed;
use ergo_engine::seat::SeatCount;
use rayon::ThreadPool;

use super::duel;
use super::selfplay::ErgoEpisode;
use crate::registry::training::trainable::{EpisodeOptions, NetSpec, Trainable, TrainingSignal};
use crate::registry::training::trial::Trial;

impl Trainable for Ergo {
    type Game = Self;

    const EXPERTS: bool = true;

    fn subject(_: SeatCount) -> NetSpec {
        NetSpec::margin(VERSION, INPUTS, ACTIVE_INPUTS, SCALE)
    }

    type Episode = ErgoEpisode;

    fn one_round(seats: SeatCount, rules: &Settings) -> Result<Self, OptionError> {
        let mut given = rules.clone();
        given.0.insert("max_rounds".to_owned(), Value::Int(1));
        Rules::new(seats, &given).map(Ergo)
    }

    fn teach<'e>(
        &self,
        net: &Mlp,
        lesson: &EpisodeOptions<'_, Self>,
        seed: &Seed,
        episode: &'e mut ErgoEpisode,
    ) -> Result<&'e mut TrainingSignal, AgentFault> {
        episode.play(self, net, lesson, seed)?;
        Ok(&mut episode.taught)
    }

    fn trial(&self, net: &Mlp, deals: u64, seed: &Seed, pool: &ThreadPool) -> Trial {
        duel::trial(self, net, deals, seed, pool)
    }
}
