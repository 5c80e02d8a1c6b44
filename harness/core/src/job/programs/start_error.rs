//! The error of a program that cannot be started on this machine.

/// The program cannot be started on this machine. The run ends and can be resumed; no match is forfeited.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{who}: its program cannot be started: {why}, expected {expected}")]
pub struct StartError {
    /// The entrant and the match.
    pub who: String,
    /// The reason given by the system.
    pub why: String,
    /// The remedy.
    pub expected: String,
}
