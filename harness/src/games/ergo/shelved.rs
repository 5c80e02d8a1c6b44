//! ERGO on the shelf.

use ergo_agents::roster::Roster;
use ergo_engine::ergo::Ergo;

use super::cases::work_out;
use super::measures::measures;
use super::narrate::narrate;
use crate::shelf::{OnShelf, Shelved};

impl OnShelf for Ergo {
    fn shelved() -> Shelved<Self> {
        Shelved::new(Ergo::registry())
            .measured(measures())
            .described(include_str!("columns.txt"))
            .narrated(narrate)
            .with_cases(work_out)
    }
}
