//! Results of somebody who sits alone, arm by arm: with nobody to be compared with, the values themselves are the answer.

use super::cut::MOST_WORDS;
use super::said::asked;
use crate::measure::Key;
use crate::report::lineup::LineUp;
use crate::report::measured::Measured;
use crate::report::words::{self, words_of};

/// A measure of one who sits alone in every arm: `planner: win share: 71.0 % ± 2.0 at nous, 60.1 % ± 2.1 at logos.` Nothing where
/// somebody has company, where it is not a single one, or where the arms are too many to name.
pub(super) fn by_arm(lineups: &[LineUp], arms: &[&str], key: &Key) -> Option<String> {
    let found: Vec<(&LineUp, Measured)> =
        lineups.iter().filter_map(|lineup| Some((lineup, lineup.asked(key)?))).collect();
    let is_alone = |(lineup, _): &(&LineUp, Measured)| lineup.table.len() == 1;
    let is_one_an_arm = found.iter().map(|(lineup, _)| lineup.arm.as_str()).eq(arms.iter().copied());
    if !is_one_an_arm || !found.iter().all(is_alone) {
        return None;
    }
    let said = |(lineup, value): &(&LineUp, Measured)| format!("{} at {}", words::with_interval(value), lineup.arm);
    let values = found.iter().map(said).collect::<Vec<_>>().join(", ");
    let text = format!("{}: {values}.", asked(key));
    (words_of(&text) <= MOST_WORDS).then_some(text)
}

/// How often whoever sits alone at the first table won, arm by arm, where everybody sits alone.
pub(super) fn wins_by_arm(lineups: &[LineUp], arms: &[&str]) -> Option<String> {
    let everybody = lineups.iter().all(|lineup| lineup.table.len() == 1);
    let won = lineups.first().filter(|_| everybody)?.measure(&lineups[0].table[0], "win_share")?;
    by_arm(lineups, arms, &won.key)
}
