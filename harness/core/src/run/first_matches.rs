//! Detects external programs that lose all of their first matches by faults, so that a program that never answered is
//! not rated.

use std::path::Path;

use ergo_agents::process;

use crate::experiment::{Arm, Experiment, FaultRule};
use crate::job::programs::{Forfeit, log_line};
use crate::report::count_noun;
use crate::rows::read::{MatchReader, MatchRows, RowsError};

/// The number of lost matches, or blocks of a comparison, after which a run is stopped.
pub(crate) const FIRST: u64 = 3;

/// Counts the first matches of external programs.
pub(crate) struct FirstMatches<'e> {
    entrants: &'e [String],
    /// The number of lost matches of every entrant; `None` once it finished a match, or if it is not checked.
    lost: Vec<Option<u64>>,
}

/// The error for a program that never finished a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{entrant} forfeited its first {matches}: nothing is rated{details}\n`ergo agents check` tests the program, --fresh starts over{way}"
)]
pub struct NeverAnswered {
    /// The entrant.
    pub entrant: String,
    /// The number of matches, in words.
    pub matches: String,
    /// Another way to continue, in words; may be empty.
    pub way: &'static str,
    /// The first fault, its reason and the log, in lines that each begin with a line break.
    pub details: String,
}

impl NeverAnswered {
    /// Creates the error for `entrants`, whose first forfeits may be in `forfeits` and whose logs are in the results folder
    /// `out`.
    pub(crate) fn with_details(self, entrants: &[String], forfeits: &[Forfeit], out: &Path) -> Self {
        let mut details = String::new();
        for name in entrants {
            details += &match forfeits.iter().find(|one| one.entrant == *name) {
                Some(forfeit) => format!("\n{}", forfeit.describe(out)),
                None => log_line(name, out),
            };
        }
        NeverAnswered { details, ..self }
    }
}

impl<'e> FirstMatches<'e> {
    /// Creates the counter of `experiment`. Only external programs are checked, and only if faults are forfeits without
    /// a limit.
    pub(crate) fn new(experiment: &'e Experiment) -> Self {
        let is_watched = |entrant: usize| {
            let is_program = |arm: &Arm| arm.agents[entrant].kind == process::KIND;
            experiment.faults == FaultRule::Forfeit && experiment.arms.iter().any(is_program)
        };
        let lost = (0..experiment.entrants.len()).map(|entrant| is_watched(entrant).then_some(0)).collect();
        FirstMatches { entrants: &experiment.entrants, lost }
    }

    /// Creates a counter that checks nothing, for matches whose predecessors are played elsewhere.
    pub(crate) fn unseen(experiment: &'e Experiment) -> Self {
        FirstMatches { entrants: &experiment.entrants, lost: vec![None; experiment.entrants.len()] }
    }

    /// Counts the matches in the file at `path`.
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

    /// Counts a match of `entrants`; `faulty` is the entrant whose fault ended it. Returns an error after the last of
    /// the first matches that an entrant lost.
    pub(crate) fn see(&mut self, entrants: &[usize], faulty: Option<usize>) -> Result<(), NeverAnswered> {
        if self.is_over() {
            return Ok(());
        }
        for &entrant in entrants {
            self.count(entrant, faulty == Some(entrant));
        }
        self.check(FIRST)
    }

    /// Checks at the end of a run that no entrant lost all of its matches by faults.
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
                details: String::new(),
            })
        })
    }

    /// Returns true if all checked entrants have finished a match.
    fn is_over(&self) -> bool {
        self.lost.iter().all(Option::is_none)
    }
}
