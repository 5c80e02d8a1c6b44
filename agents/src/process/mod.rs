#![doc = include_str!("../../PROTOCOL.md")]

pub mod agent;
pub mod lines;

use core::net::SocketAddr;

use ergo_engine::options::{OptionError, OptionSpec, Settings};

use crate::agent::AgentFault;
use crate::spec::{AgentKind, REPEATABLE};

/// The name of this kind of agent in an experiment.
pub const KIND: &str = "process";
/// Source text of `ergobot.py`, a Python library for bots that implements the protocol.
pub const ERGOBOT: &str = include_str!("../../examples/ergobot.py");
/// Source text of `points.py`, a bot for ERGO with that library that maximizes its lead in points.
pub const POINTS: &str = include_str!("../../examples/points.py");
/// Source text of `llm.py`, a bot with that library that asks a language model.
pub const LLM: &str = include_str!("../../examples/llm.py");

/// A connection to a program: sends lines and receives answers within time limits.
pub trait Link: Send {
    /// Sends `line`, which ends with a newline, waits for the answer and returns it without its newline. `kind` determines
    /// the time limit.
    ///
    /// # Errors
    ///
    /// Returns the fault if the program gives no complete line in time.
    fn ask(&mut self, line: &[u8], kind: RequestKind) -> Result<&[u8], AgentFault>;

    /// Sends `line`, which ends with a newline, without waiting for an answer.
    fn send(&mut self, line: &[u8]);

    /// Ends the match. The program exits, unless its process is reused.
    fn end(&mut self);

    /// Records that the last answer was rejected as `fault`, and the reason. May end the program.
    fn refuse(&mut self, fault: AgentFault, why: &str);
}

impl<L: Link + ?Sized> Link for Box<L> {
    fn ask(&mut self, line: &[u8], kind: RequestKind) -> Result<&[u8], AgentFault> {
        (**self).ask(line, kind)
    }

    fn send(&mut self, line: &[u8]) {
        (**self).send(line);
    }

    fn end(&mut self) {
        (**self).end();
    }

    fn refuse(&mut self, fault: AgentFault, why: &str) {
        (**self).refuse(fault, why);
    }
}

/// The kind of a request to a program, which determines its time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum RequestKind {
    Ready,
    Action,
}

/// The command, limits and other settings of a program, as set in the experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The shell command that starts the program.
    pub command: String,
    /// Time limit for each answer in milliseconds.
    pub move_ms: u64,
    /// Time limit from the start until the program is ready, in milliseconds.
    pub start_ms: u64,
    /// Limit of address space of each process in megabytes (2²⁰ bytes); 0 is no limit.
    pub memory_mb: u64,
    /// Limit of memory in use by all processes of the program together in megabytes; 0 is no limit.
    pub total_memory_mb: u64,
    /// Maximum size of each written file in megabytes; 0 is no limit.
    pub file_mb: u64,
    /// Maximum number of processes at the same time; 0 is no limit.
    pub processes: u64,
    /// Limit of CPU seconds per match, for each process and for all together; 0 is no limit.
    pub cpu_s: u64,
    /// True if the program runs in a sandbox, without network, results folder and other processes.
    pub sandbox: bool,
    /// The only address that the program can connect to from a sandbox; always a loopback address.
    pub network: Option<SocketAddr>,
    /// True if a process plays several matches, one after the other, each from its [`Hello`](lines::Hello).
    pub reuse: bool,
    /// True if every decision includes the result of each legal action, if the game supports it.
    pub results: bool,
    /// True if the rules, the position and each legal action are sent in words as well.
    pub text: bool,
    /// Maximum number of failures in a run after which the program is started again for the next match.
    pub restarts: u64,
}

/// Returns the description of agents that are external programs.
pub fn kind() -> AgentKind {
    AgentKind {
        name: KIND,
        about: "a program outside that is shown what its seat knows (agents/PROTOCOL.md)",
        options: options(),
    }
}

fn options() -> Vec<OptionSpec> {
    vec![
        OptionSpec::text("command", "how to start it, as in a shell, from the folder that ergo runs in"),
        OptionSpec::int("move_ms", 1_000, 1, 3_600_000, "milliseconds for each answer"),
        OptionSpec::int("start_ms", 10_000, 1, 3_600_000, "milliseconds until it is ready"),
        OptionSpec::int(
            "memory_mb",
            4_096,
            0,
            1 << 24,
            "megabytes of address space of each of its processes, 0: no limit",
        ),
        OptionSpec::int("total_memory_mb", 4_096, 0, 1 << 24, "megabytes in use by all its processes, 0: no limit"),
        OptionSpec::int("file_mb", 1_024, 0, 1 << 24, "megabytes of each file it writes, 0: no limit"),
        OptionSpec::int("processes", 64, 0, 1 << 20, "how many processes it may be at once, 0: no limit"),
        OptionSpec::int("cpu_s", 3_600, 0, 1_000_000_000, "seconds of processors in a match, 0: no limit"),
        OptionSpec::bool("sandbox", false, "run it with bwrap: without network, results, other processes"),
        OptionSpec::text("network", "with sandbox = true: the one address it can reach, such as 127.0.0.1:8391"),
        OptionSpec::bool("reuse", false, "let a process play many matches, each begun by a hello"),
        OptionSpec::bool("results", false, "tell it what comes of every legal action, where the game can say"),
        OptionSpec::bool("text", false, "send the rules, the position and every legal action in words"),
        OptionSpec::bool(
            REPEATABLE,
            true,
            "whether it gives the same answers again; a language model or a clock does not",
        ),
        OptionSpec::int("restarts", 100, 0, 1_000_000_000, "how often in a run it may fail and be started again"),
    ]
}

impl Limits {
    /// Reads the limits from checked settings.
    ///
    /// # Errors
    ///
    /// Returns an error if the command is empty, or `network` is no loopback address with a port or lacks `sandbox`.
    pub fn new(settings: &Settings) -> Result<Self, OptionError> {
        let command = settings.text("command").trim();
        if command.is_empty() {
            let what = "command = \"\": expected a command such as \"python3 my_bot.py\"";
            return Err(OptionError::Together(what.to_owned()));
        }
        let network = match settings.text("network") {
            "" => None,
            text => {
                let address: Option<SocketAddr> = text.parse().ok();
                let network = address.filter(|address| address.ip().is_loopback() && address.port() > 0);
                let expected = "expected an address and a port of this machine, such as \"127.0.0.1:8391\"";
                let wrong = |what: &str| OptionError::Together(format!("network = {text:?}: {what}"));
                if network.is_some() && !settings.bool("sandbox") {
                    return Err(wrong("needs sandbox = true; without a sandbox every address can be reached"));
                }
                Some(network.ok_or_else(|| wrong(expected))?)
            }
        };
        Ok(Limits {
            command: command.to_owned(),
            move_ms: settings.int("move_ms") as u64,
            start_ms: settings.int("start_ms") as u64,
            memory_mb: settings.int("memory_mb") as u64,
            total_memory_mb: settings.int("total_memory_mb") as u64,
            file_mb: settings.int("file_mb") as u64,
            processes: settings.int("processes") as u64,
            cpu_s: settings.int("cpu_s") as u64,
            sandbox: settings.bool("sandbox"),
            network,
            reuse: settings.bool("reuse"),
            results: settings.bool("results"),
            text: settings.bool("text"),
            restarts: settings.int("restarts") as u64,
        })
    }
}
