//! ERGO of 1977 on the shelf.

use ergo_agents::roster::Roster;
use ergo_engine::ergo_invicta::ErgoInvicta;

use super::cases::work_out;
use super::drawn::drawn;
use super::measures::measures;
use super::narrate::narrate;
use super::position::positions;
use super::showing::showing;
use crate::arena::{OnShelf, Shelved};

impl OnShelf for ErgoInvicta {
    fn shelved() -> Shelved<Self> {
        let game = Shelved::new(ErgoInvicta::registry())
            .measured(measures())
            .described(include_str!("columns.txt"))
            .explained(include_str!("rules.md"));
        game.narrated(narrate).positioned(positions()).shown(showing()).drawn(drawn()).with_cases(work_out).learned()
    }
}
