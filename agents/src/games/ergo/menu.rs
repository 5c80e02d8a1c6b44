//! The options of the searches of ERGO.

use crate::search::settings::Menu;

pub(super) const MENU: Menu = Menu { aims: &["margin", "points", "win"], has_evaluator: true, hides_actions: false };
