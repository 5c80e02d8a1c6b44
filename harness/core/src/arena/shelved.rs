//! A game with what belongs to it: what is put on the shelf.

use ergo_agents::registry::Registry;
use ergo_agents::search::whole::Whole;
use ergo_engine::cards::CardGame;
use ergo_engine::deals::Deals;
use ergo_engine::game::Game;
use ergo_engine::options::Configurable;
use ergo_engine::rng::Rng;
use ergo_engine::seat::Seat;

use super::drawn::Drawn;
use super::exploit::seam::{ExploitOf, Responders};
use super::narrate::{Narrate, generic};
use super::numbers::{Describe, FeaturesOf, MakeNumbering};
use super::position::Positions;
use super::scene::Showing;
use crate::cases::{self, WorkOut};
use crate::columns::{self, Column};
use crate::measure::Measure;
use crate::training::{Course, Lessons, Trains, train};

/// A game with what belongs to it.
pub struct Shelved<G: Game> {
    /// Who can play it.
    pub agents: Registry<G>,
    /// How a match of it is told.
    pub narrate: Narrate<G>,
    /// How its positions are read and told.
    pub positions: Positions<G>,
    /// How it is shown to a person who plays it.
    pub showing: Showing<G>,
    /// How it draws itself on the page of a match.
    pub drawn: Drawn<G>,
    /// Its actions as numbers, if it has them.
    pub numbering: Option<MakeNumbering<G>>,
    /// The features of an observation, if it has them.
    pub features: Option<FeaturesOf<G>>,
    /// Its description of its cards, if it has any.
    pub cards: Option<CardsOf<G>>,
    /// Its means to find out how its bots can be beaten.
    pub exploit: ExploitOf<G>,
    /// Trains the nets of what it declares that they can learn, in that order.
    pub trains: Vec<Trains<G>>,
    /// The rest, which knows no type of the game.
    pub declared: Declared,
}

/// [`CardGame`] of a game, as a value.
pub struct CardsOf<G: Game> {
    /// Kinds of cards.
    pub kinds: &'static [&'static str],
    /// Kinds that are barred together.
    pub groups: &'static [(&'static str, u32)],
    /// Adds what came to every seat in a round.
    pub came: fn(&G, &G::Round, &mut [u32]),
    /// Who draws next, and of what.
    pub next_draw: fn(&G, &G::State, &mut [u32]) -> Option<Seat>,
    /// Exchanges the card that is drawn next.
    pub exchange_next: fn(&G, &mut G::State, usize, &mut Rng),
    /// The same game where a seat may not play some kinds.
    pub barring: fn(&G, Seat, u32) -> G,
}

/// The declarations of a game that know none of its types.
pub struct Declared {
    /// Its own measures, besides those of every game.
    pub measures: Vec<Measure>,
    /// Descriptions of the columns of its rows.
    pub columns: Vec<Column>,
    /// How to play it, in words for people; empty where that is not said.
    pub rules: &'static str,
    /// How a line of its worked cases is worked out.
    pub cases: WorkOut,
    /// What nets can learn of it.
    pub lessons: Vec<Lessons>,
}

impl<G: Configurable> Shelved<G> {
    /// A game with these agents, told action by action.
    pub fn new(agents: Registry<G>) -> Self {
        Shelved {
            agents,
            narrate: generic,
            positions: Positions::unread(),
            showing: Showing::generic(),
            drawn: Drawn::not(),
            numbering: None,
            features: None,
            cards: None,
            exploit: ExploitOf { whole: None, responders: None },
            trains: Vec::new(),
            declared: Declared {
                measures: Vec::new(),
                columns: Vec::new(),
                rules: "",
                cases: cases::unknown,
                lessons: Vec::new(),
            },
        }
    }

    /// The same with measures of its own.
    pub fn measured(mut self, measures: Vec<Measure>) -> Self {
        self.declared.measures = measures;
        self
    }

    /// The same with its columns described, as [`columns::read`] reads them.
    pub fn described(mut self, columns: &'static str) -> Self {
        self.declared.columns = columns::read(columns);
        self
    }

    /// The same with how to play it: lines that begin with `# ` or `## ` are headings, with `- ` items of a list, all others
    /// paragraphs.
    pub fn explained(mut self, rules: &'static str) -> Self {
        self.declared.rules = rules;
        self
    }

    /// The same, told in its own way.
    pub fn narrated(self, narrate: Narrate<G>) -> Self {
        Shelved { narrate, ..self }
    }

    /// The same, its positions read and told in its own way.
    pub fn positioned(self, positions: Positions<G>) -> Self {
        Shelved { positions, ..self }
    }

    /// The same, shown in its own way to a person who plays it.
    pub fn shown(self, showing: Showing<G>) -> Self {
        Shelved { showing, ..self }
    }

    /// The same with its actions as numbers.
    pub fn numbered(self, numbering: MakeNumbering<G>) -> Self {
        Shelved { numbering: Some(numbering), ..self }
    }

    /// The same with what a seat knows as `count` numbers, which `describe` puts into a row of zeros.
    pub fn with_features(self, count: usize, describe: Describe<G>) -> Self {
        Shelved { features: Some(FeaturesOf { count, describe }), ..self }
    }

    /// The same, drawn in its own way on the page of a match.
    pub fn drawn(self, drawn: Drawn<G>) -> Self {
        Shelved { drawn, ..self }
    }

    /// The same, with worked cases.
    pub fn with_cases(mut self, cases: WorkOut) -> Self {
        self.declared.cases = cases;
        self
    }

    /// The same with its cards, so that experiments can ask what they are worth.
    pub fn with_cards(self) -> Self
    where
        G: CardGame,
    {
        let cards = CardsOf {
            kinds: G::CARD_KINDS,
            groups: G::CARD_GROUPS,
            came: G::came,
            next_draw: G::next_draw,
            exchange_next: G::exchange_next,
            barring: G::barring,
        };
        Shelved { cards: Some(cards), ..self }
    }

    /// The same, small enough for its whole tree to be held in memory under some rules.
    pub fn in_memory(mut self) -> Self
    where
        G: Deals,
    {
        self.exploit.whole = Some(Whole::new);
        self
    }

    /// The same with responders to its bots that know the game.
    pub fn answered(mut self, responders: Responders<G>) -> Self {
        self.exploit.responders = Some(responders);
        self
    }

    /// The same, of which nets learn what is called so.
    pub fn learned<C: Course<Game = G>>(mut self, name: &'static str) -> Self {
        self.declared.lessons.push(Lessons::of::<C>(name));
        self.trains.push(train::<C>);
        self
    }
}

/// A game that knows what belongs to it: what a shelf takes by its type alone.
pub trait OnShelf: Configurable {
    /// The game with what belongs to it.
    fn shelved() -> Shelved<Self>;
}
