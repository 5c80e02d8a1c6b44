//! The whole program as a value: the standard games, and games, agents and probes of other crates.
//!
//! ```no_run
//! use ergo_agents::random::RandomAgent;
//! use ergo_agents::registry::Entry;
//! use ergo_engine::ergo::Ergo;
//! use ergo_lab::Lab;
//!
//! fn main() -> std::process::ExitCode {
//!     let mine = Entry::<Ergo>::new("mine", "plays as it likes", |place| RandomAgent::new(place.seed));
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

/// A game registry with the command line.
pub struct Lab {
    registry: GameRegistry,
    /// Whether only standard games, agents and probes are registered.
    plain: bool,
    wrong: Option<String>,
}

impl Lab {
    /// Returns the standard games.
    pub fn standard() -> Self {
        Lab { registry: games::standard(), plain: true, wrong: None }
    }

    /// The same with one game more. It takes the place of one with its name.
    pub fn game<G: Configurable>(self, game: Registration<G>) -> Self {
        Lab { registry: self.registry.with(game), plain: false, wrong: self.wrong }
    }

    /// The same with one agent more for a game that is there. It takes the place of one with its name.
    pub fn agent<G: Configurable>(mut self, agent: Entry<G>) -> Self {
        self.plain = false;
        match self.registry.agents_of::<G>() {
            Some(agents) => agents.add(agent),
            None => {
                let what = format!("an agent for {}, which is not registered, expected its game before it", G::NAME);
                self.wrong.get_or_insert(what);
            }
        }
        self
    }

    /// The same with one probe more. It takes the place of one with its name.
    pub fn probe(self, probe: impl Probe + 'static) -> Self {
        Lab { registry: self.registry.with_probe(Arc::new(probe)), ..self }
    }

    /// Returns true if nothing was added: standard agents start no processes.
    #[cfg(all(unix, feature = "command-line"))]
    pub(crate) fn is_plain(&self) -> bool {
        self.plain
    }

    /// Returns the registry.
    ///
    /// # Errors
    ///
    /// If something was registered that does not fit; the error is one line.
    pub fn registry(self) -> Result<GameRegistry, String> {
        match self.wrong {
            Some(wrong) => Err(wrong),
            None => Ok(self.registry),
        }
    }
}
