//! The agents of Philosophia, as a registry.

use ergo_engine::philosophia::Philosophia;

use super::planner::Planner;
use super::weights::Weights;
use crate::registry::{Entry, Registry};
use crate::roster::Roster;
use crate::search::registry::generic;
use crate::search::settings::Menu;

const MENU: Menu = Menu { aims: &["margin", "points", "win"], has_evaluator: false, hides_actions: true };

fn planner() -> Entry<Philosophia> {
    let about = "each turn does what brings the cheapest open conditions nearest, by an estimate of turns";
    Entry::new("planner", about, |place| Planner::new(Weights::of(place.settings), place.seed))
        .options(Weights::default().options())
}

fn tuned() -> Entry<Philosophia> {
    let about = "the planner with weights that were tuned among planners";
    Entry::new("planner-tuned", about, |place| Planner::new(Weights::tuned(), place.seed))
}

impl Roster for Philosophia {
    fn registry() -> Registry<Philosophia> {
        generic(MENU).with(planner()).with(tuned())
    }
}
