//! Luck or skill: what decides who wins.

mod found;
mod section;

use crate::probe::{Files, Findings, Kind, Probe};
use crate::report::ratings::Ratings;
use crate::report::sections::facts::{Facts, Part};
use crate::rows::MATCHES;
use crate::rows::read::RowsError;

/// Parts the variance of who wins.
pub(super) struct Skill;

impl Probe for Skill {
    fn name(&self) -> &'static str {
        "skill"
    }

    fn follows_blocks(&self) -> bool {
        false
    }

    fn findings(&self, files: &Files<'_>) -> Result<Option<Box<dyn Findings>>, RowsError> {
        Ok(Some(Box::new(Parts(found::read(&files(MATCHES))?))))
    }
}

struct Parts(Vec<found::Found>);

impl Findings for Parts {
    fn kind(&self) -> Kind {
        Kind::Luck
    }

    fn claim(&self, _: &[Ratings]) -> Option<String> {
        found::answer(&self.0)
    }

    fn section(&self, facts: &Facts<'_>) -> Option<Part> {
        section::section(&self.0, facts)
    }
}
