//! The games of the house. The only place that knows them all: a new one is a line here, and a room of its own.

mod cogito;
pub mod ergo;
pub mod ergo_invicta;
mod everywhere;
mod philosophia;
mod toys;

use std::sync::Arc;

use ergo_engine::cogito::Cogito;
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::options::Configurable;
use ergo_engine::philosophia::Philosophia;
use ergo_engine::toys::goofspiel::Goofspiel;
use ergo_engine::toys::kuhn::Kuhn;
use ergo_engine::toys::pig::Pig;
use ergo_engine::toys::tic_tac_toe::TicTacToe;

use crate::measure::Measures;
use crate::shelf::{And, Bare, GameVisitor, OnShelf, Shelf, Shelved, UnknownGame};

/// Lists the games, in order.
macro_rules! games {
    ($($game:ty),+ $(,)?) => {
        /// The shelf with all games of the house.
        pub fn standard() -> impl Shelf {
            let shelf = Bare;
            $(let shelf = And::new(shelf, <$game>::shelved());)+
            shelf
        }
    };
}

games![Ergo, ErgoInvicta, Cogito, Philosophia, TicTacToe, Kuhn, Goofspiel, Pig];

/// The names of the games of the house.
pub fn names() -> Vec<&'static str> {
    standard().names()
}

/// Shows `visitor` the game of the house called `name`.
pub fn with_game<V: GameVisitor>(name: &str, visitor: V) -> Result<V::Out, UnknownGame> {
    standard().with_game(name, visitor)
}

/// All measures of the game of the house called `name`; those that every game has if none is called so.
pub fn measures(name: &str) -> Measures {
    struct OfGame;
    impl GameVisitor for OfGame {
        type Out = Measures;
        fn visit<G: Configurable>(self, game: &Arc<Shelved<G>>) -> Measures {
            Measures::of_game(game.measures.clone())
        }
    }
    with_game(name, OfGame).unwrap_or_default()
}
