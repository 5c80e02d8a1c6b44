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

/// Makes the numbering of a game under its rules.
pub(super) type MakeNumbering<G> = fn(&G) -> Arc<dyn Numbering<<G as Game>::Action>>;

/// Puts what a seat knows into a row of zeros.
pub(super) type Describe<G> = fn(&G, &<G as Game>::Observation, Seat, &mut [f32]);

/// Makes players of one kind, on any thread.
pub type BotFactory<G> = Arc<dyn Fn(&G, Seat, Seed) -> Player<G> + Send + Sync>;

/// The observation of a seat as a row of numbers.
pub struct FeatureEncoder<G: Game> {
    /// How many there are.
    pub count: usize,
    /// Puts them into a row of so many zeros.
    pub describe: Describe<G>,
}

/// A game with its agents, measures and presentation, as a registry stores it.
pub struct Registration<G: Game> {
    /// Its agents.
    pub agents: Registry<G>,
    /// How its records are expanded.
    pub expand: Expand<G>,
    /// How its positions are read and written.
    pub positions: PositionFormat<G>,
    /// How it presents itself.
    pub presentation: Presentation<G>,
    /// Its actions as numbers, if it has them.
    pub numbering: Option<MakeNumbering<G>>,
    /// The features of an observation, if it has them.
    pub features: Option<FeatureEncoder<G>>,
    /// Its description of its cards, if it has any.
    pub cards: Option<CardSupport<G>>,
    /// Its means to find out how its bots can be beaten.
    pub exploit: ExploitSupport<G>,
    /// Trains the nets of what it declares that they can learn, in that order.
    pub trains: Vec<TrainFn<G>>,
    /// The rest, which knows no type of the game.
    pub description: GameDescription,
}

/// [`CardGame`] of a game, as a value.
pub struct CardSupport<G: Game> {
    /// Adds what came to every seat in a round.
    pub came: fn(&G, &G::Round, &mut [u32]),
    /// Who draws next, and of what.
    pub next_draw: fn(&G, &G::State, &mut [u32]) -> Option<Seat>,
    /// Exchanges the card that is drawn next.
    pub exchange_next: fn(&G, &mut G::State, usize, &mut Rng),
    /// The same game where a seat may not play some kinds.
    pub barring: fn(&G, Seat, u32) -> G,
}

impl<G: Configurable> Registration<G> {
    /// A game with these agents, which declares nothing else.
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

    /// The game without its type.
    pub fn into_dyn(self) -> Arc<dyn DynGame> {
        Arc::new(TypedGame(Arc::new(self)))
    }

    /// The same with measures of its own.
    pub fn with_measures(mut self, measures: Vec<Measure>) -> Self {
        self.description.measures = measures;
        self
    }

    /// The same with its columns described, as [`columns::parse`] reads them.
    pub fn with_columns(mut self, columns: &'static str) -> Self {
        self.description.columns = columns::parse(columns);
        self
    }

    /// The same with how to play it: lines that begin with `# ` or `## ` are headings, with `- ` items of a list, all others
    /// paragraphs.
    pub fn with_rules_text(mut self, rules: &'static str) -> Self {
        self.description.rules = rules;
        self
    }

    /// The same with expanded transcripts of its own.
    pub(crate) fn with_expansion<E: Expansion<G>>(self) -> Self {
        Registration { expand: expand::<G, E>, ..self }
    }

    /// The same with positions of its own.
    pub fn with_positions(self, positions: PositionFormat<G>) -> Self {
        Registration { positions, ..self }
    }

    /// The same, presented in its own way.
    pub fn with_presentation(self, presentation: Presentation<G>) -> Self {
        Registration { presentation, ..self }
    }

    /// The same with its actions as numbers.
    pub fn with_numbering(self, numbering: MakeNumbering<G>) -> Self {
        Registration { numbering: Some(numbering), ..self }
    }

    /// The same with what a seat knows as `count` numbers, which `describe` puts into a row of zeros.
    pub fn with_features(self, count: usize, describe: Describe<G>) -> Self {
        Registration { features: Some(FeatureEncoder { count, describe }), ..self }
    }

    /// The same, with worked cases.
    pub fn with_cases(mut self, cases: CaseSolver) -> Self {
        self.description.cases = cases;
        self
    }

    /// The same with its cards, so that experiments can ask what they are worth.
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

    /// The same, small enough for its whole tree to be held in memory under some rules.
    pub fn with_game_tree(mut self) -> Self
    where
        G: EnumerableDeals,
    {
        self.exploit.whole = Some(ExplicitGame::new);
        self
    }

    /// The same with responders to its bots that know the game.
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
