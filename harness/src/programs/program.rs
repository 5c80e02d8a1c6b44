//! One program for one match.

use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ergo_agents::agent::AgentFault;
use ergo_agents::process::{Asked, Limits, Link};
use rustix::io::Errno;
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use super::pipes::{Line, Pipes};
use super::shared::{Farewell, Programs};
use super::trouble::Trouble;
use super::who::Who;
use super::{house, sandbox};

/// Waits for the word that the keeper knows of it and that its limits are set, so that nothing runs that nobody would end; then
/// becomes the command, in a sandbox if one is given. A command that is more than one program needs a shell around it.
const START: &str = r#"read -r go || exit 0
command=$1
shift
[ $# = 0 ] || exec "$@" sh -c "$command"
case $command in
    *[\;\&\|\(\)\{\}\=\!]* | exec\ *) exec sh -c "$command" ;;
    *) eval "exec $command" ;;
esac"#;

/// How long to wait for the exit status of a program that closed its output.
const LAST_BREATH: Duration = Duration::from_millis(50);
/// How often a program that thinks is looked after.
const SLICE: Duration = Duration::from_millis(50);
/// How often a program that was told to end is looked after.
const GLANCE: Duration = Duration::from_millis(5);
/// Bytes of what it wrote unasked that are quoted.
const QUOTED: usize = 120;

/// A running program. Dropped, it is killed with all that it started.
pub struct Program {
    programs: Arc<Programs>,
    who: Who,
    limits: Limits,
    child: Child,
    /// Whether the group is gone and its leader waited for.
    buried: Option<ExitStatus>,
    /// Which limit it went beyond, if it was ended for that.
    beyond: Option<String>,
    pipes: Pipes,
    line: Vec<u8>,
    started: Instant,
    asked: u64,
    complaint: Option<String>,
    farewell: Option<Farewell>,
}

impl Program {
    /// Starts the command of `limits` for `who`. What hinders that is a matter of this machine, and kept by `programs`.
    pub fn start(programs: &Arc<Programs>, who: &Who, limits: &Limits) -> Result<Self, AgentFault> {
        if programs.fit().is_err() {
            return Err(AgentFault::FailedToStart);
        }
        let started = Instant::now();
        Self::spawn(programs, who, limits, started).map_err(|(why, expected)| {
            let who = format!("{}, seat {}, {}", who.game, who.seat, who.entrant);
            programs.stop(Trouble { who, why, expected });
            AgentFault::FailedToStart
        })
    }

    fn spawn(programs: &Arc<Programs>, who: &Who, limits: &Limits, started: Instant) -> Result<Self, (String, String)> {
        let mut command = Command::new("sh");
        command.args(["-c", START, "ergo", &limits.command]);
        if limits.sandbox {
            if let Some(why) = house::undisturbed(sandbox::missing) {
                return Err((why, "bubblewrap to be installed, or sandbox = false".to_owned()));
            }
            command.args(sandbox::around(&limits.command));
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let failed = |error: std::io::Error| (error.to_string(), expected(&error).to_owned());
        let mut child = house::start(&mut command, limits).map_err(failed)?;
        let mut pipes = match Pipes::new(&mut child) {
            Ok(pipes) => pipes,
            Err(error) => {
                house::bury(&mut child);
                return Err(failed(error));
            }
        };
        pipes.send(b"go\n");
        Ok(Program {
            programs: Arc::clone(programs),
            who: who.clone(),
            limits: limits.clone(),
            child,
            buried: None,
            beyond: None,
            pipes,
            line: Vec::new(),
            started,
            asked: 0,
            complaint: None,
            farewell: None,
        })
    }

    /// How it took leave, once its match is over.
    pub fn farewell(&self) -> Option<Farewell> {
        self.farewell
    }

    /// What was wrong with it, so far.
    pub fn complaint(&self) -> Option<&str> {
        self.complaint.as_deref()
    }

    fn fail<T>(&mut self, fault: AgentFault, why: &str) -> Result<T, AgentFault> {
        self.refuse(fault, why);
        Err(fault)
    }

    /// Whether the leader of the group has exited, waiting for that not beyond `until`. It keeps its number until it is
    /// buried, so that no other process can be taken for it.
    fn exited(&self, until: Instant) -> bool {
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
    fn bury(&mut self) {
        if self.buried.is_none() {
            self.beyond = house::beyond(&self.child);
            self.buried = house::bury(&mut self.child);
        }
    }
}

impl Link for Program {
    fn ask(&mut self, line: &[u8], what: Asked) -> Result<&[u8], AgentFault> {
        let (from, allowed) = match what {
            Asked::Ready => (self.started, self.limits.start_ms),
            Asked::Action => (Instant::now(), self.limits.move_ms),
        };
        if what == Asked::Action {
            self.asked += 1;
            self.pipes.pump(from);
            if !self.pipes.unread().is_empty() {
                let unasked = &self.pipes.unread()[..self.pipes.unread().len().min(QUOTED)];
                let why = format!("wrote {:?} before it was asked", String::from_utf8_lossy(unasked));
                return self.fail(AgentFault::Garbage, &why);
            }
        }
        let deadline = from + Duration::from_millis(allowed);
        self.pipes.send(line);
        loop {
            // Looked at before the last reading: what came in time counts, however late this thread gets to it.
            let late = Instant::now() >= deadline;
            // One that has exited may have left its output to others, so that its end does not show.
            let exited = self.exited(Instant::now());
            let moved = self.pipes.pump(if exited { Instant::now() } else { deadline.min(Instant::now() + SLICE) });
            match self.pipes.take_line(&mut self.line) {
                Line::Whole => {
                    if what == Asked::Ready {
                        self.programs.ready(&self.who.entrant, &self.limits.command);
                    }
                    return Ok(&self.line);
                }
                Line::TooLong => return self.fail(AgentFault::Flooded, "wrote a line that does not end"),
                Line::Unfinished => {}
            }
            if self.pipes.ended() || (exited && !moved) {
                let exited = self.exited(Instant::now() + LAST_BREATH);
                self.bury();
                let end = match (self.beyond.take(), self.buried.filter(|_| exited)) {
                    (Some(beyond), _) => format!("was ended: {beyond}"),
                    (None, Some(status)) => format!("ended ({status})"),
                    (None, None) => "closed its output".to_owned(),
                };
                let half = if self.pipes.unread().is_empty() { "" } else { " in the middle of a line" };
                let fault = if what == Asked::Ready { AgentFault::FailedToStart } else { AgentFault::Died };
                return self.fail(fault, &format!("{end}{half}"));
            }
            if late {
                let half = if self.pipes.unread().is_empty() { "no answer" } else { "half a line" };
                return self.fail(AgentFault::Timeout, &format!("{half} within {allowed} ms"));
            }
        }
    }

    fn tell(&mut self, line: &[u8]) {
        if self.buried.is_some() {
            return;
        }
        self.pipes.send(line);
        self.pipes.pump(Instant::now());
    }

    fn end(&mut self) {
        if self.buried.is_some() {
            return;
        }
        let deadline = Instant::now() + Duration::from_millis(self.limits.move_ms);
        let (mut unasked, mut exited) = (0, false);
        while Instant::now() < deadline {
            if !self.pipes.sending() {
                self.pipes.close();
            }
            self.pipes.pump(deadline.min(Instant::now() + GLANCE));
            unasked += self.pipes.clear();
            // One that has closed its output is about to exit; one that has exited may have left its output to others.
            let patience = if self.pipes.ended() { GLANCE } else { Duration::ZERO };
            exited = self.exited(deadline.min(Instant::now() + patience));
            if exited {
                break;
            }
        }
        self.bury();
        // What it wrote between the last reading and its end.
        self.pipes.pump(Instant::now());
        unasked += self.pipes.clear();
        let status = self.buried.filter(|_| exited);
        if self.complaint.is_none() {
            self.complaint = match status {
                _ if self.beyond.is_some() => self.beyond.take().map(|beyond| format!("was ended: {beyond}")),
                None => Some(format!("did not end within {} ms of the end of the match", self.limits.move_ms)),
                Some(status) if !status.success() => Some(format!("ended with {status} after the match")),
                Some(_) => None,
            };
        }
        self.farewell = Some(Farewell { status, unasked });
    }

    fn refuse(&mut self, fault: AgentFault, why: &str) {
        let at = if self.asked == 0 { "the start".to_owned() } else { format!("decision {}", self.asked) };
        self.complaint = Some(format!("{fault} at {at}: {why}"));
        if fault != AgentFault::Illegal {
            self.bury();
            let hung = self.asked == 0 && fault == AgentFault::Timeout;
            self.programs.failed(&self.who.entrant, &self.limits.command, hung);
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.bury();
        self.pipes.drain_errors();
        let errors = self.pipes.errors();
        if self.complaint.is_some() || !errors.is_empty() {
            let what = self.complaint.as_deref().unwrap_or("wrote to standard error");
            let mut text = heading(&self.who, what).into_bytes();
            text.extend_from_slice(&errors);
            self.programs.log(&self.who, &text);
        }
    }
}

fn heading(who: &Who, what: &str) -> String {
    format!("{}, seat {}: {what}\n", who.game, who.seat)
}

/// What would help where a program cannot be started for this reason. It is never one of the command: that is told by its shell.
fn expected(error: &std::io::Error) -> &'static str {
    match error.raw_os_error().map(Errno::from_raw_os_error) {
        Some(Errno::MFILE | Errno::NFILE) => "room for more open files (ulimit -n), or fewer --threads",
        Some(Errno::AGAIN) => "room for more processes (ulimit -u), or fewer --threads",
        Some(Errno::NOMEM) => "more free memory, or fewer --threads",
        Some(Errno::TOOBIG) => "a shorter command",
        _ => "a system on which `sh` can be started",
    }
}
