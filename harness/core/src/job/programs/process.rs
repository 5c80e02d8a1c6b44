//! A process with its pipes, which nobody leaves behind.

use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use super::pipes::Pipes;
use super::process_table;

/// How often a program that was told to end is looked after.
pub(super) const GLANCE: Duration = Duration::from_millis(5);
/// How long one that waits for another match may take to end.
const FAREWELL: Duration = Duration::from_millis(200);

/// A process of a program. Dropped, it is killed with all that it started.
pub(super) struct Process {
    child: Child,
    /// Whether the group is gone and its leader waited for.
    pub buried: Option<ExitStatus>,
    /// Which limit it went beyond, if it was ended for that.
    pub beyond: Option<String>,
    /// The pipes through which it is spoken to.
    pub pipes: Pipes,
}

impl Process {
    /// The process of `child`, which `process_table` has started with all three pipes.
    pub(super) fn new(mut child: Child) -> std::io::Result<Self> {
        match Pipes::new(&mut child) {
            Ok(pipes) => Ok(Process { child, buried: None, beyond: None, pipes }),
            Err(error) => {
                process_table::bury(&mut child);
                Err(error)
            }
        }
    }

    /// Whether the leader of the group has exited, waiting for that not beyond `until`. It keeps its number until it is
    /// buried, so that no other process can be taken for it.
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

    /// Kills it with all that it started, and waits for it.
    pub(super) fn bury(&mut self) {
        if self.buried.is_none() {
            self.beyond = process_table::beyond(&self.child);
            self.buried = process_table::bury(&mut self.child);
        }
    }

    /// Ends one that waits for another match: its input ends, and it has a moment to end, too.
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
