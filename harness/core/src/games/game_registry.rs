//! The registry of games and probes.

use std::any::Any;
use std::sync::Arc;

use ergo_agents::registry::Registry;
use ergo_engine::options::{Configurable, nearest, unknown};

use crate::probes::probe::Probe;
use crate::registry::arena::game::TypedGame;
use crate::registry::arena::{DynGame, Registration};
use crate::rows::FILES;

/// The error for an unknown game name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct UnknownGame {
    /// The whole message, with the nearest name or a list of all names.
    pub message: String,
    /// The most similar known name.
    pub nearest: &'static str,
}

/// Games and probes by name, in the order of registration.
#[derive(Clone, Default)]
pub struct GameRegistry {
    games: Vec<Arc<dyn DynGame>>,
    probes: Vec<Arc<dyn Probe>>,
}

impl GameRegistry {
    /// Returns an empty registry.
    pub fn new() -> Self {
        GameRegistry::default()
    }

    /// Registers a game, replacing one with the same name.
    pub fn with<G: Configurable>(mut self, game: Registration<G>) -> Self {
        self.games.retain(|known| known.name() != G::NAME);
        self.games.push(game.into_dyn());
        self
    }

    /// Registers a probe, replacing one with the same name.
    pub fn with_probe(mut self, probe: Arc<dyn Probe>) -> Self {
        self.probes.retain(|known| known.name() != probe.name());
        self.probes.push(probe);
        self
    }

    /// Returns all probes.
    pub fn probes(&self) -> &[Arc<dyn Probe>] {
        &self.probes
    }

    /// Returns the names of the row files that runs may write.
    pub fn row_files(&self) -> Vec<&'static str> {
        FILES.into_iter().chain(self.probes.iter().filter_map(|probe| probe.file())).collect()
    }

    /// Returns the names of all games.
    pub fn names(&self) -> Vec<&'static str> {
        self.games.iter().map(|game| game.name()).collect()
    }

    /// Returns all games.
    pub fn games(&self) -> impl Iterator<Item = &Arc<dyn DynGame>> {
        self.games.iter()
    }

    /// Returns the game with this short or full name.
    ///
    /// # Errors
    ///
    /// Returns an error with the nearest known name if there is no such game.
    pub fn game(&self, name: &str) -> Result<Arc<dyn DynGame>, UnknownGame> {
        let found = self
            .games
            .iter()
            .rev()
            .find(|game| [game.description().name, game.description().full_name].contains(&name));
        found.cloned().ok_or_else(|| {
            let nearest = nearest(name, self.names().into_iter()).unwrap_or_default();
            let message = unknown("game", name, self.names().into_iter());
            UnknownGame { message, nearest }
        })
    }

    /// Returns the agent registry of the game `G`, or `None` if the game is unknown or shared.
    pub fn agents_of<G: Configurable>(&mut self) -> Option<&mut Registry<G>> {
        let game = self.games.iter_mut().find(|game| game.name() == G::NAME)?;
        let game: &mut dyn Any = Arc::get_mut(game)?;
        Arc::get_mut(&mut game.downcast_mut::<TypedGame<G>>()?.0).map(|game| &mut game.agents)
    }
}
