//! A fault of an experiment in one line: where, what is wrong, and what is expected.

/// A fault of an experiment: where it is, what is wrong, and what is expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {what}")]
pub struct Problem {
    /// The line or key.
    pub at: String,
    /// The fault and what is expected.
    pub what: String,
}

impl Problem {
    /// A problem at a line or key.
    pub fn new(at: impl Into<String>, what: impl ToString) -> Self {
        Problem { at: at.into(), what: what.to_string() }
    }
}
