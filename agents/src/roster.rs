//! Games with agents of their own.

use ergo_engine::game::Game;

use crate::registry::Registry;

/// A game with the agents that come with it.
pub trait Roster: Game {
    /// Those agents.
    fn registry() -> Registry<Self>;
}
