//! Games behind an object-safe trait: description, agents and rules.

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
    /// Returns the description of the game.
    fn description(&self) -> &GameDescription;

    /// Creates the rules with the `given` options and defaults for the rest. `seats` must be in the range
    /// [`GameDescription::seats`].
    ///
    /// # Errors
    ///
    /// Returns an error for an unknown option or an invalid value.
    fn configure(&self, seats: SeatCount, given: &Settings) -> Result<Arc<dyn DynRules>, OptionError>;

    /// Returns all kinds of agents of the game, external programs last.
    fn kinds(&self) -> Vec<AgentKind>;

    /// Completes the settings of an agent with the files that they name.
    ///
    /// # Errors
    ///
    /// Returns an error if settings contradict each other or a file cannot be used.
    fn settle(&self, spec: AgentSpec) -> Result<AgentSpec, OptionError>;

    /// Parses a position in the game's notation.
    ///
    /// # Errors
    ///
    /// Returns an error if `text` is not a position of the game.
    fn read(&self, asked: &PositionQuery<'_>, text: &str) -> Result<Box<dyn DynState>, String>;
}

impl dyn DynGame {
    /// Returns the name of the game in experiments and transcripts.
    pub fn name(&self) -> &'static str {
        self.description().name
    }

    /// Returns the smallest and largest number of seats.
    pub fn seats(&self) -> (usize, usize) {
        self.description().seats
    }

    /// Returns all options of the rules.
    pub fn options(&self) -> Vec<OptionSpec> {
        (self.description().options)()
    }

    /// Returns the column names of its rows.
    pub fn records(&self) -> Records {
        self.description().records
    }

    /// Returns its measures: those of every game and its own.
    pub fn measures(&self) -> Measures {
        let GameDescription { seats, records, pays_points, measures, .. } = self.description();
        let shape = GameShape { alone: seats.1 == 1, one_round: records.only_one, pays_points: *pays_points };
        Measures::for_game(shape, measures.clone())
    }

    /// Creates the specification of an agent of this kind with the `given` settings and defaults for the rest.
    ///
    /// # Errors
    ///
    /// Returns an error for an unknown kind or setting, or an invalid value.
    pub fn checked(&self, kind: &str, given: &Settings) -> Result<AgentSpec, OptionError> {
        self.settle(AgentSpec::validate(self.kinds().iter(), kind, given)?)
    }
}

/// The description of a game.
pub struct GameDescription {
    /// The name in experiments and transcripts.
    pub name: &'static str,
    /// An alternative name, or the same name.
    pub full_name: &'static str,
    /// A one-line description.
    pub about: &'static str,
    /// The smallest and largest number of seats.
    pub seats: (usize, usize),
    /// The option that limits the number of rounds, if rounds are independent games.
    pub round_limit: Option<&'static str>,
    /// Returns all options of the rules.
    pub options: fn() -> Vec<OptionSpec>,
    /// Returns defaults for other options in an experiment that varies the given options.
    pub settings_when_varied: fn(&[&str]) -> Settings,
    /// The column names of its rows.
    pub records: Records,
    /// True if a match pays its scores ([`Game::PAYS_POINTS`](ergo_engine::game::Game::PAYS_POINTS)).
    pub pays_points: bool,
    /// Its own measures, in addition to those of every game.
    pub measures: Vec<Measure>,
    /// The descriptions of its columns.
    pub columns: Vec<Column>,
    /// The rules as text; may be empty.
    pub rules: &'static str,
    /// Solves a line of its worked cases.
    pub cases: CaseSolver,
    /// The training targets of nets.
    pub lessons: Vec<TrainingTarget>,
}

/// Width of a line of text in columns.
const WIDTH: usize = 78;

impl GameDescription {
    /// Returns the rules as plain text, or the description of the game if it has no rules in words.
    pub fn rules_in_words(&self) -> String {
        if self.rules.is_empty() {
            return format!("{}.\n", self.about);
        }
        self.rules.replace("**", "").lines().map(wrap).collect()
    }
}

/// Wraps a line of Markdown to [`WIDTH`] columns and indents the lines of list items.
fn wrap(line: &str) -> String {
    let text = line.trim_start_matches('#').trim_start();
    let indent = if line.starts_with("- ") { "  " } else { "" };
    let (mut wrapped, mut width) = (String::new(), 0);
    for word in text.split(' ') {
        let long = word.chars().count();
        if width > 0 && width + 1 + long > WIDTH {
            wrapped += &format!("\n{indent}");
            width = indent.len();
        } else if width > 0 {
            wrapped.push(' ');
            width += 1;
        }
        wrapped += word;
        width += long;
    }
    if line.starts_with('#') {
        let under = if line.starts_with("##") { "-" } else { "=" };
        wrapped += &format!("\n{}", under.repeat(text.chars().count()));
    }
    wrapped + "\n"
}

/// The column and card names of a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Records {
    /// Columns of `rounds.csv`.
    pub round: &'static [&'static str],
    /// Columns of `seats.csv`.
    pub seat: &'static [&'static str],
    /// True if a match always has exactly one round.
    pub only_one: bool,
    /// Kinds of cards; empty if the value of a card cannot be estimated.
    pub cards: &'static [&'static str],
    /// Groups of kinds that can be barred together, each with a bit set of kinds.
    pub groups: &'static [(&'static str, u32)],
}

/// A game of type `G`.
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
