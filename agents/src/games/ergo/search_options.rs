//! The search options of ERGO.

use crate::search::options::SearchOptions;

pub(super) const SEARCH_OPTIONS: SearchOptions =
    SearchOptions { aims: &["margin", "points", "win"], has_evaluator: true, hides_actions: false };
