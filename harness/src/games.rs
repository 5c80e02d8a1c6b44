//! Every game there is, by name. The only place that knows which type a name stands for.

mod ergo;
mod everywhere;
mod toys;

use ergo_agents::roster::Roster;
use ergo_engine::options::{Configurable, nearest};

use crate::measure::Measures;

/// Something to be done with a game whose type is known only by name.
pub trait GameVisitor {
    /// What comes of it.
    type Out;
    /// Does it with game `G`.
    fn visit<G: Configurable + Roster>(self) -> Self::Out;
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

/// Lists the games: `NAMES`, and the match from name to type and to the measures that the game declares.
macro_rules! games {
    ($($game:ty => $measures:path),+ $(,)?) => {
        /// The names of all games.
        pub const NAMES: &[&str] = &[$(<$game as Configurable>::NAME),+];

        /// Shows `visitor` the game called `name`.
        pub fn with_game<V: GameVisitor>(name: &str, visitor: V) -> Result<V::Out, UnknownGame> {
            $(if [<$game as Configurable>::NAME, <$game as Configurable>::FULL_NAME].contains(&name) {
                return Ok(visitor.visit::<$game>());
            })+
            let nearest = nearest(name, NAMES.iter().copied()).unwrap_or_default();
            Err(UnknownGame { name: name.to_owned(), nearest })
        }

        /// All measures of the game called `name`; those that every game has if none is called so.
        pub fn measures(name: &str) -> Measures {
            $(if [<$game as Configurable>::NAME, <$game as Configurable>::FULL_NAME].contains(&name) {
                return Measures::of_game($measures());
            })+
            Measures::default()
        }
    };
}

games![
    ergo_engine::ergo::Ergo => ergo::measures::measures,
    ergo_engine::toys::tic_tac_toe::TicTacToe => toys::measures,
    ergo_engine::toys::kuhn::Kuhn => toys::measures,
    ergo_engine::toys::goofspiel::Goofspiel => toys::measures,
    ergo_engine::toys::pig::Pig => toys::measures,
];
