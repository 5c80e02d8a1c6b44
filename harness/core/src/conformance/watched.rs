//! Wraps a program and records its response times, questions and exit.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ergo_agents::agent::AgentFault;
use ergo_agents::process::{Link, RequestKind};

use super::positions::PositionCounts;
use crate::job::programs::{Program, ProgramExit};

/// The observations of one process.
#[derive(Default)]
pub(super) struct Observations {
    /// Time from the start to the greeting.
    pub start: Option<Duration>,
    /// Response time of each answer.
    pub answers: Vec<Duration>,
    /// The kinds of positions in its questions.
    pub positions: PositionCounts,
    /// The complaint about the program, if there is one.
    pub complaint: Option<String>,
    /// How the program exited.
    pub farewell: Option<ProgramExit>,
}

/// [`Observations`] that are shared with a running program.
pub(super) type SharedObservations = Arc<Mutex<Observations>>;

/// Locks the observations.
pub(super) fn held(watch: &SharedObservations) -> MutexGuard<'_, Observations> {
    watch.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program whose messages are observed.
pub(super) struct ObservedProgram {
    program: Program,
    watch: SharedObservations,
    /// A message sent once, before the first question.
    extra: Option<&'static [u8]>,
}

impl ObservedProgram {
    /// Wraps a program that was just started. `extra` is sent once before its first question.
    pub(super) fn new(program: Program, watch: &SharedObservations, extra: Option<&'static [u8]>) -> Self {
        ObservedProgram { program, watch: Arc::clone(watch), extra }
    }
}

impl Link for ObservedProgram {
    fn ask(&mut self, line: &[u8], what: RequestKind) -> Result<&[u8], AgentFault> {
        if what == RequestKind::Action {
            if let Some(extra) = self.extra.take() {
                self.program.send(extra);
            }
            held(&self.watch).positions.count(line);
        }
        let start = Instant::now();
        let answer = self.program.ask(line, what);
        let took = start.elapsed();
        if answer.is_ok() {
            let seen = &mut *held(&self.watch);
            match what {
                RequestKind::Ready => seen.start = Some(took),
                RequestKind::Action => seen.answers.push(took),
            }
        }
        answer
    }

    fn send(&mut self, line: &[u8]) {
        self.program.send(line);
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
