//! ERGO on the shelf.

use ergo_agents::roster::Roster;
use ergo_engine::ergo::Ergo;

use super::cases::work_out;
use super::measures::measures;
use super::narrate::narrate;
use super::showing::showing;
use crate::shelf::{OnShelf, Shelved};

impl OnShelf for Ergo {
    fn shelved() -> Shelved<Self> {
        let game = Shelved::new(Ergo::registry()).measured(measures()).described(include_str!("columns.txt"));
        game.narrated(narrate).shown(showing()).with_cases(work_out).learned()
    }
}
