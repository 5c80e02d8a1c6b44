//! State that all programs of one run share.

use std::collections::BTreeMap;
use std::process::ExitStatus;
use std::sync::Mutex;
#[cfg(unix)]
use std::time::Instant;

use ergo_agents::agent::AgentFault;

use super::forfeits::{FaultReason, Forfeit, ForfeitList};
use super::logs::{LogEntry, Logs};
#[cfg(unix)]
use super::network::Gateways;
#[cfg(unix)]
use super::process::Process;
use super::process_label::{ProcessLabel, held};
use super::start_error::StartError;

/// State that all programs of one run share.
pub struct Programs {
    failures: Mutex<BTreeMap<(String, String), Failures>>,
    trouble: Mutex<Option<StartError>>,
    /// Idle processes that wait for another match, by entrant and command.
    #[cfg(unix)]
    waiting: Mutex<BTreeMap<(String, String), Vec<Process>>>,
    /// The addresses that programs in a sandbox may reach.
    #[cfg(unix)]
    pub(super) gateways: Gateways,
    logs: Option<Logs>,
    forfeits: ForfeitList,
}

/// The failures of a command for an entrant.
#[derive(Clone, Copy, Default)]
struct Failures {
    all: u64,
    /// Number of consecutive starts without a greeting in time.
    hung: u64,
}

/// A program that hangs at the start this many times in a row is not started again, since each attempt takes all of
/// `start_ms`.
const MOST_HUNG: u64 = 2;

/// How a program exited after its match.
#[derive(Clone, Copy, Debug)]
pub struct ProgramExit {
    /// Its exit status; `None` if it had to be killed.
    pub status: Option<ExitStatus>,
    /// Number of unrequested bytes that it wrote.
    pub unasked: usize,
}

impl Programs {
    /// Creates the state of one run; `logs` is `None` if logs are not kept.
    pub fn new(logs: Option<Logs>) -> Self {
        Programs {
            failures: Mutex::default(),
            trouble: Mutex::default(),
            #[cfg(unix)]
            waiting: Mutex::default(),
            #[cfg(unix)]
            gateways: Gateways::default(),
            logs,
            forfeits: ForfeitList::default(),
        }
    }

    /// Returns true if `command` has failed more than `restarts` times for `entrant`, or hangs at every start, so that
    /// it is not started again.
    pub fn is_given_up(&self, entrant: &str, command: &str, restarts: u64) -> bool {
        let key = (entrant.to_owned(), command.to_owned());
        held(&self.failures).get(&key).is_some_and(|found| found.all > restarts || found.hung >= MOST_HUNG)
    }

    /// Returns an idle process of `command` for `entrant` that is still running.
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

    /// Keeps `process` of `command` for another match of `entrant`.
    #[cfg(unix)]
    pub(super) fn keep(&self, entrant: &str, command: &str, process: Process) {
        let key = (entrant.to_owned(), command.to_owned());
        held(&self.waiting).entry(key).or_default().push(process);
    }

    /// Checks that programs can still be started. Matches played after a failure must not be counted.
    ///
    /// # Errors
    ///
    /// Returns the first start error.
    pub fn check_startable(&self) -> Result<(), StartError> {
        held(&self.trouble).clone().map_or(Ok(()), Err)
    }

    /// Records a start error; no program is started after it.
    pub(super) fn stop(&self, trouble: StartError) {
        held(&self.trouble).get_or_insert(trouble);
    }

    pub(super) fn failed(&self, entrant: &str, command: &str, hung: bool) {
        let mut failures = held(&self.failures);
        let found = failures.entry((entrant.to_owned(), command.to_owned())).or_default();
        found.all += 1;
        found.hung += u64::from(hung);
    }

    /// Resets the count of hanging starts.
    pub(super) fn ready(&self, entrant: &str, command: &str) {
        if let Some(found) = held(&self.failures).get_mut(&(entrant.to_owned(), command.to_owned())) {
            found.hung = 0;
        }
    }

    pub(super) fn log(&self, who: &ProcessLabel, entry: &LogEntry<'_>) {
        if let Some(logs) = &self.logs {
            logs.add(who, entry);
        }
    }

    pub(super) fn add_reason(&self, who: &ProcessLabel, reason: FaultReason) {
        self.forfeits.add_reason(who, reason);
    }

    /// Returns and forgets the reason why the program `who` failed.
    pub(crate) fn take_reason(&self, who: &ProcessLabel) -> Option<FaultReason> {
        self.forfeits.take_reason(who)
    }

    /// Records that `who` forfeited its match with `fault` at `place`.
    pub(crate) fn add_forfeit(&self, who: &ProcessLabel, fault: AgentFault, place: &str) {
        self.forfeits.add(who, fault, place);
    }

    /// Returns the first forfeit of each entrant since the last call.
    pub fn take_forfeits(&self) -> Vec<Forfeit> {
        self.forfeits.take()
    }

    /// Writes the counts of repeated log entries, after the last match.
    pub fn finish_logs(&self) {
        self.logs.iter().for_each(Logs::add_counts);
    }
}

#[cfg(unix)]
impl Drop for Programs {
    fn drop(&mut self) {
        let waiting = std::mem::take(&mut *held(&self.waiting));
        waiting.into_values().flatten().for_each(Process::dismiss);
    }
}
