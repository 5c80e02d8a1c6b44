//! The games of this crate. The list below is the only place that names all of them: a new game needs a folder and a
//! line here.

mod cogito;
mod common_measures;
pub mod ergo;
pub mod ergo_invicta;
pub mod game_registry;
mod philosophia;
mod toys;

use crate::games::game_registry::GameRegistry;
use crate::measure::Measures;
use crate::probes;
use crate::registry::arena::Registered;

/// Defines [`standard`] from a list of games.
macro_rules! games {
    ($($game:ty),+ $(,)?) => {
        /// Returns the registry of all games and probes of this crate.
        pub fn standard() -> GameRegistry {
            let registry = GameRegistry::new()$(.with(<$game>::registration()))+;
            probes::standard().into_iter().fold(registry, GameRegistry::with_probe)
        }
    };
}

games![
    ergo_engine::ergo::Ergo,
    ergo_engine::ergo_invicta::ErgoInvicta,
    ergo_engine::cogito::Cogito,
    ergo_engine::philosophia::Philosophia,
    ergo_engine::toys::tic_tac_toe::TicTacToe,
    ergo_engine::toys::kuhn::Kuhn,
    ergo_engine::toys::leduc::Leduc,
    ergo_engine::toys::goofspiel::Goofspiel,
    ergo_engine::toys::pig::Pig,
];

/// Returns a registry with this game only, and all probes of this crate.
pub fn registry_for<G: Registered>() -> GameRegistry {
    probes::standard().into_iter().fold(GameRegistry::new().with(G::registration()), GameRegistry::with_probe)
}

/// Returns the names of the games of this crate.
pub fn names() -> Vec<&'static str> {
    standard().names()
}

/// Returns the measures of the game `name` of this crate, or those of every game if there is no such game.
pub fn measures(name: &str) -> Measures {
    standard().game(name).map(|game| game.measures()).unwrap_or_default()
}
