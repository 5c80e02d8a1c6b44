//! An external program at its seat for one match. Its process may play further matches.

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ergo_agents::agent::AgentFault;
use ergo_agents::process::{Limits, Link, RequestKind};
use rustix::io::Errno;

use super::forfeits::FaultReason;
use super::logs::LogEntry;
use super::pipes::LineState;
use super::process::{GLANCE, Process};
use super::process_label::ProcessLabel;
use super::shared::{ProgramExit, Programs};
use super::start_error::StartError;
use super::{process_table, sandbox};

/// Waits for the line that confirms that the keeper is informed and the limits are set, so that no unsupervised process
/// runs; then becomes the command, in a sandbox if one is given. Reading the terminal fails at once instead of stopping
/// the program. A command of several programs needs a shell around it.
const START: &str = r#"trap '' TTIN TTOU
read -r go || exit 0
command=$1
shift
[ $# = 0 ] || exec "$@" sh -c "$command"
case $command in
    *[\;\&\|\(\)\{\}\=\!]* | exec\ *) exec sh -c "$command" ;;
    *) eval "exec $command" ;;
esac"#;

/// Waiting time for the exit status of a program that closed its output.
const LAST_BREATH: Duration = Duration::from_millis(50);
/// The polling interval for a program that is thinking.
const SLICE: Duration = Duration::from_millis(50);
/// The number of quoted bytes of unrequested output.
const QUOTED: usize = 120;

/// A running program. Dropping it kills it and its descendants.
pub struct Program {
    programs: Arc<Programs>,
    who: ProcessLabel,
    limits: Limits,
    /// Present until this is dropped.
    process: Option<Process>,
    /// True if the process has played another match before.
    reused: bool,
    /// True if the process may play another match.
    stays: bool,
    line: Vec<u8>,
    started: Instant,
    asked: u64,
    complaint: Option<String>,
    /// The fault and its reason, if the program caused one.
    fault: Option<(AgentFault, String)>,
    farewell: Option<ProgramExit>,
}

impl Program {
    /// Starts the command of `limits` for the entrant and seat `who`. `programs` records a failure to start, which is a
    /// problem of this machine and not a fault of the agent.
    ///
    /// # Errors
    ///
    /// Returns a fault if the program cannot be started.
    pub fn start(programs: &Arc<Programs>, who: &ProcessLabel, limits: &Limits) -> Result<Self, AgentFault> {
        if programs.check_startable().is_err() {
            return Err(AgentFault::FailedToStart);
        }
        let started = Instant::now();
        if let Some(process) = limits.reuse.then(|| programs.waiting(&who.entrant, &limits.command)).flatten() {
            let mut program = Self::of(process, programs, who, limits, started);
            program.reused = true;
            return Ok(program);
        }
        Ok(Self::of(launched(programs, who, limits)?, programs, who, limits, started))
    }

    /// Wraps `process` at the start of a match.
    fn of(process: Process, programs: &Arc<Programs>, who: &ProcessLabel, limits: &Limits, started: Instant) -> Self {
        Program {
            programs: Arc::clone(programs),
            who: who.clone(),
            limits: limits.clone(),
            process: Some(process),
            reused: false,
            stays: false,
            line: Vec::new(),
            started,
            asked: 0,
            complaint: None,
            fault: None,
            farewell: None,
        }
    }

    fn process(&mut self) -> &mut Process {
        self.process.as_mut().expect("there until this is dropped")
    }

    /// Keeps the process for another match if it has read all input and written nothing more.
    fn stay(&mut self, deadline: Instant) {
        let process = self.process();
        while process.pipes.sending() && Instant::now() < deadline && !process.pipes.ended() {
            process.pipes.pump(deadline.min(Instant::now() + GLANCE));
        }
        let listened = !process.pipes.sending() && process.pipes.unread().is_empty() && !process.pipes.ended();
        self.stays = listened && self.complaint.is_none();
    }

    /// Returns how the program exited, once its match is over.
    pub fn exit(&self) -> Option<ProgramExit> {
        self.farewell
    }

    /// Returns the complaint about the program, if there is one.
    pub fn complaint(&self) -> Option<&str> {
        self.complaint.as_deref()
    }

    fn fail<T>(&mut self, fault: AgentFault, why: &str) -> Result<T, AgentFault> {
        self.refuse(fault, why);
        Err(fault)
    }
}

impl Link for Program {
    fn ask(&mut self, line: &[u8], what: RequestKind) -> Result<&[u8], AgentFault> {
        let (from, allowed) = match what {
            RequestKind::Ready => (self.started, self.limits.start_ms),
            RequestKind::Action => (Instant::now(), self.limits.move_ms),
        };
        if what == RequestKind::Action {
            self.asked += 1;
            let pipes = &mut self.process().pipes;
            pipes.pump(from);
            if !pipes.unread().is_empty() {
                let unasked = &pipes.unread()[..pipes.unread().len().min(QUOTED)];
                let why = format!("wrote {:?} before it was asked", String::from_utf8_lossy(unasked));
                return self.fail(AgentFault::Garbage, &why);
            }
        }
        let mut deadline = from + Duration::from_millis(allowed);
        self.process().pipes.send(line);
        loop {
            let process = self.process.as_mut().expect("there until this is dropped");
            // Checked before the last read, so that an answer in time counts even if this thread is late.
            let late = Instant::now() >= deadline;
            // The output of an exited program may be held open by its children, so its end is not visible.
            let exited = process.exited(Instant::now());
            let moved = process.pipes.pump(if exited { Instant::now() } else { deadline.min(Instant::now() + SLICE) });
            match process.pipes.take_line(&mut self.line) {
                LineState::Whole => {
                    if what == RequestKind::Ready {
                        self.programs.ready(&self.who.entrant, &self.limits.command);
                    }
                    return Ok(&self.line);
                }
                LineState::TooLong => return self.fail(AgentFault::Flooded, "wrote a line that does not end"),
                LineState::Unfinished => {}
            }
            if process.pipes.ended() || (exited && !moved) {
                // A process that exited between two matches is started again.
                if self.reused && what == RequestKind::Ready {
                    self.process = Some(launched(&self.programs, &self.who, &self.limits)?);
                    (self.reused, self.started) = (false, Instant::now());
                    deadline = self.started + Duration::from_millis(allowed);
                    self.process().pipes.send(line);
                    continue;
                }
                let exited = process.exited(Instant::now() + LAST_BREATH);
                process.bury();
                let end = match (process.beyond.take(), process.buried.filter(|_| exited)) {
                    (Some(beyond), _) => format!("was ended: {beyond}"),
                    (None, Some(status)) => format!("ended ({status})"),
                    (None, None) => "closed its output".to_owned(),
                };
                let half = if process.pipes.unread().is_empty() { "" } else { " in the middle of a line" };
                let fault = if what == RequestKind::Ready { AgentFault::FailedToStart } else { AgentFault::Died };
                return self.fail(fault, &format!("{end}{half}"));
            }
            if late {
                let half = if process.pipes.unread().is_empty() { "no answer" } else { "half a line" };
                return self.fail(AgentFault::Timeout, &format!("{half} within {allowed} ms"));
            }
        }
    }

    fn send(&mut self, line: &[u8]) {
        let process = self.process();
        if process.buried.is_none() {
            process.pipes.send(line);
            process.pipes.pump(Instant::now());
        }
    }

    fn end(&mut self) {
        let deadline = Instant::now() + Duration::from_millis(self.limits.move_ms);
        if self.process().buried.is_some() {
            return;
        }
        if self.limits.reuse {
            return self.stay(deadline);
        }
        let process = self.process.as_mut().expect("there until this is dropped");
        let (mut unasked, mut exited) = (0, false);
        while Instant::now() < deadline {
            if !process.pipes.sending() {
                process.pipes.close();
            }
            process.pipes.pump(deadline.min(Instant::now() + GLANCE));
            unasked += process.pipes.clear();
            // A program that closed its output is about to exit; an exited program may have left its output to
            // children.
            let patience = if process.pipes.ended() { GLANCE } else { Duration::ZERO };
            exited = process.exited(deadline.min(Instant::now() + patience));
            if exited {
                break;
            }
        }
        process.bury();
        // Output between the last read and the exit.
        process.pipes.pump(Instant::now());
        unasked += process.pipes.clear();
        let status = process.buried.filter(|_| exited);
        if self.complaint.is_none() {
            self.complaint = match status {
                _ if process.beyond.is_some() => process.beyond.take().map(|beyond| format!("was ended: {beyond}")),
                None => Some(format!("did not end within {} ms of the end of the match", self.limits.move_ms)),
                Some(status) if !status.success() => Some(format!("ended with {status} after the match")),
                Some(_) => None,
            };
        }
        self.farewell = Some(ProgramExit { status, unasked });
    }

    fn refuse(&mut self, fault: AgentFault, why: &str) {
        let at = if self.asked == 0 { "the start".to_owned() } else { format!("decision {}", self.asked) };
        self.complaint = Some(format!("{fault} at {at}: {why}"));
        self.fault = Some((fault, why.to_owned()));
        if fault != AgentFault::Illegal {
            self.process().bury();
            let hung = self.asked == 0 && fault == AgentFault::Timeout;
            self.programs.failed(&self.who.entrant, &self.limits.command, hung);
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let Some(mut process) = self.process.take() else { return };
        if !self.stays {
            process.bury();
        }
        process.pipes.drain_errors();
        let errors = process.pipes.errors();
        if self.complaint.is_some() || !errors.is_empty() {
            let what = self.complaint.as_deref().unwrap_or("wrote to standard error");
            let kind = self.fault.as_ref().map_or(what.to_owned(), |(fault, why)| fault_kind(*fault, why));
            self.programs.log(&self.who, &LogEntry { what, kind: &kind, errors: &errors });
        }
        if let Some((_, why)) = self.fault.take() {
            let is_at_start = self.asked == 0;
            self.programs.add_reason(&self.who, FaultReason::new(why, &errors, is_at_start, self.limits.results));
        }
        if self.stays {
            self.programs.keep(&self.who.entrant, &self.limits.command, process);
        }
    }
}

/// Starts a new process for the command of `limits`; `programs` records a failure to start.
fn launched(programs: &Programs, who: &ProcessLabel, limits: &Limits) -> Result<Process, AgentFault> {
    launch(programs, limits).map_err(|(why, expected)| {
        let who = format!("{}, seat {}, {}", who.game, who.seat, who.entrant);
        programs.stop(StartError { who, why, expected });
        AgentFault::FailedToStart
    })
}

fn launch(programs: &Programs, limits: &Limits) -> Result<Process, (String, String)> {
    let mut command = Command::new("sh");
    command.args(["-c", START, "ergo", &limits.command]);
    if limits.sandbox {
        if let Some(why) = process_table::undisturbed(sandbox::missing) {
            return Err((why, "bubblewrap to be installed, or sandbox = false".to_owned()));
        }
        let [seen, before] = match limits.network {
            Some(address) => programs.gateways.arguments(address).map_err(|error| {
                (
                    format!("network = \"{address}\": {error}"),
                    "a folder for temporary files and the program ergo".to_owned(),
                )
            })?,
            None => Default::default(),
        };
        command.args(sandbox::around(&limits.command, &seen)).args(before);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let failed = |error: std::io::Error| (error.to_string(), expected(&error).to_owned());
    let mut process = process_table::start(&mut command, limits).and_then(Process::new).map_err(failed)?;
    process.pipes.send(b"go\n");
    Ok(process)
}

/// Returns the part of a fault that equal faults share. Of a rejected answer, this is what was expected without numbers, because
/// the answer and the number of actions differ between decisions.
fn fault_kind(fault: AgentFault, why: &str) -> String {
    match why.rsplit_once("expected") {
        Some((_, expected)) => format!("{fault} {}", expected.replace(|c: char| c.is_ascii_digit(), "")),
        None => format!("{fault} {why}"),
    }
}

/// Returns a remedy for a start error. The command itself is never the reason, since its errors are reported by its
/// shell.
fn expected(error: &std::io::Error) -> &'static str {
    match error.raw_os_error().map(Errno::from_raw_os_error) {
        Some(Errno::MFILE | Errno::NFILE) => "room for more open files (ulimit -n), or fewer --threads",
        Some(Errno::AGAIN) => "room for more processes (ulimit -u), or fewer --threads",
        Some(Errno::NOMEM) => "more free memory, or fewer --threads",
        Some(Errno::TOOBIG) => "a shorter command",
        _ => "a system on which `sh` can be started",
    }
}
