//! Every game there is, by name. The only place that knows which type a name stands for.

use ergo_agents::roster::Roster;
use ergo_engine::options::{Configurable, nearest};

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

/// Lists the games: `NAMES`, and the match from name to type.
macro_rules! games {
    ($($game:ty),+ $(,)?) => {
        /// The names of all games.
        pub const NAMES: &[&str] = &[$(<$game as Configurable>::NAME),+];

        /// Shows `visitor` the game called `name`.
        pub fn with_game<V: GameVisitor>(name: &str, visitor: V) -> Result<V::Out, UnknownGame> {
            $(if name == <$game as Configurable>::NAME {
                return Ok(visitor.visit::<$game>());
            })+
            let nearest = nearest(name, NAMES.iter().copied()).unwrap_or_default();
            Err(UnknownGame { name: name.to_owned(), nearest })
        }
    };
}

games![ergo_engine::ergo::Ergo, ergo_engine::toys::tic_tac_toe::TicTacToe, ergo_engine::toys::kuhn::Kuhn];
