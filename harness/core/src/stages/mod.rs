//! Schedules whose later matches depend on earlier ones. They are played in stages: what tables a stage has follows from the
//! experiment and the rows of the stages before it, and from nothing else, so it is the same for any number of threads and
//! after any interruption. A stage by itself is a [`Schedule`] like any other.
//!
//! The order is arm, stage, table, deal, rotation. Each arm is a tournament of its own. Every stage has deals that no stage
//! before it had in its arm; all its tables meet the same ones.

pub mod knockout;
pub mod played;
pub mod swiss;
mod tally;

use std::path::Path;

use crate::experiment::{Experiment, Form};
use crate::rows::read::RowsError;
use crate::schedule::{Schedule, Stage};

pub use played::{Played, WHOLE};

/// The stages of an experiment, one after another. One without staged forms has one stage, of all arms.
pub struct Stages<'e> {
    experiment: &'e Experiment,
    arm: usize,
    /// The stages of this arm so far.
    past: Vec<Played>,
    /// The stage that is being played.
    current: Option<Schedule>,
}

impl<'e> Stages<'e> {
    /// Before the first stage.
    pub fn new(experiment: &'e Experiment) -> Self {
        Stages { experiment, arm: 0, past: Vec::new(), current: None }
    }

    /// The stage of `experiment` in which the match with this index lies, once `rows`, a `matches.csv`, hold all matches of those
    /// before it; nothing if all stages end before.
    pub fn at(experiment: &'e Experiment, rows: &Path, index: u64) -> Result<Option<Schedule>, RowsError> {
        let mut stages = Stages::new(experiment);
        loop {
            match stages.next(rows)? {
                Some(stage) if stage.end() <= index => {}
                found => return Ok(found),
            }
        }
    }

    /// The next stage, once `rows`, a `matches.csv`, hold all matches of those before it.
    pub fn next(&mut self, rows: &Path) -> Result<Option<Schedule>, RowsError> {
        let before = self.current.take();
        if !self.experiment.form.is_staged() {
            self.current = Some(Schedule::new(self.experiment));
            return Ok(if before.is_some() { None } else { self.current.clone() });
        }
        let first = before.as_ref().map_or(0, Schedule::end);
        if let Some(before) = before {
            self.past.push(tally::read(rows, &before)?);
        }
        while self.arm < self.experiment.arms.len() {
            if let Some(tables) = next_tables(&self.experiment.form, self.experiment.seed, &self.past) {
                let first_deal = 1 + self.past.len() as u64 * u64::from(self.experiment.deals);
                let stage = Stage { arm: self.arm, first, first_deal, tables };
                self.current = Some(Schedule::of_stage(self.experiment, stage));
                return Ok(self.current.clone());
            }
            self.arm += 1;
            self.past.clear();
        }
        Ok(None)
    }
}

/// The tables of the stage after these, in one arm; nothing if the tournament is over or has no stages. `seed` is the number
/// of the experiment.
pub fn next_tables(form: &Form, seed: u64, past: &[Played]) -> Option<Vec<Vec<usize>>> {
    match form {
        Form::Swiss { pool, seats, stages } if past.len() < *stages => Some(swiss::tables(pool, *seats, seed, past)),
        Form::Knockout { pool } => knockout::tables(pool, past),
        _ => None,
    }
}

/// How many matches there are; a knockout has more if there are ties.
pub fn matches(experiment: &Experiment) -> u64 {
    let stage = |tables| {
        let stage = Stage { arm: 0, first: 0, first_deal: 1, tables };
        experiment.arms.len() as u64 * Schedule::of_stage(experiment, stage).matches()
    };
    match &experiment.form {
        Form::Swiss { pool, seats, stages } => {
            *stages as u64 * stage(pool.chunks_exact(*seats).map(<[usize]>::to_vec).collect())
        }
        Form::Knockout { pool } => stage(pool.windows(2).map(<[usize]>::to_vec).collect()),
        _ => Schedule::new(experiment).matches(),
    }
}
