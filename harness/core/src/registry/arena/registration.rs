//! The registration of a game: its agents, measures and presentation.

use std::sync::Arc;

use ergo_agents::agent::Player;
use ergo_agents::registry::Registry;
use ergo_agents::search::explicit_game::ExplicitGame;
use ergo_engine::cards::CardGame;
use ergo_engine::deals::EnumerableDeals;
use ergo_engine::game::{Game, RoundRecord};
use ergo_engine::numbering::Numbering;
use ergo_engine::options::Configurable;
use ergo_engine::rng::{Rng, Seed};
use ergo_engine::seat::Seat;

use super::exploit::support::{ExploitSupport, Responders};
use super::game::{DynGame, GameDescription, Records, TypedGame};
use super::narrate::{Actions, Expand, Expansion, expand};
use super::position::PositionFormat;
use super::presentation::Presentation;
use crate::measure::Measure;
use crate::measure::columns;
use crate::registry::cases::{self, CaseSolver};
use crate::registry::training::{TrainFn, Trainable, TrainingTarget, train};

/// Creates the action numbering of a game.
pub(super) type MakeNumbering<G> = fn(&G) -> Arc<dyn Numbering<<G as Game>::Action>>;

/// Writes an observation into a zeroed row of features.
pub(super) type Describe<G> = fn(&G, &<G as Game>::Observation, Seat, &mut [f32]);

/// Creates players of one kind, on any thread.
pub type BotFactory<G> = Arc<dyn Fn(&G, Seat, Seed) -> Player<G> + Send + Sync>;

/// Encodes the observation of a seat as numbers.
pub struct FeatureEncoder<G: Game> {
    /// The number of features.
    pub count: usize,
    /// Writes the features into a zeroed row of this length.
    pub describe: Describe<G>,
}

/// A game with its agents, measures and presentation, as a registry stores it.
pub struct Registration<G: Game> {
    /// Its agents.
    pub agents: Registry<G>,
    /// Expands the record of a match.
    pub expand: Expand<G>,
    /// The format of its positions.
    pub positions: PositionFormat<G>,
    /// Its presentation.
    pub presentation: Presentation<G>,
    /// The numbering of its actions, if it has one.
    pub numbering: Option<MakeNumbering<G>>,
    /// The features of an observation, if it has any.
    pub features: Option<FeatureEncoder<G>>,
    /// The support for card experiments, if it has cards.
    pub cards: Option<CardSupport<G>>,
    /// The support for exploitability computations.
    pub exploit: ExploitSupport<G>,
    /// The training functions of its targets, in the same order.
    pub trains: Vec<TrainFn<G>>,
    /// The untyped description.
    pub description: GameDescription,
}

/// The functions of [`CardGame`] as a value.
pub struct CardSupport<G: Game> {
    /// Adds the number of cards that every seat drew in a round.
    pub came: fn(&G, &G::Round, &mut [u32]),
    /// Returns the seat that draws next, and writes the counts of the cards it may draw.
    pub next_draw: fn(&G, &G::State, &mut [u32]) -> Option<Seat>,
    /// Exchanges the next card to be drawn.
    pub exchange_next: fn(&G, &mut G::State, usize, &mut Rng),
    /// Returns the game in which a seat may not play some kinds.
    pub barring: fn(&G, Seat, u32) -> G,
}

impl<G: Configurable> Registration<G> {
    /// Creates a registration with these agents and nothing else.
    pub fn new(agents: Registry<G>) -> Self {
        let records = Records {
            round: G::Round::ROUND_COLUMNS,
            seat: G::Round::SEAT_COLUMNS,
            only_one: G::Round::ONLY_ONE,
            ..Records::default()
        };
        Registration {
            agents,
            expand: expand::<G, Actions>,
            positions: PositionFormat::without_text(),
            presentation: Presentation::default(),
            numbering: None,
            features: None,
            cards: None,
            exploit: ExploitSupport { whole: None, responders: None },
            trains: Vec::new(),
            description: GameDescription {
                name: G::NAME,
                full_name: G::FULL_NAME,
                about: G::ABOUT,
                seats: G::SEATS,
                round_limit: G::ROUND_LIMIT,
                options: G::options,
                settings_when_varied: G::settings_when_varied,
                records,
                pays_points: G::PAYS_POINTS,
                measures: Vec::new(),
                columns: Vec::new(),
                rules: "",
                cases: cases::no_cases,
                lessons: Vec::new(),
            },
        }
    }

    /// Converts the registration to an untyped game.
    pub fn into_dyn(self) -> Arc<dyn DynGame> {
        Arc::new(TypedGame(Arc::new(self)))
    }

    /// Sets the measures of the game.
    pub fn with_measures(mut self, measures: Vec<Measure>) -> Self {
        self.description.measures = measures;
        self
    }

    /// Sets the column descriptions, in the format of [`columns::parse`].
    pub fn with_columns(mut self, columns: &'static str) -> Self {
        self.description.columns = columns::parse(columns);
        self
    }

    /// Sets the rules text: lines that begin with `# ` or `## ` are headings, with `- ` list items, all others
    /// paragraphs.
    pub fn with_rules_text(mut self, rules: &'static str) -> Self {
        self.description.rules = rules;
        self
    }

    /// Sets the form of expanded transcripts.
    pub(crate) fn with_expansion<E: Expansion<G>>(self) -> Self {
        Registration { expand: expand::<G, E>, ..self }
    }

    /// Sets the position format.
    pub fn with_positions(self, positions: PositionFormat<G>) -> Self {
        Registration { positions, ..self }
    }

    /// Sets the presentation.
    pub fn with_presentation(self, presentation: Presentation<G>) -> Self {
        Registration { presentation, ..self }
    }

    /// Sets the numbering of actions.
    pub fn with_numbering(self, numbering: MakeNumbering<G>) -> Self {
        Registration { numbering: Some(numbering), ..self }
    }

    /// Sets the features of observations: `describe` writes `count` numbers into a zeroed row.
    pub fn with_features(self, count: usize, describe: Describe<G>) -> Self {
        Registration { features: Some(FeatureEncoder { count, describe }), ..self }
    }

    /// Adds worked cases.
    pub fn with_cases(mut self, cases: CaseSolver) -> Self {
        self.description.cases = cases;
        self
    }

    /// Adds cards, so that experiments can estimate their value.
    pub fn with_cards(mut self) -> Self
    where
        G: CardGame,
    {
        (self.description.records.cards, self.description.records.groups) = (G::CARD_KINDS, G::CARD_GROUPS);
        self.cards = Some(CardSupport {
            came: G::count_drawn,
            next_draw: G::next_draw,
            exchange_next: G::exchange_next,
            barring: G::with_barred_cards,
        });
        self
    }

    /// Declares that the whole game tree fits into memory under some rules.
    pub fn with_game_tree(mut self) -> Self
    where
        G: EnumerableDeals,
    {
        self.exploit.whole = Some(ExplicitGame::new);
        self
    }

    /// Adds responders with knowledge of the game.
    pub fn with_responders(mut self, responders: Responders<G>) -> Self {
        self.exploit.responders = Some(responders);
        self
    }

    /// Adds a training target with this name.
    pub fn with_training<C: Trainable<Game = G>>(mut self, name: &'static str) -> Self {
        self.description.lessons.push(TrainingTarget::new::<C>(name));
        self.trains.push(train::<C>);
        self
    }
}

/// A game with a default registration.
pub trait Registered: Configurable {
    /// Returns the registration of this game.
    fn registration() -> Registration<Self>;
}
