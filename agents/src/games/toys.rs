//! Who can sit at the toys: the agents that every game has.

use ergo_engine::toys::goofspiel::Goofspiel;
use ergo_engine::toys::kuhn::Kuhn;
use ergo_engine::toys::leduc::Leduc;
use ergo_engine::toys::pig::Pig;
use ergo_engine::toys::tic_tac_toe::TicTacToe;

use crate::registry::Registry;
use crate::roster::Roster;
use crate::search::registry::{generic, perfect};
use crate::search::settings::Menu;
use crate::search::solvers::with_solvers;

impl Roster for TicTacToe {
    fn registry() -> Registry<Self> {
        perfect(Menu { aims: &["win", "margin", "points"], has_evaluator: false, hides_actions: false })
    }
}

impl Roster for Kuhn {
    fn registry() -> Registry<Self> {
        with_solvers(generic(Menu { aims: &["margin", "points", "win"], has_evaluator: false, hides_actions: false }))
    }
}

impl Roster for Leduc {
    fn registry() -> Registry<Self> {
        with_solvers(generic(Menu { aims: &["margin", "points", "win"], has_evaluator: false, hides_actions: false }))
    }
}

impl Roster for Goofspiel {
    fn registry() -> Registry<Self> {
        with_solvers(generic(Menu { aims: &["return", "win", "points"], has_evaluator: false, hides_actions: true }))
    }
}

impl Roster for Pig {
    fn registry() -> Registry<Self> {
        generic(Menu { aims: &["win", "points"], has_evaluator: false, hides_actions: false })
    }
}
