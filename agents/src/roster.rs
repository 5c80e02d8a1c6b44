//! Which agents can sit at which game, and how each is built.

use ergo_engine::game::Game;
use ergo_engine::options::{OptionError, OptionSpec};
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

use crate::agent::{AllSeeing, Player};
use crate::random::RandomAgent;
use crate::spec::{AgentSpec, Kind};

/// A game with its agents: those of every game, and its own.
pub trait Roster: Game {
    /// Every kind that can play this game.
    fn kinds() -> Vec<Kind>;

    /// Refuses settings that are right one by one but contradict each other.
    fn check(_spec: &AgentSpec) -> Result<(), OptionError> {
        Ok(())
    }

    /// The player that `spec`, one of [`Roster::kinds`], describes, at `seat` for one match, drawing from `seed`.
    fn seat_agent(&self, spec: &AgentSpec, seat: Seat, seed: Seed) -> Player<Self>;

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
