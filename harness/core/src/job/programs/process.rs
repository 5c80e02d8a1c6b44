//! A process of a program with its pipes, which is always killed and reaped.

use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use super::pipes::Pipes;
use super::process_table;

/// The polling interval for a program that is about to exit.
pub(super) const GLANCE: Duration = Duration::from_millis(5);
/// Time allowed for the exit of a program that is kept for further matches.
const FAREWELL: Duration = Duration::from_millis(200);

/// A process of a program. Dropping it kills it and its descendants.
pub(super) struct Process {
    child: Child,
    /// The exit status once the process group is killed and the leader reaped.
    pub buried: Option<ExitStatus>,
    /// The exceeded limit, if the process was killed for that.
    pub beyond: Option<String>,
    /// The pipes to the process.
    pub pipes: Pipes,
}

impl Process {
    /// Wraps `child`, which `process_table` has started with all three pipes.
    pub(super) fn new(mut child: Child) -> std::io::Result<Self> {
        match Pipes::new(&mut child) {
            Ok(pipes) => Ok(Process { child, buried: None, beyond: None, pipes }),
            Err(error) => {
                process_table::bury(&mut child);
                Err(error)
            }
        }
    }

    /// Returns true if the leader of the group has exited, waiting at most until `until`. Its process id is not reused
    /// before it is reaped.
    pub(super) fn exited(&self, until: Instant) -> bool {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let mut nap = Duration::from_micros(50);
        loop {
            if !matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), look), Ok(None)) {
                return true;
            }
            if Instant::now() >= until {
                return false;
            }
            std::thread::sleep(nap);
            nap = (nap * 2).min(GLANCE);
        }
    }

    /// Kills the process and its descendants, and reaps it.
    pub(super) fn bury(&mut self) {
        if self.buried.is_none() {
            self.beyond = process_table::beyond(&self.child);
            self.buried = process_table::bury(&mut self.child);
        }
    }

    /// Ends an idle process: closes its input and gives it a moment to exit.
    pub(super) fn dismiss(mut self) {
        self.pipes.close();
        self.exited(Instant::now() + FAREWELL);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.bury();
    }
}
