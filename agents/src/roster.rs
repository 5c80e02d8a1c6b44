//! Which agents can sit at which game, and how each is built.

use std::sync::Arc;

use ergo_engine::game::Game;
use ergo_engine::options::{OptionError, OptionSpec};
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

use crate::agent::{AllSeeing, Player};
use crate::random::RandomAgent;
use crate::search::budget::Clock;
use crate::spec::{AgentSpec, Kind};

/// A game with its agents: those of every game, and its own.
pub trait Roster: Game {
    /// Every kind that can play this game.
    fn kinds() -> Vec<Kind>;

    /// Refuses settings that are right one by one but contradict each other.
    fn check(_spec: &AgentSpec) -> Result<(), OptionError> {
        Ok(())
    }

    /// The player that `spec`, one of [`Roster::kinds`], describes, at `seat` for one match, drawing from `seed`. A `clock`
    /// there must be where [`AgentSpec::milliseconds`] asks for one; elsewhere nobody looks at it.
    fn seat_with(&self, spec: &AgentSpec, seat: Seat, seed: Seed, clock: Option<Arc<dyn Clock>>) -> Player<Self>;

    /// The same for an agent that searches by no clock.
    fn seat_agent(&self, spec: &AgentSpec, seat: Seat, seed: Seed) -> Player<Self> {
        self.seat_with(spec, seat, seed, None)
    }

    /// An all-seeing searcher that draws from `seed`, to be held against what a bot chose, if the game has one.
    fn seer(&self, _seed: Seed) -> Option<Box<dyn AllSeeing<Self>>> {
        None
    }
}

fn no_options() -> Vec<OptionSpec> {
    Vec::new()
}

/// The random agent, at home in every game.
pub fn random_kind() -> Kind {
    Kind { name: "random", about: "every legal action equally likely", options: no_options }
}

/// A random player.
pub fn random_player<G: Game>(seed: Seed) -> Player<G> {
    Player::Honest(Box::new(RandomAgent::new(seed)))
}
