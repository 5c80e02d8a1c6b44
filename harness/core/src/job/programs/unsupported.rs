//! External programs on systems without process groups: always an error.

use std::sync::Arc;

use ergo_agents::agent::AgentFault;
use ergo_agents::process::{Limits, Link, RequestKind};

use super::process_label::ProcessLabel;
use super::shared::{ProgramExit, Programs};
use super::start_error::StartError;

pub use self::UnsupportedProgram as Program;

/// A program that cannot be started on this system.
pub enum UnsupportedProgram {}

impl UnsupportedProgram {
    /// Records a start error, which ends the run.
    ///
    /// # Errors
    ///
    /// Always returns an error.
    pub fn start(programs: &Arc<Programs>, who: &ProcessLabel, _: &Limits) -> Result<Self, AgentFault> {
        let (why, expected) = ("there are no process groups here".to_owned(), "a Unix system".to_owned());
        programs.stop(StartError { who: who.entrant.clone(), why, expected });
        Err(AgentFault::FailedToStart)
    }

    /// Cannot be called.
    pub fn exit(&self) -> Option<ProgramExit> {
        match *self {}
    }

    /// Cannot be called.
    pub fn complaint(&self) -> Option<&str> {
        match *self {}
    }
}

impl Link for UnsupportedProgram {
    fn ask(&mut self, _: &[u8], _: RequestKind) -> Result<&[u8], AgentFault> {
        match *self {}
    }

    fn send(&mut self, _: &[u8]) {
        match *self {}
    }

    fn end(&mut self) {
        match *self {}
    }

    fn refuse(&mut self, _: AgentFault, _: &str) {
        match *self {}
    }
}
