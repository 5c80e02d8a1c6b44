//! A small shell that outlives this process and sees to what it left behind.
//!
//! It is told what there is: groups of processes and single ones to be killed, a folder to be removed, a sentence to be said. When
//! the pipe to it closes, because this process ended or was interrupted or killed in any way, it does what it was told and
//! not told to leave again. No signal needs to be caught for that. If somebody ends the keeper, the next one is told all of it.
#![cfg_attr(not(unix), allow(dead_code, reason = "no program is started there"))]

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

use super::process_tree::MARK;

/// `$1` begins the mark of every program that was started here. Those who hid from the lists are found by it, where there is
/// `/proc` and a `grep` that can look there; a program that is being started meanwhile is found in the next turn.
const SCRIPT: &str = r#"
trap '' HUP INT TERM
groups=' ' ones=' ' folder= said=
while read -r what rest; do
    case $what in
        +g) groups="$groups$rest " ;;
        -g) case $groups in *" $rest "*) groups="${groups%% $rest *} ${groups#* $rest }" ;; esac ;;
        +p) ones="$ones$rest " ;;
        -p) case $ones in *" $rest "*) ones="${ones%% $rest *} ${ones#* $rest }" ;; esac ;;
        +d) folder=$rest ;;
        -d) folder= ;;
        +s) said=$rest ;;
        -s) said= ;;
    esac
done
for group in $groups; do kill -s KILL -- "-$group"; done 2>/dev/null
for one in $ones; do kill -s KILL "$one"; done 2>/dev/null
turn=0
while [ "$groups" != ' ' ] && [ $turn -lt 20 ]; do
    left=$(grep -lsaz -e "^$1" /proc/[0-9]*/environ 2>/dev/null)
    [ -n "$left" ] || break
    for one in $left; do one=${one#/proc/}; kill -s KILL "${one%/environ}"; done 2>/dev/null
    turn=$((turn + 1))
done
[ -z "$folder" ] || rm -rf -- "$folder"
[ -z "$said" ] || printf '%s\n' "$said" >&2
"#;

/// A charge of the keeper: a group of processes or one to be killed, a folder to be removed, or a sentence to be said.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Charge {
    /// A group of processes.
    Group(u32),
    /// One process.
    One(u32),
    /// A folder that nobody needs once this process has gone.
    Folder(String),
    /// A sentence, on one line.
    Sentence(String),
}

impl Charge {
    /// The line that tells of it, with the sign before it.
    fn line(&self, sign: char) -> String {
        match self {
            Charge::Group(group) => format!("{sign}g {group}\n"),
            Charge::One(process) => format!("{sign}p {process}\n"),
            Charge::Folder(path) => format!("{sign}d {path}\n"),
            Charge::Sentence(text) => format!("{sign}s {text}\n"),
        }
    }
}

/// The keeper of this process, and what it was told.
#[derive(Default)]
pub(super) struct Keeper {
    shell: Option<(Child, ChildStdin)>,
    charges: BTreeSet<Charge>,
}

impl Keeper {
    /// None yet.
    pub(super) const fn new() -> Self {
        Keeper { shell: None, charges: BTreeSet::new() }
    }

    /// The number of its process.
    pub(super) fn process(&self) -> Option<u32> {
        self.shell.as_ref().map(|(child, _)| child.id())
    }

    /// Tells it of something.
    pub(super) fn add(&mut self, charge: Charge) -> io::Result<()> {
        let line = charge.line('+');
        if self.charges.insert(charge) { self.tell(&line) } else { Ok(()) }
    }

    /// Takes something back: of a group or a process before anybody waits for it, so that its number is not another's yet.
    pub(super) fn remove(&mut self, charge: &Charge) {
        if self.charges.remove(charge) {
            // Where there is no keeper any more the next one is not told of it.
            let _ = self.tell(&charge.line('-'));
        }
    }

    /// Starts another one if somebody has ended this one, or stopped it.
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
        // A new one is told all there is.
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
        // A group of its own: the keys that interrupt this process leave the keeper alone.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let mut pipe = child.stdin.take().expect("its input is a pipe");
        let all: String = self.charges.iter().map(|charge| charge.line('+')).collect();
        pipe.write_all(all.as_bytes())?;
        self.shell = Some((child, pipe));
        Ok(())
    }
}

/// Whether somebody has stopped a child.
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
