//! Effects of the factors of a design: which matter, how a measure goes along them, and how two act together.

mod dose;
mod effects;
mod surface;

use std::any::Any;

use crate::factors::{Lab, strongest::answer};
use crate::probe::{Evidence, Facts, Findings, Idea, Part, Place, RowsError};

/// The idea.
pub(super) const IDEA: Idea =
    Idea { name: "factors", begin: |_| Box::new(Factors { lab: None, answer: String::new() }) };

/// The models of a design, if there is one, and what they say.
struct Factors {
    lab: Option<Lab>,
    answer: String,
}

impl Findings for Factors {
    fn settle(&mut self, evidence: &mut Evidence<'_>) -> Result<(), RowsError> {
        self.lab = Lab::new(evidence.asked, evidence.lineups, evidence.kept)?;
        let said = self.lab.as_ref().map(|lab| answer(lab, evidence.lineups, &evidence.asked.aim));
        self.answer = said.unwrap_or_default();
        Ok(())
    }

    fn lends(&self) -> Option<&dyn Any> {
        self.lab.as_ref().map(|lab| lab as &dyn Any)
    }

    fn claim(&self, _: &Facts<'_>) -> Option<String> {
        Some(self.answer.clone()).filter(|answer| !answer.is_empty())
    }

    fn claims_measures(&self) -> bool {
        true
    }

    fn sections(&self, facts: &Facts<'_>) -> Vec<(Place, Part)> {
        let Some(lab) = &self.lab else { return Vec::new() };
        let read = [effects::section(facts, lab), dose::section(facts, lab)].into_iter().flatten();
        let read = read.map(|part| (Place::Read, part));
        read.chain(surface::section(facts, lab).map(|part| (Place::Detail, part))).collect()
    }
}
