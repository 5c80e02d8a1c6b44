//! The table of the programs that this process has started, with their descendants.
//!
//! On Linux this process is the reaper of its descendants: a process that leaves its group, session and parent becomes a child of
//! this process and is found there. Killing a program kills its descendants. A watch thread looks for orphaned descendants 100
//! times a second and reports them to the keeper. It checks resource limits and the keeper 10 times a second. If this process is
//! killed, the keeper finds all descendants by their mark in the environment or by their label, an inherited limit.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use ergo_agents::process::Limits;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid};

use super::keeper::{Charge, Keeper};
use super::limits;
use super::process_label::held;
use super::process_tree;

/// The interval of the watch for orphaned descendants.
const SWEEP: Duration = Duration::from_millis(10);
/// Number of these intervals between two checks of limits and keeper.
const LOOK: u32 = 10;
/// The largest number of listed descendants of one program.
const MOST_LISTED: usize = 1_000;
/// The time limit for killing the descendants of a program.
const PATIENCE: Duration = Duration::from_secs(5);

static PROCESSES: Mutex<ProcessTable> = Mutex::new(ProcessTable::new());
static SOLE_STARTER: AtomicBool = AtomicBool::new(false);

/// Declares that only this module starts processes. Every other child is then a descendant of a program.
pub fn declare_sole_starter() {
    SOLE_STARTER.store(true, Relaxed);
}

struct ProcessTable {
    /// Programs by the id of their first process.
    programs: BTreeMap<u32, Resident>,
    /// Other processes among the children of this process.
    strays: BTreeSet<u32>,
    /// Descendants of programs at the last check.
    seen: BTreeSet<u32>,
    /// Descendants without the mark of their program. The keeper cannot find them by the mark, so it gets their ids.
    hidden: BTreeSet<u32>,
    keeper: Keeper,
    started: u64,
    watched: bool,
    reaper: bool,
}

struct Resident {
    mark: String,
    limits: Limits,
    /// The exceeded limit, if any.
    beyond: Option<String>,
}

/// Starts `command` as a program with these limits, in a process group of its own.
pub(super) fn start(command: &mut Command, limits: &Limits) -> io::Result<Child> {
    let mut processes = held(&PROCESSES);
    if !processes.reaper {
        #[cfg(target_os = "linux")]
        rustix::process::set_child_subreaper(Pid::from_raw(1))?;
        // A host of this library may start other processes, which the keeper must not kill, and may need a debugger.
        if SOLE_STARTER.load(Relaxed) {
            limits::forbid_tracing()?;
            if let Some(label) = limits::set_label() {
                processes.keeper.add(Charge::Label(label))?;
            }
        }
        processes.reaper = true;
    }
    processes.keeper.look()?;
    processes.started += 1;
    let mark = format!("{}.{}", std::process::id(), processes.started);
    // The table is locked, so the watch cannot see this child before it is listed.
    let mut child = command.env(process_tree::MARK, &mark).process_group(0).spawn()?;
    let process = child.id();
    let ready = processes.keeper.add(Charge::Group(process)).and_then(|()| limits::set(process, limits));
    let ready = ready.and_then(|()| processes.watch());
    if let Err(error) = ready {
        let _ = child.kill();
        processes.keeper.remove(&Charge::Group(process));
        let _ = child.wait();
        return Err(error);
    }
    processes.programs.insert(process, Resident { mark, limits: limits.clone(), beyond: None });
    Ok(child)
}

/// Returns the limit that a program exceeded, if the watch has killed it for that.
pub(super) fn beyond(child: &Child) -> Option<String> {
    held(&PROCESSES).programs.get(&child.id())?.beyond.clone()
}

/// Kills a program with all its descendants, and reaps it.
pub(super) fn bury(child: &mut Child) -> Option<ExitStatus> {
    let process = child.id();
    let mut processes = held(&PROCESSES);
    // Processes of the group need not be listed; the others become children of this process.
    let scattered = process_tree::descendants(process, MOST_LISTED);
    processes.seen.extend(&scattered);
    // An error means that the group is empty.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    scattered.into_iter().for_each(kill);
    processes.keeper.remove(&Charge::Group(process));
    let status = child.wait().ok();
    processes.programs.remove(&process);
    let start = Instant::now();
    while processes.sweep() > 0 && start.elapsed() < PATIENCE {
        drop(processes);
        std::thread::sleep(Duration::from_millis(1));
        processes = held(&PROCESSES);
    }
    if processes.programs.is_empty() {
        processes.seen.clear();
        processes.tell_of_hidden(BTreeSet::new());
    }
    status
}

/// Runs `work`, which may start and reap processes, while the table is locked, so that these are not taken for strays.
pub(super) fn undisturbed<T>(work: impl FnOnce() -> T) -> T {
    let _locked = held(&PROCESSES);
    work()
}

/// Adds a charge to the keeper.
pub(super) fn add(charge: Charge) -> io::Result<()> {
    held(&PROCESSES).keeper.add(charge)
}

/// Withdraws a charge.
pub(super) fn forget(charge: &Charge) {
    held(&PROCESSES).keeper.remove(charge);
}

impl ProcessTable {
    const fn new() -> Self {
        ProcessTable {
            programs: BTreeMap::new(),
            strays: BTreeSet::new(),
            seen: BTreeSet::new(),
            hidden: BTreeSet::new(),
            keeper: Keeper::new(),
            started: 0,
            watched: false,
            reaper: false,
        }
    }

    /// Starts the watch thread, which runs while there are programs.
    fn watch(&mut self) -> io::Result<()> {
        if self.watched {
            return Ok(());
        }
        std::thread::Builder::new().name("watch".to_owned()).spawn(|| {
            for turn in (1..=LOOK).cycle() {
                std::thread::sleep(SWEEP);
                let mut processes = held(&PROCESSES);
                if processes.programs.is_empty() {
                    processes.watched = false;
                    return;
                }
                if turn == LOOK {
                    processes.look();
                } else {
                    processes.sweep();
                }
            }
        })?;
        self.watched = true;
        Ok(())
    }

    fn look(&mut self) {
        // If a new keeper cannot be started now, the next check tries again.
        let _ = self.keeper.look();
        self.sweep();
        self.seen.clear();
        let mut hidden = BTreeSet::new();
        let strays: Vec<(u32, Option<String>)> =
            self.strays.iter().map(|&stray| (stray, process_tree::mark(stray))).collect();
        for (&process, resident) in &mut self.programs {
            // A program that already has too many processes is not counted further.
            let most = Some(resident.limits.processes as usize).filter(|&most| most > 0).unwrap_or(MOST_LISTED);
            let mut all = process_tree::descendants(process, most);
            all.extend(strays.iter().filter(|(_, mark)| mark.as_ref() == Some(&resident.mark)).map(|(stray, _)| stray));
            if resident.beyond.is_none() {
                let taken = process_tree::taken(all.iter().copied().chain([process]).take(most + 1));
                resident.beyond = limits::beyond(&resident.limits, &taken);
            }
            if resident.beyond.is_some() {
                if let Some(group) = Pid::from_raw(process as i32) {
                    let _ = kill_process_group(group, Signal::KILL);
                }
                all.iter().copied().for_each(kill);
            }
            hidden.extend(
                all.iter().copied().filter(|&process| process_tree::mark(process).as_ref() != Some(&resident.mark)),
            );
            self.seen.extend(all);
        }
        self.tell_of_hidden(hidden);
    }

    /// Updates the keeper's list of hidden processes.
    fn tell_of_hidden(&mut self, hidden: BTreeSet<u32>) {
        for &gone in self.hidden.difference(&hidden).filter(|gone| !self.strays.contains(gone)) {
            self.keeper.remove(&Charge::One(gone));
        }
        for &new in hidden.difference(&self.hidden) {
            // If the keeper cannot be reached, its replacement receives the charge.
            let _ = self.keeper.add(Charge::One(new));
        }
        self.hidden = hidden;
    }

    /// Kills the children of this process that belong to no living program and returns their number.
    fn sweep(&mut self) -> usize {
        let mut found = 0;
        let own = format!("{}.", std::process::id());
        for child in process_tree::children(std::process::id()) {
            if self.programs.contains_key(&child) || self.keeper.process() == Some(child) {
                continue;
            }
            let mark = process_tree::mark(child);
            let marked = mark.as_ref().is_some_and(|mark| mark.starts_with(&own));
            let known = self.strays.contains(&child) || self.seen.contains(&child);
            if !marked && !known && !SOLE_STARTER.load(Relaxed) {
                continue;
            }
            let is_new = self.strays.insert(child);
            if is_new {
                // If the keeper cannot be reached, its replacement receives the charge.
                let _ = self.keeper.add(Charge::One(child));
            }
            let belongs = self.programs.values().any(|resident| Some(&resident.mark) == mark.as_ref());
            // A process that is calling `exec` at this moment has no visible mark; it is checked again.
            if !(belongs || is_new && mark.is_none()) {
                kill(child);
            }
            if dead(child) {
                self.keeper.remove(&Charge::One(child));
                reap(child);
                self.strays.remove(&child);
            }
            found += usize::from(!belongs);
        }
        found
    }
}

fn kill(process: u32) {
    if let Some(process) = Pid::from_raw(process as i32) {
        let _ = kill_process(process, Signal::KILL);
    }
}

/// Returns true if a child has exited and was not reaped.
fn dead(child: u32) -> bool {
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    Pid::from_raw(child as i32).is_some_and(|child| !matches!(waitid(WaitId::Pid(child), look), Ok(None)))
}

fn reap(child: u32) {
    if let Some(child) = Pid::from_raw(child as i32) {
        let _ = waitid(WaitId::Pid(child), WaitIdOptions::EXITED | WaitIdOptions::NOHANG);
    }
}
