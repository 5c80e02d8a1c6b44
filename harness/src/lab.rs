//! The program `ergo` as a value: the standard games, plus games, agents and probes of other crates.
//!
//! A binary that adds an agent for ERGO:
//!
//! ```no_run
//! use ergo_agents::random::RandomAgent;
//! use ergo_agents::registry::Entry;
//! use ergo_engine::ergo::Ergo;
//! use ergo_lab::Lab;
//!
//! fn main() -> std::process::ExitCode {
//!     let mine = Entry::<Ergo>::new("mine", "plays random turns", |place| RandomAgent::new(place.seed));
//!     Lab::standard().agent(mine).main()
//! }
//! ```

use std::sync::Arc;

use ergo_agents::registry::Entry;
use ergo_engine::options::Configurable;
use ergo_harness::arena::Registration;
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::games;
use ergo_harness::probe::Probe;

/// The registry of games, agents and probes, with the command line of `ergo`.
///
/// Build it with [`Lab::standard`], add to it with [`Lab::game`], [`Lab::agent`] and [`Lab::probe`], then call `main`.
pub struct Lab {
    registry: GameRegistry,
    /// True if no game or agent was added. Standard agents start no processes.
    plain: bool,
    /// The first registration that failed.
    error: Option<String>,
}

impl Lab {
    /// Returns a lab with the games, agents and probes of this repository.
    pub fn standard() -> Self {
        Lab { registry: games::standard(), plain: true, error: None }
    }

    /// Registers a game, replacing one with the same name.
    pub fn game<G: Configurable>(self, game: Registration<G>) -> Self {
        Lab { registry: self.registry.with(game), plain: false, error: self.error }
    }

    /// Registers an agent, replacing one of the same game with the same name. Register its game first: otherwise [`Lab::registry`] fails.
    pub fn agent<G: Configurable>(mut self, agent: Entry<G>) -> Self {
        self.plain = false;
        match self.registry.agents_of::<G>() {
            Some(agents) => agents.add(agent),
            None => {
                let what =
                    format!("agent for {}: the game is not registered, expected Lab::game before Lab::agent", G::NAME);
                self.error.get_or_insert(what);
            }
        }
        self
    }

    /// Registers a probe, replacing one with the same name.
    pub fn probe(self, probe: impl Probe + 'static) -> Self {
        Lab { registry: self.registry.with_probe(Arc::new(probe)), ..self }
    }

    /// Returns true if no game or agent was added.
    #[cfg(all(unix, feature = "command-line"))]
    pub(crate) fn is_plain(&self) -> bool {
        self.plain
    }

    /// Returns the registry of games, agents and probes.
    ///
    /// # Errors
    ///
    /// Returns one line if an agent was added before its game.
    pub fn registry(self) -> Result<GameRegistry, String> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.registry),
        }
    }
}
