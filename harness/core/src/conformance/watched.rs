//! A program under observation: how long it takes, what it is asked, how it ends.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ergo_agents::agent::AgentFault;
use ergo_agents::process::{Asked, Link};

use super::positions::PositionCounts;
use crate::job::programs::{Program, ProgramExit};

/// The observations of one process.
#[derive(Default)]
pub(super) struct Observations {
    /// How long it took to be ready.
    pub start: Option<Duration>,
    /// How long each answer took.
    pub answers: Vec<Duration>,
    /// The positions it was asked about.
    pub positions: PositionCounts,
    /// The complaint about it, if there is one.
    pub complaint: Option<String>,
    /// How it took leave.
    pub farewell: Option<ProgramExit>,
}

/// A [`Observations`] that is still being filled.
pub(super) type SharedObservations = Arc<Mutex<Observations>>;

/// The observations of a watch, locked.
pub(super) fn held(watch: &SharedObservations) -> MutexGuard<'_, Observations> {
    watch.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program and who watches it.
pub(super) struct ObservedProgram {
    program: Program,
    watch: SharedObservations,
    /// A line that it is sent as soon as it is ready.
    extra: Option<&'static [u8]>,
}

impl ObservedProgram {
    /// `program`, which was just started, watched from now on. Once ready it is sent `extra`, if that is a line.
    pub(super) fn new(program: Program, watch: &SharedObservations, extra: Option<&'static [u8]>) -> Self {
        ObservedProgram { program, watch: Arc::clone(watch), extra }
    }
}

impl Link for ObservedProgram {
    fn ask(&mut self, line: &[u8], what: Asked) -> Result<&[u8], AgentFault> {
        if what == Asked::Action {
            if let Some(extra) = self.extra.take() {
                self.program.tell(extra);
            }
            held(&self.watch).positions.count(line);
        }
        let start = Instant::now();
        let answer = self.program.ask(line, what);
        let took = start.elapsed();
        if answer.is_ok() {
            let seen = &mut *held(&self.watch);
            match what {
                Asked::Ready => seen.start = Some(took),
                Asked::Action => seen.answers.push(took),
            }
        }
        answer
    }

    fn tell(&mut self, line: &[u8]) {
        self.program.tell(line);
    }

    fn end(&mut self) {
        self.program.end();
        held(&self.watch).farewell = self.program.exit();
    }

    fn refuse(&mut self, fault: AgentFault, why: &str) {
        self.program.refuse(fault, why);
    }
}

impl Drop for ObservedProgram {
    fn drop(&mut self) {
        held(&self.watch).complaint = self.program.complaint().map(str::to_owned);
    }
}
