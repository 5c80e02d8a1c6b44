//! What a report needs to know beside the rows.

use crate::experiment::Scheme;
use crate::measure::Key;

/// What a report needs to know beside the rows.
pub struct Asked<'a> {
    /// The question.
    pub question: &'a str,
    /// What the answer is to speak of; if nothing, of who won, or of what changed most clearly.
    pub measure: Option<&'a Key>,
    /// The number all seeds derive from.
    pub seed: u64,
    /// How the matches came about, if that is known.
    pub scheme: Option<&'a Scheme>,
}
