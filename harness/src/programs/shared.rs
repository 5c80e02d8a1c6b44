//! What all programs of one run have in common.

use std::collections::BTreeMap;
use std::process::ExitStatus;
use std::sync::Mutex;

use super::keeper::Keeper;
use super::logs::Logs;
use super::who::{Who, held};

/// What all programs of one run have in common.
pub struct Programs {
    keeper: Mutex<Option<Keeper>>,
    failures: Mutex<BTreeMap<(String, String), u64>>,
    logs: Option<Logs>,
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

    pub(super) fn failed(&self, entrant: &str, command: &str) {
        *held(&self.failures).entry((entrant.to_owned(), command.to_owned())).or_insert(0) += 1;
    }

    /// Has the group killed when this process is gone.
    pub(super) fn keep(&self, group: u32) -> std::io::Result<()> {
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

    pub(super) fn release(&self, group: u32) {
        if let Some(keeper) = &mut *held(&self.keeper) {
            keeper.remove(group);
        }
    }

    pub(super) fn log(&self, who: &Who, text: &[u8]) {
        if let Some(logs) = &self.logs {
            logs.add(who, text);
        }
    }
}
