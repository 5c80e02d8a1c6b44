//! Which agents can sit at a game, as a value: one entry names, describes, checks and builds an agent.

use std::sync::Arc;

use ergo_engine::game::Game;
use ergo_engine::options::{OptionError, OptionSpec, Settings};
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

use crate::agent::{Agent, OmniscientAgent, Player};
use crate::random::RandomAgent;
use crate::search::budget::Clock;
use crate::spec::{AgentKind, AgentSpec};

/// Where an agent is to sit, for one match.
pub struct AgentContext<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The agent's settings, checked.
    pub settings: &'a Settings,
    /// The seat.
    pub seat: Seat,
    /// Where all its chance comes from.
    pub seed: Seed,
    /// There where [`AgentSpec::milliseconds`] asks for one; nobody else looks at it.
    pub clock: Option<&'a Arc<dyn Clock>>,
}

type Build<G> = dyn Fn(AgentContext<'_, G>) -> Player<G> + Send + Sync;
/// Reads the file at a path that settings name; nothing where there is none.
pub type FileReader = dyn Fn(&str) -> Result<Option<Vec<u8>>, String>;
type Check = dyn Fn(&mut Settings, &FileReader) -> Result<(), OptionError> + Send + Sync;
type Fits<G> = dyn Fn(&Settings, &G) -> Result<(), OptionError> + Send + Sync;
/// Gives the result of each legal action, as far as one who sees this can say.
pub type ResultsFn<G> = fn(&G, &<G as Game>::Observation, &[<G as Game>::Action]) -> Vec<serde_json::Value>;
type Seer<G> = dyn Fn(&G, Seed) -> Box<dyn OmniscientAgent<G>> + Send + Sync;

/// One kind of agent: its name and options, and how it is built.
pub struct Entry<G: Game> {
    kind: AgentKind,
    check: Arc<Check>,
    fits: Arc<Fits<G>>,
    build: Arc<Build<G>>,
}

impl<G: Game> Entry<G> {
    /// An agent called `name`, without options, that `build` seats for every match.
    pub fn new<A: Agent<G> + 'static>(
        name: &'static str,
        about: &'static str,
        build: impl Fn(AgentContext<'_, G>) -> A + Send + Sync + 'static,
    ) -> Self {
        Entry::for_player(name, about, move |place| Player::Agent(Box::new(build(place))))
    }

    /// The same for who may be seated otherwise: all-seeing yardsticks, and choices between several agents.
    pub fn for_player(
        name: &'static str,
        about: &'static str,
        build: impl Fn(AgentContext<'_, G>) -> Player<G> + Send + Sync + 'static,
    ) -> Self {
        let kind = AgentKind { name, about, options: Vec::new() };
        Entry { kind, check: Arc::new(|_, _| Ok(())), fits: Arc::new(|_, _| Ok(())), build: Arc::new(build) }
    }

    /// The same with these options.
    pub fn options(mut self, options: Vec<OptionSpec>) -> Self {
        self.kind.options = options;
        self
    }

    /// The same, refusing settings that are right one by one but contradict each other.
    pub fn check(self, check: impl Fn(&Settings) -> Result<(), OptionError> + Send + Sync + 'static) -> Self {
        self.resolve(move |settings, _| check(settings))
    }

    /// The same, completing settings by the files they name, and refusing those that are right one by one but contradict each other.
    pub fn resolve(
        mut self,
        settle: impl Fn(&mut Settings, &FileReader) -> Result<(), OptionError> + Send + Sync + 'static,
    ) -> Self {
        self.check = Arc::new(settle);
        self
    }

    /// The same, refusing to sit down where the game has other rules than its settings can be played by.
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
    /// No agents.
    pub fn new() -> Self {
        Registry { entries: Vec::new(), results: None, seer: None }
    }

    /// Adds an agent; one of the same name gives way to it.
    pub fn with(mut self, entry: Entry<G>) -> Self {
        self.add(entry);
        self
    }

    /// Adds an agent; one of the same name gives way to it.
    pub fn add(&mut self, entry: Entry<G>) {
        match self.entries.iter().position(|known| known.kind.name == entry.kind.name) {
            Some(place) => self.entries[place] = entry,
            None => self.entries.push(entry),
        }
    }

    /// The same agent as the one called `known`, if there is one, under another name.
    pub fn with_alias(mut self, name: &'static str, known: &str) -> Self {
        if let Some(entry) = self.entries.iter().find(|entry| entry.kind.name == known) {
            let kind = AgentKind { name, ..entry.kind.clone() };
            let (check, fits, build) = (Arc::clone(&entry.check), Arc::clone(&entry.fits), Arc::clone(&entry.build));
            let entry = Entry { kind, check, fits, build };
            self.add(entry);
        }
        self
    }

    /// The same with an all-seeing searcher, to be held against what a bot chose.
    pub fn with_omniscient(
        mut self,
        seer: impl Fn(&G, Seed) -> Box<dyn OmniscientAgent<G>> + Send + Sync + 'static,
    ) -> Self {
        self.seer = Some(Box::new(seer));
        self
    }

    /// The same with what programs are told of legal actions if they ask for it.
    pub fn with_results(mut self, results: ResultsFn<G>) -> Self {
        self.results = Some(results);
        self
    }

    /// The function that gives programs the results of legal actions, if the game has one.
    pub fn results(&self) -> Option<ResultsFn<G>> {
        self.results
    }

    /// Every kind of agent, in the order they were added.
    pub fn kinds(&self) -> impl Iterator<Item = &AgentKind> + Clone {
        self.entries.iter().map(|entry| &entry.kind)
    }

    /// The agent `name` with `given` settings, the rest by default: every one in range, none against another, none naming a file.
    pub fn validate(&self, name: &str, given: &Settings) -> Result<AgentSpec, OptionError> {
        let mut spec = AgentSpec::validate(self.kinds(), name, given)?;
        self.resolve(&mut spec, &|_| Err("files are read by whoever plays experiments".to_owned()))?;
        Ok(spec)
    }

    /// Returns the agent of a text such as `ismcts:iterations=60,mode=own-tree`.
    pub fn parse(&self, text: &str) -> Result<AgentSpec, OptionError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        self.validate(name, &settings.parse()?)
    }

    /// Completes settings by what they name, such as the digest of a file that `files` reads, and refuses those that are right one by
    /// one but contradict each other.
    pub fn resolve(&self, spec: &mut AgentSpec, files: &FileReader) -> Result<(), OptionError> {
        (self.entry(spec).check)(&mut spec.settings, files)
    }

    /// Refuses an agent that cannot play by these rules, or with so many seats.
    pub fn check_rules(&self, spec: &AgentSpec, game: &G) -> Result<(), OptionError> {
        (self.entry(spec).fits)(&spec.settings, game)
    }

    /// The player that `spec`, which [`Registry::validate`] gave, describes, at `seat` for one match, drawing from `seed`. A
    /// `clock` there must be where [`AgentSpec::milliseconds`] asks for one.
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

    /// The same for an agent that searches by no clock.
    pub fn build_untimed(&self, game: &G, spec: &AgentSpec, seat: Seat, seed: Seed) -> Player<G> {
        self.build_player(game, spec, seat, seed, None)
    }

    /// The all-seeing searcher, if there is one, drawing from `seed`.
    pub fn omniscient(&self, game: &G, seed: Seed) -> Option<Box<dyn OmniscientAgent<G>>> {
        self.seer.as_ref().map(|seer| seer(game, seed))
    }

    fn entry(&self, spec: &AgentSpec) -> &Entry<G> {
        let known = self.entries.iter().find(|entry| entry.kind.name == spec.kind);
        known.expect("a spec is of one of the kinds it was checked against")
    }
}

/// The random agent, at home in every game.
pub fn random<G: Game>() -> Entry<G> {
    Entry::new("random", "every legal action equally likely", |place| RandomAgent::new(place.seed))
}
