//! A program from outside that never answers in a comparison.

use super::contest::Block;
use crate::experiment::Experiment;
use crate::report::count_noun;
use crate::run::first_matches::{FIRST, NeverAnswered};

/// Whether each of the first blocks was lost by faults.
pub(crate) struct FirstBlocks {
    /// Which of the two are programs from outside.
    programs: Vec<String>,
    matches: u64,
    lost: Option<u64>,
}

impl FirstBlocks {
    /// That of `experiment`, which compares its entrants in blocks of so many matches.
    pub(crate) fn new(experiment: &Experiment, matches: u32) -> Self {
        let programs: Vec<String> = experiment.programs().map(|(name, _)| name.to_owned()).collect();
        let lost = (!programs.is_empty()).then_some(0);
        FirstBlocks { programs, matches: matches.into(), lost }
    }

    /// Takes account of the next blocks. Where one of two never answers, half the matches of a block end so at least.
    pub(crate) fn see(&mut self, blocks: &[Block]) -> Result<(), NeverAnswered> {
        for block in blocks {
            self.lost = self.lost.filter(|_| 2 * block.faults >= self.matches).map(|lost| lost + 1);
            if self.lost.is_some_and(|lost| lost >= FIRST) {
                let matches = count_noun(FIRST * self.matches, "match");
                return Err(NeverAnswered { entrant: self.programs.join(" or "), matches, way: "" });
            }
        }
        Ok(())
    }
}
