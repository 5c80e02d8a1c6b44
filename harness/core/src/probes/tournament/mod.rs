//! How a tournament in stages went: the standing of a Swiss one, the bracket of a knockout.

mod played;
mod section;

use crate::probe::{Facts, Findings, Idea, MatchRows, Part, Place};

use played::Tournament;

/// The idea.
pub(super) const IDEA: Idea =
    Idea { name: "tournament", begin: |asked| Box::new(Stages(Tournament::new(asked.scheme.as_ref(), asked.seed))) };

/// The stages, if there are any.
struct Stages(Option<Tournament>);

impl Findings for Stages {
    fn sees(&mut self, found: &MatchRows, _: &[f64]) {
        if let Some(tournament) = &mut self.0 {
            tournament.add(found);
        }
    }

    fn best(&self, _: usize) -> Option<(String, Vec<String>)> {
        let winner = self.0.as_ref()?.winner()?;
        Some((format!("{winner}; "), Vec::new()))
    }

    fn sections(&self, facts: &Facts<'_>) -> Vec<(Place, Part)> {
        let played = self.0.as_ref().filter(|_| !facts.is_of_design());
        let part = played.and_then(|tournament| section::section(facts, tournament));
        Place::Read.of(part)
    }
}
