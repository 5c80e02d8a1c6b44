//! Programs from outside that lose all of their first matches by faults: nobody is rated who never answered.

use std::path::Path;

use ergo_agents::process;

use crate::experiment::{Arm, Experiment, FaultRule};
use crate::report::count_noun;
use crate::rows::read::{MatchReader, MatchRows, RowsError};

/// So many matches, or blocks of a comparison, all lost by faults, are enough.
pub(crate) const FIRST: u64 = 3;

/// Who has not yet come through a match.
pub(crate) struct FirstMatches<'e> {
    entrants: &'e [String],
    /// Of every entrant the matches lost so far; nothing once it came through one, or if it need not.
    lost: Vec<Option<u64>>,
}

/// A program that never came through a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{entrant} forfeited its first {matches}: nothing is rated; `ergo agents check` says what is wrong, --fresh starts over{way}"
)]
pub struct NeverAnswered {
    /// Who.
    pub entrant: String,
    /// How many matches, in words.
    pub matches: String,
    /// Another way to go on, in words; empty where there is none.
    pub way: &'static str,
}

impl<'e> FirstMatches<'e> {
    /// Those of `experiment`: of programs from outside, where they may not fail however often.
    pub(crate) fn new(experiment: &'e Experiment) -> Self {
        let is_watched = |entrant: usize| {
            let is_program = |arm: &Arm| arm.agents[entrant].kind == process::KIND;
            experiment.faults == FaultRule::Forfeit && experiment.arms.iter().any(is_program)
        };
        let lost = (0..experiment.entrants.len()).map(|entrant| is_watched(entrant).then_some(0)).collect();
        FirstMatches { entrants: &experiment.entrants, lost }
    }

    /// Nobody's: of matches before which others are played elsewhere.
    pub(crate) fn unseen(experiment: &'e Experiment) -> Self {
        FirstMatches { entrants: &experiment.entrants, lost: vec![None; experiment.entrants.len()] }
    }

    /// Takes account of the rows in the file at `path`, which others wrote, as of matches that are played here.
    pub(crate) fn read(&mut self, path: &Path) -> Result<Result<(), NeverAnswered>, RowsError> {
        if self.is_over() {
            return Ok(Ok(()));
        }
        let (mut rows, mut found) = (MatchReader::open(path)?, MatchRows::default());
        while !self.is_over() && rows.next(&mut found)? {
            for row in &found.seats {
                if let Some(entrant) = self.entrants.iter().position(|name| *name == row.entrant) {
                    self.count(entrant, !row.fault.is_empty());
                }
            }
            if let Err(never) = self.check(FIRST) {
                return Ok(Err(never));
            }
        }
        Ok(Ok(()))
    }

    /// Takes account of a match of `entrants`, ended by a fault of one of them if so. Fails at the last of the first matches that an
    /// entrant lost so.
    pub(crate) fn see(&mut self, entrants: &[usize], faulty: Option<usize>) -> Result<(), NeverAnswered> {
        if self.is_over() {
            return Ok(());
        }
        for &entrant in entrants {
            self.count(entrant, faulty == Some(entrant));
        }
        self.check(FIRST)
    }

    /// At the end: whoever played, and lost every match so, never answered.
    pub(crate) fn end(&self) -> Result<(), NeverAnswered> {
        self.check(1)
    }

    fn count(&mut self, entrant: usize, faulty: bool) {
        self.lost[entrant] = self.lost[entrant].filter(|_| faulty).map(|lost| lost + 1);
    }

    fn check(&self, most: u64) -> Result<(), NeverAnswered> {
        let found = self.lost.iter().position(|lost| lost.is_some_and(|lost| lost >= most));
        found.map_or(Ok(()), |entrant| {
            let matches = count_noun(self.lost[entrant].unwrap_or(0), "match");
            Err(NeverAnswered {
                entrant: self.entrants[entrant].clone(),
                matches,
                way: ", schedule.faults = \"count\" plays on",
            })
        })
    }

    /// Whether everybody who is watched came through a match.
    fn is_over(&self) -> bool {
        self.lost.iter().all(Option::is_none)
    }
}
