//! The measures that the toys declare of their rows.

use super::everywhere::{endings, starter};
use crate::measure::Measure;

/// All of them.
pub fn measures() -> Vec<Measure> {
    let mut all = starter();
    all.push(endings());
    all
}
