//! Arms side by side: every measure of every table, and how far each lies from the first arm.

mod curves;
mod moved;
mod section;

use crate::probe::{Idea, Place, Plain};
use crate::report::facts::{Facts, Part};

/// Where measures are asked for, their arms stand first.
pub(super) const ASKED: Idea = Idea { name: "arms asked for", begin: |_| Box::new(Plain(|facts| arms(facts, true))) };

/// Else further down.
pub(super) const ARMS: Idea = Idea { name: "arms", begin: |_| Box::new(Plain(|facts| arms(facts, false))) };

fn arms(facts: &Facts<'_>, asked: bool) -> Vec<(Place, Part)> {
    Place::Read.of(if facts.asked.keys.is_empty() == asked { None } else { section::section(facts) })
}
