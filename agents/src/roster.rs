//! Games that have a registry of agents.

use ergo_engine::game::Game;

use crate::registry::Registry;

/// A game with a registry of the agents that can play it.
pub trait Roster: Game {
    /// Returns the agents of the game.
    fn registry() -> Registry<Self>;
}
