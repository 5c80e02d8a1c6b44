//! What the searches of ERGO can be told.

use crate::search::settings::Menu;

/// What is aimed at, and that there is an evaluator.
pub(super) const MENU: Menu = Menu { aims: &["margin", "points", "win"], has_evaluator: true, hides_actions: false };
