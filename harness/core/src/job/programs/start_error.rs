//! Why no program can be started here: a matter of this machine, so nobody's defeat.

/// Why no program can be started here. It ends the work, which can be gone on with; no match is forfeited for it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{who}: its program cannot be started: {why}, expected {expected}")]
pub struct StartError {
    /// Whose program, in which match.
    pub who: String,
    /// The reason, as the system gave it.
    pub why: String,
    /// The remedy.
    pub expected: String,
}
