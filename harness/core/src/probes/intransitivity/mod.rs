//! Tests whether one rating for each bot misleads: whether a pool is intransitive, and its strongest cycle.

mod found;
mod section;

use crate::probe::{Evidence, Facts, Findings, Idea, Part, Place, RowsError};

use found::{Intransitivity, intransitivity};

/// The idea.
pub(super) const IDEA: Idea = Idea { name: "intransitivity", begin: |_| Box::new(Pools(Vec::new())) };

/// By arm and number of seats.
struct Pools(Vec<Intransitivity>);

impl Findings for Pools {
    fn settle(&mut self, evidence: &mut Evidence<'_>) -> Result<(), RowsError> {
        let seed = evidence.seed.derive("circles", &[]);
        let look = |(i, tally)| intransitivity(tally, &seed.derive("list", &[i]));
        self.0 = (0..).zip(evidence.tallies).filter_map(look).collect();
        Ok(())
    }

    fn sections(&self, facts: &Facts<'_>) -> Vec<(Place, Part)> {
        // Where a cycle misleads a list everybody is told.
        let place = if self.0.iter().any(Intransitivity::are_clear) { Place::Read } else { Place::Detail };
        let part = if facts.is_of_design() { None } else { section::section(facts, &self.0) };
        place.of(part)
    }
}
