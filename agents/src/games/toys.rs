//! The agents of the toy games: those that every game has, and solvers for the small ones.

use ergo_engine::toys::goofspiel::Goofspiel;
use ergo_engine::toys::kuhn::Kuhn;
use ergo_engine::toys::leduc::Leduc;
use ergo_engine::toys::pig::Pig;
use ergo_engine::toys::tic_tac_toe::TicTacToe;

use crate::registry::Registry;
use crate::roster::Roster;
use crate::search::options::SearchOptions;
use crate::search::registry::{perfect_information, standard_agents};
use crate::search::solvers::with_solvers;

impl Roster for TicTacToe {
    fn registry() -> Registry<Self> {
        perfect_information(SearchOptions {
            aims: &["win", "margin", "points"],
            has_evaluator: false,
            hides_actions: false,
        })
    }
}

impl Roster for Kuhn {
    fn registry() -> Registry<Self> {
        with_solvers(standard_agents(SearchOptions {
            aims: &["margin", "points", "win"],
            has_evaluator: false,
            hides_actions: false,
        }))
    }
}

impl Roster for Leduc {
    fn registry() -> Registry<Self> {
        with_solvers(standard_agents(SearchOptions {
            aims: &["margin", "points", "win"],
            has_evaluator: false,
            hides_actions: false,
        }))
    }
}

impl Roster for Goofspiel {
    fn registry() -> Registry<Self> {
        with_solvers(standard_agents(SearchOptions {
            aims: &["return", "win", "points"],
            has_evaluator: false,
            hides_actions: true,
        }))
    }
}

impl Roster for Pig {
    fn registry() -> Registry<Self> {
        standard_agents(SearchOptions { aims: &["win", "points"], has_evaluator: false, hides_actions: false })
    }
}
