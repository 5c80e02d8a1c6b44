//! A game without its type: what it declares, its agents, and the rules that its options make.

use std::any::Any;
use std::sync::Arc;

use ergo_agents::spec::{AgentKind, AgentSpec};
use ergo_engine::options::{Configurable, OptionError, OptionSpec, Settings};
use ergo_engine::seat::SeatCount;

use super::players;
use super::position::PositionQuery;
use super::registration::Registration;
use super::rules::{DynRules, TypedRules};
use super::state::DynState;
use crate::measure::columns::Column;
use crate::measure::{GameShape, Measure, Measures};
use crate::registry::cases::CaseSolver;
use crate::registry::training::TrainingTarget;

/// A game of the [`GameRegistry`](crate::games::game_registry::GameRegistry).
pub trait DynGame: Any + Send + Sync {
    /// What it declares.
    fn description(&self) -> &GameDescription;

    /// The rules with `given` options, the rest by default. `seats` lies within [`GameDescription::seats`].
    fn configure(&self, seats: SeatCount, given: &Settings) -> Result<Arc<dyn DynRules>, OptionError>;

    /// Every kind of agent that can play it, programs from outside last.
    fn kinds(&self) -> Vec<AgentKind>;

    /// Completes the settings of an agent by the files that they name, and refuses settings that contradict each other.
    fn settle(&self, spec: AgentSpec) -> Result<AgentSpec, OptionError>;

    /// The position that `text` describes in the game's own notation.
    fn read(&self, asked: &PositionQuery<'_>, text: &str) -> Result<Box<dyn DynState>, String>;
}

impl dyn DynGame {
    /// Its name in experiments and transcripts.
    pub fn name(&self) -> &'static str {
        self.description().name
    }

    /// Fewest and most seats.
    pub fn seats(&self) -> (usize, usize) {
        self.description().seats
    }

    /// Every option of its rules.
    pub fn options(&self) -> Vec<OptionSpec> {
        (self.description().options)()
    }

    /// The names of what its records hold.
    pub fn records(&self) -> Records {
        self.description().records
    }

    /// Its measures: those that every such game has, and what it declares.
    pub fn measures(&self) -> Measures {
        let GameDescription { seats, records, pays_points, measures, .. } = self.description();
        let shape = GameShape { alone: seats.1 == 1, one_round: records.only_one, pays_points: *pays_points };
        Measures::for_game(shape, measures.clone())
    }

    /// The agent of this kind with `given` settings, the rest by default.
    pub fn checked(&self, kind: &str, given: &Settings) -> Result<AgentSpec, OptionError> {
        self.settle(AgentSpec::validate(self.kinds().iter(), kind, given)?)
    }
}

/// What a game declares.
pub struct GameDescription {
    /// Its name in experiments and transcripts.
    pub name: &'static str,
    /// Another name by which it is known, or the same.
    pub full_name: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// Fewest and most seats.
    pub seats: (usize, usize),
    /// The option that lets a match be one round, if rounds stand for themselves.
    pub round_limit: Option<&'static str>,
    /// Lists every option of its rules.
    pub options: fn() -> Vec<OptionSpec>,
    /// The values of other options in an experiment that varies these and does not give them.
    pub settings_when_varied: fn(&[&str]) -> Settings,
    /// The names of what its records hold.
    pub records: Records,
    /// Whether a match pays its scores ([`Game::PAYS_POINTS`](ergo_engine::game::Game::PAYS_POINTS)).
    pub pays_points: bool,
    /// Its own measures, besides those of every game.
    pub measures: Vec<Measure>,
    /// Descriptions of the columns of its rows.
    pub columns: Vec<Column>,
    /// How to play it, in words for people; may be empty.
    pub rules: &'static str,
    /// Works out a line of its worked cases.
    pub cases: CaseSolver,
    /// What nets can learn of it.
    pub lessons: Vec<TrainingTarget>,
}

/// The names of what the records of a game hold.
#[derive(Clone, Copy, Debug, Default)]
pub struct Records {
    /// Columns of a round.
    pub round: &'static [&'static str],
    /// Columns of a round and seat.
    pub seat: &'static [&'static str],
    /// Whether a match is never more than one round.
    pub only_one: bool,
    /// Kinds of cards that are drawn; none if the worth of a card makes no sense.
    pub cards: &'static [&'static str],
    /// Kinds of cards that are barred together.
    pub groups: &'static [(&'static str, u32)],
}

/// The game of a type.
pub(crate) struct TypedGame<G: Configurable>(pub(crate) Arc<Registration<G>>);

impl<G: Configurable> DynGame for TypedGame<G> {
    fn description(&self) -> &GameDescription {
        &self.0.description
    }

    fn configure(&self, seats: SeatCount, given: &Settings) -> Result<Arc<dyn DynRules>, OptionError> {
        Ok(Arc::new(TypedRules::new(Arc::clone(&self.0), G::configure(seats, given)?)))
    }

    fn kinds(&self) -> Vec<AgentKind> {
        players::kinds(&self.0.agents)
    }

    fn settle(&self, spec: AgentSpec) -> Result<AgentSpec, OptionError> {
        players::settle(&self.0.agents, spec)
    }

    fn read(&self, asked: &PositionQuery<'_>, text: &str) -> Result<Box<dyn DynState>, String> {
        let (game, state) = (self.0.positions.read)(asked, text)?;
        Ok(TypedRules::new(Arc::clone(&self.0), game).state(state))
    }
}
