//! Games on a shelf: what can be played by name, as a value.
//!
//! A game on the shelf comes with those who can play it, with what is measured of it, and with how its matches and positions are told. The
//! shelf holds games of different types, so it is a chain: [`Bare`], then a game and the rest.

use std::any::{Any, TypeId};
use std::sync::Arc;

use ergo_agents::registry::Registry;
use ergo_engine::cards::CardGame;
use ergo_engine::game::Game;
use ergo_engine::luck::Luck;
use ergo_engine::options::{Configurable, nearest};

use crate::cards::{TakeUp, findings};
use crate::cases::{self, WorkOut};
use crate::columns::{self, Column};
use crate::drawn::Drawn;
use crate::measure::{Equity, Measure};
use crate::narrate::{Narrate, generic};
use crate::play::scene::Showing;
use crate::position::Positions;
use crate::training::course::{Course, Subject};
use crate::training::{Trains, train};

/// A game with what belongs to it.
pub struct Shelved<G: Game> {
    /// Who can play it.
    pub agents: Registry<G>,
    /// What is measured of it, besides what is of every game.
    pub measures: Vec<Measure>,
    /// What is measured by chances where an experiment asks for it.
    pub by_chances: Vec<Measure>,
    /// The chances at tables of a game with these rules, where they are known.
    pub equity: fn(&G) -> Option<Equity>,
    /// What the columns of its rows are.
    pub columns: Vec<Column>,
    /// How a match of it is told.
    pub narrate: Narrate<G>,
    /// How its positions are read and told.
    pub positions: Positions<G>,
    /// How it is shown to a person who plays it.
    pub showing: Showing<G>,
    /// How it draws itself on the page of a match.
    pub drawn: Drawn<G>,
    /// How a line of its worked cases is worked out.
    pub cases: WorkOut,
    /// How it accounts for its luck, if it does.
    pub luck: Option<LuckAccount<G>>,
    /// How its matches are taken up again with other cards, if it has any.
    pub(crate) cards: Option<TakeUp<G>>,
    /// What a net of it is shown and how it is trained, if one can be.
    pub course: Option<(Subject, Trains)>,
}

/// A game's account of its luck ([`Luck`]).
pub struct LuckAccount<G: Game> {
    /// Kinds of luck.
    pub columns: &'static [&'static str],
    /// Adds the luck of a round.
    pub add: fn(&G, &G::Round, &mut [f64]),
}

impl<G: Configurable> Shelved<G> {
    /// A game with these agents, told action by action.
    pub fn new(agents: Registry<G>) -> Self {
        Shelved {
            agents,
            measures: Vec::new(),
            by_chances: Vec::new(),
            equity: |_| None,
            columns: Vec::new(),
            narrate: generic,
            positions: Positions::unread(),
            showing: Showing::generic(),
            drawn: Drawn::not(),
            cases: cases::unknown,
            luck: None,
            cards: None,
            course: None,
        }
    }

    /// The same with measures of its own.
    pub fn measured(self, measures: Vec<Measure>) -> Self {
        Shelved { measures, ..self }
    }

    /// The same with measures by the share of a match that seats can expect from their scores. `equity` knows these shares, or
    /// nothing of the rules of a table.
    pub fn with_chances(self, by_chances: Vec<Measure>, equity: fn(&G) -> Option<Equity>) -> Self {
        Shelved { by_chances, equity, ..self }
    }

    /// The same with its columns described, as [`columns::read`] reads them.
    pub fn described(self, columns: &'static str) -> Self {
        Shelved { columns: columns::read(columns), ..self }
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

    /// The same, drawn in its own way on the page of a match.
    pub fn drawn(self, drawn: Drawn<G>) -> Self {
        Shelved { drawn, ..self }
    }

    /// The same, with worked cases.
    pub fn with_cases(self, cases: WorkOut) -> Self {
        Shelved { cases, ..self }
    }

    /// The same with its account of luck, so that experiments can ask for it.
    pub fn with_luck(self) -> Self
    where
        G: Luck,
    {
        Shelved { luck: Some(LuckAccount { columns: G::LUCK_COLUMNS, add: G::luck }), ..self }
    }

    /// The same with its cards, so that experiments can ask what they are worth.
    pub fn with_cards(self) -> Self
    where
        G: CardGame,
    {
        Shelved { cards: Some(findings::<G>), ..self }
    }

    /// The same, learned by nets.
    pub fn learned(self) -> Self
    where
        G: Course,
    {
        Shelved { course: Some((G::SUBJECT, train::<G>)), ..self }
    }
}

/// A game that knows what belongs to it: what a shelf takes by its type alone.
pub trait OnShelf: Configurable {
    /// The game with what belongs to it.
    fn shelved() -> Shelved<Self>;
}

/// Something to be done with a game whose type is known only by name.
pub trait GameVisitor {
    /// What comes of it.
    type Out;
    /// Does it with game `G`.
    fn visit<G: Configurable>(self, game: &Arc<Shelved<G>>) -> Self::Out;
}

/// A name that no game has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no game is called {name:?}, expected \"{nearest}\" or another of `ergo games`")]
pub struct UnknownGame {
    /// As given.
    pub name: String,
    /// The name most like it.
    pub nearest: &'static str,
}

/// Games by name.
pub trait Shelf {
    /// The names of all games, in the order they were put there.
    fn names(&self) -> Vec<&'static str>;

    /// Shows `visitor` the game called `name`, or gives it back where there is none.
    fn find<V: GameVisitor>(&self, name: &str, visitor: V) -> Result<V::Out, V>;

    /// The agents of the game of this type, a [`Registry`], while nobody else holds them.
    fn agents_of(&mut self, game: TypeId) -> Option<&mut dyn Any>;

    /// Shows `visitor` the game called `name`.
    fn with_game<V: GameVisitor>(&self, name: &str, visitor: V) -> Result<V::Out, UnknownGame> {
        self.find(name, visitor).map_err(|_| {
            let nearest = nearest(name, self.names().into_iter()).unwrap_or_default();
            UnknownGame { name: name.to_owned(), nearest }
        })
    }
}

/// A shelf without games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bare;

/// A shelf with one game more.
pub struct And<S, G: Game> {
    shelf: S,
    game: Arc<Shelved<G>>,
}

impl<S: Shelf, G: Configurable> And<S, G> {
    /// Puts `game` on `shelf`; one of the same name steps behind it.
    pub fn new(shelf: S, game: Shelved<G>) -> Self {
        And { shelf, game: Arc::new(game) }
    }
}

impl Shelf for Bare {
    fn names(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn find<V: GameVisitor>(&self, _: &str, visitor: V) -> Result<V::Out, V> {
        Err(visitor)
    }

    fn agents_of(&mut self, _: TypeId) -> Option<&mut dyn Any> {
        None
    }
}

impl<S: Shelf, G: Configurable> Shelf for And<S, G> {
    fn names(&self) -> Vec<&'static str> {
        let mut names = self.shelf.names();
        names.retain(|name| *name != G::NAME);
        names.push(G::NAME);
        names
    }

    fn find<V: GameVisitor>(&self, name: &str, visitor: V) -> Result<V::Out, V> {
        if [G::NAME, G::FULL_NAME].contains(&name) {
            return Ok(visitor.visit(&self.game));
        }
        self.shelf.find(name, visitor)
    }

    fn agents_of(&mut self, game: TypeId) -> Option<&mut dyn Any> {
        if game == TypeId::of::<G>() {
            return Arc::get_mut(&mut self.game).map(|game| &mut game.agents as &mut dyn Any);
        }
        self.shelf.agents_of(game)
    }
}
