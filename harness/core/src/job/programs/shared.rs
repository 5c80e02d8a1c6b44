//! State that all programs of one run share.

use std::collections::BTreeMap;
use std::process::ExitStatus;
use std::sync::Mutex;
#[cfg(unix)]
use std::time::Instant;

use super::logs::Logs;
#[cfg(unix)]
use super::network::Gateways;
#[cfg(unix)]
use super::process::Process;
use super::process_label::{ProcessLabel, held};
use super::start_error::StartError;

/// The state that all programs of one run share.
pub struct Programs {
    failures: Mutex<BTreeMap<(String, String), Failures>>,
    trouble: Mutex<Option<StartError>>,
    /// Processes that wait for another match, by entrant and command.
    #[cfg(unix)]
    waiting: Mutex<BTreeMap<(String, String), Vec<Process>>>,
    /// The addresses that programs in a sandbox may reach.
    #[cfg(unix)]
    pub(super) gateways: Gateways,
    logs: Option<Logs>,
}

/// How often a command failed for an entrant.
#[derive(Clone, Copy, Default)]
struct Failures {
    all: u64,
    /// How often in a row it said nothing until it had to be ready.
    hung: u64,
}

/// A program that hangs at hello so often in a row is given up: each time costs all of `start_ms`.
const MOST_HUNG: u64 = 2;

/// How a program ended after its match.
#[derive(Clone, Copy, Debug)]
pub struct ProgramExit {
    /// Its exit status; `None` if it had to be killed.
    pub status: Option<ExitStatus>,
    /// Number of unrequested bytes that it wrote.
    pub unasked: usize,
}

impl Programs {
    /// The programs of one run, of which `logs` are kept, if any.
    pub fn new(logs: Option<Logs>) -> Self {
        Programs {
            failures: Mutex::default(),
            trouble: Mutex::default(),
            #[cfg(unix)]
            waiting: Mutex::default(),
            #[cfg(unix)]
            gateways: Gateways::default(),
            logs,
        }
    }

    /// Whether `command` failed so often for `entrant` in this run that it is not started again, `restarts` times being allowed.
    pub fn given_up(&self, entrant: &str, command: &str, restarts: u64) -> bool {
        let key = (entrant.to_owned(), command.to_owned());
        held(&self.failures).get(&key).is_some_and(|found| found.all > restarts || found.hung >= MOST_HUNG)
    }

    /// A process of `command` that waits for another match of `entrant`, if there is one that has not ended.
    #[cfg(unix)]
    pub(super) fn waiting(&self, entrant: &str, command: &str) -> Option<Process> {
        let key = (entrant.to_owned(), command.to_owned());
        loop {
            let process = held(&self.waiting).get_mut(&key)?.pop()?;
            if !process.exited(Instant::now()) {
                return Some(process);
            }
        }
    }

    /// `process` of `command` waits for another match of `entrant`.
    #[cfg(unix)]
    pub(super) fn keep(&self, entrant: &str, command: &str, process: Process) {
        let key = (entrant.to_owned(), command.to_owned());
        held(&self.waiting).entry(key).or_default().push(process);
    }

    /// Why no program can be started here any more, if so: nothing that was played since counts.
    pub fn fit(&self) -> Result<(), StartError> {
        held(&self.trouble).clone().map_or(Ok(()), Err)
    }

    /// No program can be started any more.
    pub(super) fn stop(&self, trouble: StartError) {
        held(&self.trouble).get_or_insert(trouble);
    }

    pub(super) fn failed(&self, entrant: &str, command: &str, hung: bool) {
        let mut failures = held(&self.failures);
        let found = failures.entry((entrant.to_owned(), command.to_owned())).or_default();
        found.all += 1;
        found.hung += u64::from(hung);
    }

    /// It was ready in time.
    pub(super) fn ready(&self, entrant: &str, command: &str) {
        if let Some(found) = held(&self.failures).get_mut(&(entrant.to_owned(), command.to_owned())) {
            found.hung = 0;
        }
    }

    pub(super) fn log(&self, who: &ProcessLabel, text: &[u8]) {
        if let Some(logs) = &self.logs {
            logs.add(who, text);
        }
    }
}

#[cfg(unix)]
impl Drop for Programs {
    fn drop(&mut self) {
        let waiting = std::mem::take(&mut *held(&self.waiting));
        waiting.into_values().flatten().for_each(Process::dismiss);
    }
}
