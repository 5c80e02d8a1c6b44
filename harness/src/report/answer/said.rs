//! What several claims are made of, and say alike.

use super::cut::capped;
use crate::measure::Key;
use crate::report::lineup::LineUp;
use crate::report::responses::Response;
use crate::report::words;

/// What an answer is made of, ratings apart.
pub(crate) struct Said<'a> {
    /// Tables by arm.
    pub lineups: &'a [LineUp],
    /// The measures asked for along a number, deal by deal.
    pub courses: &'a [Response],
    /// What is no number, whatever it looks like.
    pub words: &'a [String],
}

/// A measure in words, as a sentence begins.
pub(super) fn asked(key: &Key) -> String {
    let what = words::subject_and_measure(key);
    if matches!(key.subject.as_str(), "all" | "focal") || key.is_of_seats() { words::capital(&what) } else { what }
}

/// Whether the sizes of these tables tell them apart.
pub(super) fn apart<'l>(lineups: impl Iterator<Item = &'l LineUp>) -> bool {
    let mut sizes: Vec<usize> = lineups.map(|lineup| lineup.table.len()).collect();
    let all = sizes.len();
    sizes.sort_unstable();
    sizes.dedup();
    sizes.len() == all
}

/// That there is nothing to be said.
pub(super) fn nothing(key: &Key) -> String {
    capped(format!("The rows say nothing of {}.", words::subject_and_measure(key)))
}
