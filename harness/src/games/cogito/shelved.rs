//! Cogito on the shelf.

use std::sync::Arc;

use ergo_agents::roster::Roster;
use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::ids::Ids;

use super::cases::work_out;
use super::measures::measures;
use super::narrate::narrate;
use super::position::positions;
use crate::arena::{OnShelf, Shelved};

impl OnShelf for Cogito {
    fn shelved() -> Shelved<Self> {
        let game = Shelved::new(Cogito::registry())
            .measured(measures())
            .described(include_str!("columns.txt"))
            .narrated(narrate);
        game.numbered(|_| Arc::new(Ids)).positioned(positions()).with_cases(work_out)
    }
}
