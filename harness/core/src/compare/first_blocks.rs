//! Detects an external program that never answers in a comparison.

use super::contest::Block;
use crate::experiment::Experiment;
use crate::report::count_noun;
use crate::run::first_matches::{FIRST, NeverAnswered};

/// Counts the first blocks that were lost through faults.
pub(crate) struct FirstBlocks {
    /// The names of the entrants that are external programs.
    programs: Vec<String>,
    matches: u64,
    lost: Option<u64>,
}

impl FirstBlocks {
    /// Creates the detector for `experiment`, whose blocks have `matches` matches.
    pub(crate) fn new(experiment: &Experiment, matches: u32) -> Self {
        let programs: Vec<String> = experiment.programs().map(|(name, _)| name.to_owned()).collect();
        let lost = (!programs.is_empty()).then_some(0);
        FirstBlocks { programs, matches: matches.into(), lost }
    }

    /// Counts the next blocks. If one of the two entrants never answers, at least half of the matches of each block end
    /// with a fault.
    pub(crate) fn see(&mut self, blocks: &[Block]) -> Result<(), NeverAnswered> {
        for block in blocks {
            self.lost = self.lost.filter(|_| 2 * block.faults >= self.matches).map(|lost| lost + 1);
            if self.lost.is_some_and(|lost| lost >= FIRST) {
                let matches = count_noun(FIRST * self.matches, "match");
                let (entrant, details) = (self.programs.join(" or "), String::new());
                return Err(NeverAnswered { entrant, matches, way: "", details });
            }
        }
        Ok(())
    }
}
