//! A small shell process that outlives this one and cleans up after it.
//!
//! It receives a list of charges: process groups and processes to kill, a folder to remove, a sentence to print. When
//! the pipe to it closes, because this process exited or was killed, it carries out all charges that were not
//! withdrawn. No signal handler is needed. If the keeper itself is killed, its replacement receives all charges again.
#![cfg_attr(not(unix), allow(dead_code, reason = "no program is started there"))]

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

use super::process_tree::MARK;

/// `$1` is the start of the mark of all programs of this process. Processes that left their group are found by this
/// mark, or by their label if they removed the mark, if there are `/proc` and a `grep` that can search it. A process may start
/// another one and end while `grep` reads, so the search ends after three turns without a process.
const SCRIPT: &str = r#"
trap '' HUP INT TERM
groups=' ' ones=' ' folder= said= label=none
while read -r what rest; do
    case $what in
        +g) groups="$groups$rest " ;;
        -g) case $groups in *" $rest "*) groups="${groups%% $rest *} ${groups#* $rest }" ;; esac ;;
        +p) ones="$ones$rest " ;;
        -p) case $ones in *" $rest "*) ones="${ones%% $rest *} ${ones#* $rest }" ;; esac ;;
        +d) folder=$rest ;;
        -d) folder= ;;
        +l) label=$rest ;;
        +s) said=$rest ;;
        -s) said= ;;
    esac
done
for group in $groups; do kill -s KILL -- "-$group"; done 2>/dev/null
for one in $ones; do kill -s KILL "$one"; done 2>/dev/null
turn=0 empty=0 own=${1#*=}
[ "$groups$label" != ' none' ] || empty=3
while [ $turn -lt 100 ] && [ $empty -lt 3 ]; do
    left=$(
        grep -lsaz -e "^$1" /proc/[0-9]*/environ
        grep -ls "^Max file locks  *$label " /proc/[0-9]*/limits | grep -v "^/proc/${own%.}/"
    )
    for one in $left; do one=${one#/proc/}; kill -s KILL "${one%/*}"; done
    [ -z "$left" ] && empty=$((empty + 1)) || empty=0
    turn=$((turn + 1))
done 2>/dev/null
[ -z "$folder" ] || rm -rf -- "$folder"
[ -z "$said" ] || printf '%s\n' "$said" >&2
"#;

/// A task of the keeper.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Charge {
    /// Kill a process group.
    Group(u32),
    /// Kill one process.
    One(u32),
    /// Remove a folder.
    Folder(String),
    /// Kill all processes with this label.
    Label(u64),
    /// Print a sentence on one line.
    Sentence(String),
}

impl Charge {
    #[cfg(unix)]
    fn label(&self) -> Option<u64> {
        if let Charge::Label(label) = self { Some(*label) } else { None }
    }

    /// Returns the line that adds (`+`) or withdraws (`-`) the charge.
    fn line(&self, sign: char) -> String {
        match self {
            Charge::Group(group) => format!("{sign}g {group}\n"),
            Charge::One(process) => format!("{sign}p {process}\n"),
            Charge::Folder(path) => format!("{sign}d {path}\n"),
            Charge::Label(label) => format!("{sign}l {label}\n"),
            Charge::Sentence(text) => format!("{sign}s {text}\n"),
        }
    }
}

/// The keeper of this process and its charges.
#[derive(Default)]
pub(super) struct Keeper {
    shell: Option<(Child, ChildStdin)>,
    charges: BTreeSet<Charge>,
}

impl Keeper {
    /// Creates a keeper without a process.
    pub(super) const fn new() -> Self {
        Keeper { shell: None, charges: BTreeSet::new() }
    }

    /// Returns the process id of the keeper.
    pub(super) fn process(&self) -> Option<u32> {
        self.shell.as_ref().map(|(child, _)| child.id())
    }

    /// Adds a charge.
    pub(super) fn add(&mut self, charge: Charge) -> io::Result<()> {
        let line = charge.line('+');
        if self.charges.insert(charge) { self.tell(&line) } else { Ok(()) }
    }

    /// Withdraws a charge. A process must be withdrawn before it is reaped, so that its id cannot be reused.
    pub(super) fn remove(&mut self, charge: &Charge) {
        if self.charges.remove(charge) {
            // Without a running keeper, the next one does not receive the charge.
            let _ = self.tell(&charge.line('-'));
        }
    }

    /// Starts another keeper if this one was killed or stopped.
    pub(super) fn look(&mut self) -> io::Result<()> {
        let Some((child, _)) = &mut self.shell else { return Ok(()) };
        if stopped(child) {
            child.kill()?;
        } else if child.try_wait()?.is_none() {
            return Ok(());
        }
        self.start()
    }

    fn tell(&mut self, line: &str) -> io::Result<()> {
        let written = self.shell.as_mut().is_some_and(|(_, pipe)| pipe.write_all(line.as_bytes()).is_ok());
        // A new keeper receives all charges.
        if written { Ok(()) } else { self.start() }
    }

    fn start(&mut self) -> io::Result<()> {
        if let Some((mut child, pipe)) = self.shell.take() {
            drop(pipe);
            child.wait()?;
        }
        let mut command = Command::new("sh");
        let mark = format!("{}={}.", MARK, std::process::id());
        command.args(["-c", SCRIPT, "ergo", &mark]).stdin(Stdio::piped()).stdout(Stdio::null());
        // A separate group: keys that interrupt this process do not reach the keeper.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        #[cfg(unix)]
        if let Some(label) = self.charges.iter().find_map(Charge::label) {
            super::limits::remove_label(child.id(), label)?;
        }
        let mut pipe = child.stdin.take().expect("its input is a pipe");
        let all: String = self.charges.iter().map(|charge| charge.line('+')).collect();
        pipe.write_all(all.as_bytes())?;
        self.shell = Some((child, pipe));
        Ok(())
    }
}

/// Returns true if a child is stopped.
#[cfg(unix)]
fn stopped(child: &Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

    let look = WaitIdOptions::STOPPED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    matches!(waitid(WaitId::Pid(Pid::from_child(child)), look), Ok(Some(_)))
}

#[cfg(not(unix))]
fn stopped(_: &Child) -> bool {
    false
}
