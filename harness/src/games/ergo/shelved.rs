//! ERGO on the shelf.

use ergo_agents::roster::Roster;
use ergo_engine::ergo::Ergo;

use super::cases::work_out;
use super::measures::{equity, measures};
use super::narrate::narrate;
use super::showing::showing;
use crate::arena::{OnShelf, Shelved};
use crate::games::everywhere::chances;

impl OnShelf for Ergo {
    fn shelved() -> Shelved<Self> {
        let game = Shelved::new(Ergo::registry()).measured(measures()).described(include_str!("columns.txt"));
        let game = game.with_chances(chances(), equity).with_luck().with_cards();
        game.narrated(narrate).shown(showing()).with_cases(work_out).learned()
    }
}
