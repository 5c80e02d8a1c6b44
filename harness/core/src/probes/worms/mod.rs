//! How a match goes: one of each number of seats, round by round, as an example.

mod found;
mod section;

use crate::probe::{Evidence, Facts, Findings, Idea, MatchRows, Part, Place, RowsError};

use found::Worms;

/// The idea.
pub(super) const IDEA: Idea = Idea { name: "worms", begin: |_| Box::new(Worms::default()) };

impl Findings for Worms {
    fn wants_scores(&self, found: &MatchRows) -> bool {
        self.wants(found)
    }

    fn sees(&mut self, found: &MatchRows, scores: &[f64]) {
        self.add(found, scores);
    }

    fn settle(&mut self, _: &mut Evidence<'_>) -> Result<(), RowsError> {
        self.sort();
        Ok(())
    }

    fn sections(&self, facts: &Facts<'_>) -> Vec<(Place, Part)> {
        Place::Detail.of(section::section(facts, self.all()))
    }
}
