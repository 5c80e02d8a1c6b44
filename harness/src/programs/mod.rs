//! Programs outside that sit at tables: started, spoken to under a deadline, and ended with all they started.
//!
//! Every program is fresh for every match, so that nothing it remembers can lead from one match to another. It runs in a
//! process group of its own. The group is killed when its match is over, and by a keeper when this process is gone,
//! however it went. What a program writes to standard error is kept by the [`logs`].

mod keeper;
pub mod logs;
#[cfg(unix)]
mod pipes;
#[cfg_attr(not(unix), path = "nowhere.rs")]
mod program;
mod tail;

use std::collections::BTreeMap;
use std::process::ExitStatus;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ergo_engine::seat::Seat;

pub use program::Program;

use keeper::Keeper;
use logs::Logs;

/// What all programs of one run have in common.
pub struct Programs {
    keeper: Mutex<Option<Keeper>>,
    failures: Mutex<BTreeMap<(String, String), u64>>,
    logs: Option<Logs>,
}

/// Whom a program stands for.
#[derive(Clone, Debug)]
pub struct Who {
    /// The name in the experiment.
    pub entrant: String,
    /// Which match, for people.
    pub game: String,
    /// Where it sits.
    pub seat: Seat,
}

/// How a program took leave when its match was over.
#[derive(Clone, Copy, Debug)]
pub struct Farewell {
    /// How it ended; nothing if it had to be killed.
    pub status: Option<ExitStatus>,
    /// Bytes it wrote that nobody had asked for.
    pub unasked: usize,
}

impl Programs {
    /// The programs of one run, of which `logs` are kept, if any.
    pub fn new(logs: Option<Logs>) -> Self {
        Programs { keeper: Mutex::default(), failures: Mutex::default(), logs }
    }

    /// How often `command` failed for `entrant` in this run.
    pub fn failures(&self, entrant: &str, command: &str) -> u64 {
        let key = (entrant.to_owned(), command.to_owned());
        held(&self.failures).get(&key).copied().unwrap_or(0)
    }

    fn failed(&self, entrant: &str, command: &str) {
        *held(&self.failures).entry((entrant.to_owned(), command.to_owned())).or_insert(0) += 1;
    }

    /// Has the group killed when this process is gone.
    fn keep(&self, group: u32) -> std::io::Result<()> {
        let mut keeper = held(&self.keeper);
        let keeper = match &mut *keeper {
            Some(keeper) => keeper,
            none => none.insert(Keeper::start()?),
        };
        if keeper.add(group).is_err() {
            // Somebody has ended it.
            *keeper = Keeper::start()?;
            keeper.add(group)?;
        }
        Ok(())
    }

    fn release(&self, group: u32) {
        if let Some(keeper) = &mut *held(&self.keeper) {
            keeper.remove(group);
        }
    }

    fn log(&self, who: &Who, text: &[u8]) {
        if let Some(logs) = &self.logs {
            logs.add(who, text);
        }
    }
}

/// What a lock holds; nothing here is left half-done by a panic.
fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
