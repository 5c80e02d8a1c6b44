//! The registration of Cogito.

use std::sync::Arc;

use ergo_agents::games::cogito::features::{INPUTS, describe};
use ergo_agents::roster::Roster;
use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::ids::Ids;

use super::cases::work_out;
use super::measures::measures;
use super::position::positions;
use super::presentation::presentation;
use crate::registry::arena::narrate::Rounds;
use crate::registry::arena::{Registered, Registration};

impl Registered for Cogito {
    fn registration() -> Registration<Self> {
        let game = Registration::new(Cogito::registry())
            .with_measures(measures())
            .with_columns(include_str!("columns.txt"))
            .with_rules_text(include_str!("rules.md"))
            .with_expansion::<Rounds<Self>>();
        let game = game.with_numbering(|_| Arc::new(Ids)).with_features(INPUTS, |_, seen, _, out| describe(seen, out));
        game.with_positions(positions()).with_presentation(presentation()).with_cases(work_out)
    }
}
