#![doc = include_str!("../../PROTOCOL.md")]

pub mod agent;
pub mod lines;

use core::net::SocketAddr;

use ergo_engine::options::{OptionError, OptionSpec, Settings};

use crate::agent::AgentFault;
use crate::spec::{AgentKind, REPEATABLE};

/// As written in an experiment.
pub const KIND: &str = "process";
/// The library that speaks the protocol for a bot in Python, `ergobot.py`.
pub const ERGOBOT: &str = include_str!("../../examples/ergobot.py");
/// A first bot for ERGO on it: the most points now.
pub const POINTS: &str = include_str!("../../examples/points.py");

/// A language model as a bot, on it.
pub const LLM: &str = include_str!("../../examples/llm.py");

/// A line to a program, and a line back. Whoever runs programs provides it, with a clock; here there is none.
pub trait Link: Send {
    /// Sends `line`, which ends with a newline, and waits for a line, given without its end, as long as is allowed.
    fn ask(&mut self, line: &[u8], what: Asked) -> Result<&[u8], AgentFault>;

    /// Sends `line`, which ends with a newline, and waits for nothing.
    fn tell(&mut self, line: &[u8]);

    /// The match is over: the program is to end.
    fn end(&mut self);

    /// Notes that its last answer was refused, and why. A program that cannot be trusted to read on may be ended for it.
    fn refuse(&mut self, fault: AgentFault, why: &str);
}

impl<L: Link + ?Sized> Link for Box<L> {
    fn ask(&mut self, line: &[u8], what: Asked) -> Result<&[u8], AgentFault> {
        (**self).ask(line, what)
    }

    fn tell(&mut self, line: &[u8]) {
        (**self).tell(line);
    }

    fn end(&mut self) {
        (**self).end();
    }

    fn refuse(&mut self, fault: AgentFault, why: &str) {
        (**self).refuse(fault, why);
    }
}

/// The request to a program, which decides how long it may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Asked {
    Ready,
    Action,
}

/// The command and the limits of a program, as set in the experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The command, in the language of the shell.
    pub command: String,
    /// Milliseconds for each answer.
    pub move_ms: u64,
    /// Milliseconds from its start until it is ready.
    pub start_ms: u64,
    /// Megabytes of memory (2²⁰ bytes of address space) for each of its processes; 0 is no limit.
    pub memory_mb: u64,
    /// Megabytes of memory in use by all its processes together; 0 is no limit.
    pub total_memory_mb: u64,
    /// Megabytes of each file it writes; 0 is no limit.
    pub file_mb: u64,
    /// How many processes it may be at once; 0 is no limit.
    pub processes: u64,
    /// Seconds of processors in a match, of each process and of all together; 0 is no limit.
    pub cpu_s: u64,
    /// Whether it runs in a room without network, results and other processes.
    pub sandbox: bool,
    /// The address of this machine that it can reach in a sandbox.
    pub network: Option<SocketAddr>,
    /// Whether a process plays many matches, one after the other, each begun by a hello.
    pub reuse: bool,
    /// Whether it is told what comes of each legal action, where the game can say.
    pub results: bool,
    /// Whether it is told the rules, the position and each legal action in words.
    pub text: bool,
    /// How often in a run it may fail and be started again for the next match.
    pub restarts: u64,
}

/// A program of one's own.
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
    /// The limits that checked settings give. There must be a command.
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
