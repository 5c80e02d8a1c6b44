//! How an agent can fail.

/// Why an agent's answer could not be played. Recorded, never repaired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.word())]
pub enum AgentFault {
    /// An action that is not legal.
    Illegal,
    /// The agent panicked.
    Crashed,
    /// The program could not be started, or ended before it was ready.
    FailedToStart,
    /// The program did not answer in time.
    Timeout,
    /// The program ended, or closed its output, before it answered.
    Died,
    /// The program wrote something that is no answer to what it was asked.
    Garbage,
    /// The program wrote a line that is too long.
    Flooded,
    /// The program failed so often in this run that it was not started again.
    GivenUp,
}

impl AgentFault {
    /// Every fault there is.
    pub const ALL: [AgentFault; 8] = [
        AgentFault::Illegal,
        AgentFault::Crashed,
        AgentFault::FailedToStart,
        AgentFault::Timeout,
        AgentFault::Died,
        AgentFault::Garbage,
        AgentFault::Flooded,
        AgentFault::GivenUp,
    ];

    /// As in the rows.
    pub const fn word(self) -> &'static str {
        match self {
            AgentFault::Illegal => "illegal",
            AgentFault::Crashed => "crashed",
            AgentFault::FailedToStart => "failed_to_start",
            AgentFault::Timeout => "timeout",
            AgentFault::Died => "died",
            AgentFault::Garbage => "garbage",
            AgentFault::Flooded => "flooded",
            AgentFault::GivenUp => "given_up",
        }
    }
}
