//! The registry of the agents of a game. One entry names, describes, validates and builds one kind of agent.

use std::sync::Arc;

use ergo_engine::game::Game;
use ergo_engine::options::{OptionError, OptionSpec, Settings};
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

use crate::agent::{Agent, OmniscientAgent, Player};
use crate::random::RandomAgent;
use crate::search::budget::Clock;
use crate::spec::{AgentKind, AgentSpec};

/// What an entry needs to build an agent for one seat of one match.
pub struct AgentContext<'a, G: Game> {
    /// The rules of the game.
    pub game: &'a G,
    /// The agent's settings, validated.
    pub settings: &'a Settings,
    /// The seat that the agent plays.
    pub seat: Seat,
    /// The source of all randomness of the agent.
    pub seed: Seed,
    /// The clock of the decision. It is present if [`AgentSpec::milliseconds`] returns a time.
    pub clock: Option<&'a Arc<dyn Clock>>,
}

type Build<G> = dyn Fn(AgentContext<'_, G>) -> Player<G> + Send + Sync;
/// Reads the file at a path that settings name. Returns `None` if there is no such file.
pub type FileReader = dyn Fn(&str) -> Result<Option<Vec<u8>>, String>;
type Check = dyn Fn(&mut Settings, &FileReader) -> Result<(), OptionError> + Send + Sync;
type Fits<G> = dyn Fn(&Settings, &G) -> Result<(), OptionError> + Send + Sync;
/// Returns the result of each legal action as JSON, computed from an observation only.
pub type ResultsFn<G> = fn(&G, &<G as Game>::Observation, &[<G as Game>::Action]) -> Vec<serde_json::Value>;
type Seer<G> = dyn Fn(&G, Seed) -> Box<dyn OmniscientAgent<G>> + Send + Sync;

/// One kind of agent: its name, its options and its factory.
pub struct Entry<G: Game> {
    kind: AgentKind,
    check: Arc<Check>,
    fits: Arc<Fits<G>>,
    build: Arc<Build<G>>,
}

impl<G: Game> Entry<G> {
    /// Creates an entry for an agent `name` without options. `about` is its description in one line; `build`
    /// creates the agent for each match.
    pub fn new<A: Agent<G> + 'static>(
        name: &'static str,
        about: &'static str,
        build: impl Fn(AgentContext<'_, G>) -> A + Send + Sync + 'static,
    ) -> Self {
        Entry::for_player(name, about, move |place| Player::Agent(Box::new(build(place))))
    }

    /// Creates an entry whose factory returns any [`Player`], for example an omniscient one.
    pub fn for_player(
        name: &'static str,
        about: &'static str,
        build: impl Fn(AgentContext<'_, G>) -> Player<G> + Send + Sync + 'static,
    ) -> Self {
        let kind = AgentKind { name, about, options: Vec::new() };
        Entry { kind, check: Arc::new(|_, _| Ok(())), fits: Arc::new(|_, _| Ok(())), build: Arc::new(build) }
    }

    /// Sets the options of the agent.
    pub fn options(mut self, options: Vec<OptionSpec>) -> Self {
        self.kind.options = options;
        self
    }

    /// Adds a check that rejects settings which are each valid but contradict each other.
    pub fn check(self, check: impl Fn(&Settings) -> Result<(), OptionError> + Send + Sync + 'static) -> Self {
        self.resolve(move |settings, _| check(settings))
    }

    /// Adds a function that completes settings from the files they name, and rejects contradictions. It replaces an
    /// earlier [`Entry::check`].
    pub fn resolve(
        mut self,
        settle: impl Fn(&mut Settings, &FileReader) -> Result<(), OptionError> + Send + Sync + 'static,
    ) -> Self {
        self.check = Arc::new(settle);
        self
    }

    /// Adds a check that rejects rules of the game which the agent cannot play with its settings.
    pub fn check_rules(
        mut self,
        fits: impl Fn(&Settings, &G) -> Result<(), OptionError> + Send + Sync + 'static,
    ) -> Self {
        self.fits = Arc::new(fits);
        self
    }
}

/// The agents of one game.
///
/// ```
/// use ergo_agents::{Registry, registry};
/// use ergo_engine::toys::kuhn::Kuhn;
/// use ergo_engine::{Game, Seat, Seed, Settings};
///
/// let agents = Registry::<Kuhn>::new().with(registry::random());
/// let spec = agents.validate("random", &Settings::default()).unwrap();
/// let hand = Kuhn.deal(&mut Seed::master(1).rng());
/// let mut player = agents.build_untimed(&Kuhn, &spec, Seat::new(0), Seed::master(2));
/// let choice = player.choose(&Kuhn, &hand, Seat::new(0), &mut Vec::new()).unwrap();
/// assert!(Kuhn.is_legal(&hand, choice));
/// ```
pub struct Registry<G: Game> {
    entries: Vec<Entry<G>>,
    results: Option<ResultsFn<G>>,
    seer: Option<Box<Seer<G>>>,
}

impl<G: Game> Default for Registry<G> {
    fn default() -> Self {
        Registry::new()
    }
}

impl<G: Game> Registry<G> {
    /// Creates an empty registry.
    pub fn new() -> Self {
        Registry { entries: Vec::new(), results: None, seer: None }
    }

    /// Registers an agent, replacing one with the same name.
    pub fn with(mut self, entry: Entry<G>) -> Self {
        self.add(entry);
        self
    }

    /// Registers an agent, replacing one with the same name.
    pub fn add(&mut self, entry: Entry<G>) {
        match self.entries.iter().position(|known| known.kind.name == entry.kind.name) {
            Some(place) => self.entries[place] = entry,
            None => self.entries.push(entry),
        }
    }

    /// Registers the agent `known` under a second name. Does nothing if there is no such agent.
    pub fn with_alias(mut self, name: &'static str, known: &str) -> Self {
        if let Some(entry) = self.entries.iter().find(|entry| entry.kind.name == known) {
            let kind = AgentKind { name, ..entry.kind.clone() };
            let (check, fits, build) = (Arc::clone(&entry.check), Arc::clone(&entry.fits), Arc::clone(&entry.build));
            let entry = Entry { kind, check, fits, build };
            self.add(entry);
        }
        self
    }

    /// Sets the omniscient searcher of the game, a reference for the choices of other agents.
    pub fn with_omniscient(
        mut self,
        seer: impl Fn(&G, Seed) -> Box<dyn OmniscientAgent<G>> + Send + Sync + 'static,
    ) -> Self {
        self.seer = Some(Box::new(seer));
        self
    }

    /// Sets the function that gives external programs the result of each legal action on request.
    pub fn with_results(mut self, results: ResultsFn<G>) -> Self {
        self.results = Some(results);
        self
    }

    /// Returns the function that gives external programs the result of each legal action, if the game has one.
    pub fn results(&self) -> Option<ResultsFn<G>> {
        self.results
    }

    /// Returns every kind of agent, in the order of registration.
    pub fn kinds(&self) -> impl Iterator<Item = &AgentKind> + Clone {
        self.entries.iter().map(|entry| &entry.kind)
    }

    /// Validates the settings `given` for the agent `name` and fills in the defaults.
    ///
    /// # Errors
    ///
    /// Returns an error if the agent or a setting is unknown, a value is out of range, two settings contradict each
    /// other, or a setting names a file.
    pub fn validate(&self, name: &str, given: &Settings) -> Result<AgentSpec, OptionError> {
        let mut spec = AgentSpec::validate(self.kinds(), name, given)?;
        self.resolve(&mut spec, &|_| Err("files can be read only for experiments".to_owned()))?;
        Ok(spec)
    }

    /// Parses an agent such as `ismcts:iterations=60,mode=own-tree`.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is malformed, and in the cases of [`Registry::validate`].
    pub fn parse(&self, text: &str) -> Result<AgentSpec, OptionError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        self.validate(name, &settings.parse()?)
    }

    /// Completes the settings of `spec` from the files they name, read by `files`: for example, adds the digest of
    /// a file.
    ///
    /// # Errors
    ///
    /// Returns an error if a file is missing or invalid, or if two settings contradict each other.
    ///
    /// # Panics
    ///
    /// Panics if `spec` is of a kind that is not registered.
    pub fn resolve(&self, spec: &mut AgentSpec, files: &FileReader) -> Result<(), OptionError> {
        (self.entry(spec).check)(&mut spec.settings, files)
    }

    /// Checks that the agent can play `game`.
    ///
    /// # Errors
    ///
    /// Returns an error if the agent does not support these rules or this number of seats.
    ///
    /// # Panics
    ///
    /// Panics if `spec` is of a kind that is not registered.
    pub fn check_rules(&self, spec: &AgentSpec, game: &G) -> Result<(), OptionError> {
        (self.entry(spec).fits)(&spec.settings, game)
    }

    /// Builds the player that `spec` describes, at `seat` for one match, with the randomness of `seed`. `spec`
    /// comes from [`Registry::validate`]. `clock` must be given if [`AgentSpec::milliseconds`] returns a time.
    ///
    /// # Panics
    ///
    /// Panics if `spec` is of a kind that is not registered, or if it needs a clock and none is given.
    pub fn build_player(
        &self,
        game: &G,
        spec: &AgentSpec,
        seat: Seat,
        seed: Seed,
        clock: Option<&Arc<dyn Clock>>,
    ) -> Player<G> {
        (self.entry(spec).build)(AgentContext { game, settings: &spec.settings, seat, seed, clock })
    }

    /// Builds a player that does not need a clock; see [`Registry::build_player`].
    ///
    /// # Panics
    ///
    /// Panics if `spec` is of a kind that is not registered, or if it needs a clock.
    pub fn build_untimed(&self, game: &G, spec: &AgentSpec, seat: Seat, seed: Seed) -> Player<G> {
        self.build_player(game, spec, seat, seed, None)
    }

    /// Builds the omniscient searcher of the game, if it has one, with the randomness of `seed`.
    pub fn omniscient(&self, game: &G, seed: Seed) -> Option<Box<dyn OmniscientAgent<G>>> {
        self.seer.as_ref().map(|seer| seer(game, seed))
    }

    fn entry(&self, spec: &AgentSpec) -> &Entry<G> {
        let known = self.entries.iter().find(|entry| entry.kind.name == spec.kind);
        known.expect("the kind of a validated agent is registered")
    }
}

/// Returns the entry of the random agent, which plays every game.
pub fn random<G: Game>() -> Entry<G> {
    Entry::new("random", "plays uniformly at random", |place| RandomAgent::new(place.seed))
}
