//! Who failed to answer, how often and how: said before any answer where somebody forfeited matches.

mod records;
mod section;

use crate::probe::{Facts, Findings, Idea, Part, Place};

/// The idea.
pub(super) const IDEA: Idea = Idea { name: "faults", begin: |_| Box::new(Faults) };

struct Faults;

impl Findings for Faults {
    fn warns(&self, facts: &Facts<'_>) -> Option<String> {
        records::claim(facts.tallies)
    }

    fn sections(&self, facts: &Facts<'_>) -> Vec<(Place, Part)> {
        let any = facts.tallies.iter().any(|tally| tally.faults.iter().any(|faults| !faults.is_empty()));
        if facts.is_of_design() && !any {
            return Vec::new();
        }
        let place = if any { Place::Read } else { Place::Last };
        section::section(facts).map(|part| (place, part)).into_iter().collect()
    }
}
