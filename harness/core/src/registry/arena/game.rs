//! A game without its type: what it declares, its agents, and the rules that its options make.

use std::any::Any;
use std::sync::Arc;

use ergo_agents::spec::{AgentSpec, Kind};
use ergo_engine::options::{Configurable, OptionError, OptionSpec, Settings};
use ergo_engine::seat::SeatCount;

use super::players;
use super::position::PositionQuery;
use super::registration::Registration;
use super::rules::{DynRules, OfRules};
use super::state::DynState;
use crate::measure::columns::Column;
use crate::measure::{Measure, Measures, Shape};
use crate::registry::cases::WorkOut;
use crate::registry::training::TrainingTarget;

/// A game of the [`GameRegistry`](crate::games::game_registry::GameRegistry).
pub trait DynGame: Any + Send + Sync {
    /// What it declares.
    fn description(&self) -> &GameDescription;

    /// The rules with `given` options, the rest by default. `seats` lies within [`GameDescription::seats`].
    fn configure(&self, seats: SeatCount, given: &Settings) -> Result<Arc<dyn DynRules>, OptionError>;

    /// Every kind of agent that can play it, programs from outside last.
    fn kinds(&self) -> Vec<Kind>;

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
        let shape = Shape { alone: seats.1 == 1, one_round: records.only_one, pays_points: *pays_points };
        Measures::of_game(shape, measures.clone())
    }

    /// The agent of this kind with `given` settings, the rest by default.
    pub fn checked(&self, kind: &str, given: &Settings) -> Result<AgentSpec, OptionError> {
        self.settle(AgentSpec::checked(self.kinds().iter(), kind, given)?)
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
    pub where_varied: fn(&[&str]) -> Settings,
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
    pub cases: WorkOut,
    /// What nets can learn of it.
    pub lessons: Vec<TrainingTarget>,
}

/// Columns of a line of text.
const WIDTH: usize = 78;

impl GameDescription {
    /// Returns how to play it as plain text; what it is about where it has no rules in words.
    pub fn rules_in_words(&self) -> String {
        if self.rules.is_empty() {
            return format!("{}.\n", self.about);
        }
        self.rules.replace("**", "").lines().map(wrapped).collect()
    }
}

/// Wraps a line to lines of [`WIDTH`] columns, those of an item indented.
fn wrapped(line: &str) -> String {
    let text = line.trim_start_matches('#').trim_start();
    let indent = if line.starts_with("- ") { "  " } else { "" };
    let (mut told, mut width) = (String::new(), 0);
    for word in text.split(' ') {
        let long = word.chars().count();
        if width > 0 && width + 1 + long > WIDTH {
            told += &format!("\n{indent}");
            width = indent.len();
        } else if width > 0 {
            told.push(' ');
            width += 1;
        }
        told += word;
        width += long;
    }
    if line.starts_with('#') {
        let under = if line.starts_with("##") { "-" } else { "=" };
        told += &format!("\n{}", under.repeat(text.chars().count()));
    }
    told + "\n"
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
pub(crate) struct OfGame<G: Configurable>(pub(crate) Arc<Registration<G>>);

impl<G: Configurable> DynGame for OfGame<G> {
    fn description(&self) -> &GameDescription {
        &self.0.description
    }

    fn configure(&self, seats: SeatCount, given: &Settings) -> Result<Arc<dyn DynRules>, OptionError> {
        Ok(Arc::new(OfRules::new(Arc::clone(&self.0), G::configure(seats, given)?)))
    }

    fn kinds(&self) -> Vec<Kind> {
        players::kinds(&self.0.agents)
    }

    fn settle(&self, spec: AgentSpec) -> Result<AgentSpec, OptionError> {
        players::settle(&self.0.agents, spec)
    }

    fn read(&self, asked: &PositionQuery<'_>, text: &str) -> Result<Box<dyn DynState>, String> {
        let (game, state) = (self.0.positions.read)(asked, text)?;
        Ok(OfRules::new(Arc::clone(&self.0), game).state(state))
    }
}
