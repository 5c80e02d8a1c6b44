//! Cogito on the shelf.

use std::sync::Arc;

use ergo_agents::roster::Roster;
use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::ids::Ids;

use super::cases::work_out;
use super::drawn::drawn;
use super::measures::measures;
use super::narrate::narrate;
use super::position::positions;
use super::showing::showing;
use crate::arena::{OnShelf, Shelved};

impl OnShelf for Cogito {
    fn shelved() -> Shelved<Self> {
        let game = Shelved::new(Cogito::registry())
            .measured(measures())
            .described(include_str!("columns.txt"))
            .explained(include_str!("rules.md"))
            .narrated(narrate);
        game.numbered(|_| Arc::new(Ids)).positioned(positions()).shown(showing()).drawn(drawn()).with_cases(work_out)
    }
}
