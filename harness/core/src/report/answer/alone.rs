//! Results of somebody who sits alone, arm by arm: with nobody to be compared with, the values themselves are the answer.

use super::cut::MOST_WORDS;
use super::said::{asked, units};
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
    (words_of(&text) <= MOST_WORDS).then(|| text + &likewise(lineups, arms, key))
}

/// The same of everybody else who sits alone in every arm: ` Likewise planner 97.8, 69.4, 6.0 %; random 100.0, 0.2, 0.0 %.`
fn likewise(lineups: &[LineUp], arms: &[&str], key: &Key) -> String {
    let mut names: Vec<&str> = Vec::new();
    for lineup in lineups.iter().filter(|lineup| lineup.table.len() == 1 && lineup.table[0] != key.subject) {
        if !names.contains(&lineup.table[0].as_str()) {
            names.push(&lineup.table[0]);
        }
    }
    let (scale, digits, unit) = units(key);
    let part = |name: &&str| {
        let at = |arm: &&str| {
            let lineup = lineups.iter().find(|one| one.arm == **arm && one.table == [name.to_owned()])?;
            let found = lineup.measure(name, &key.measure.name)?;
            Some(format!("{:.digits$}", found.value * scale))
        };
        let values: Vec<String> = arms.iter().map(at).collect::<Option<_>>()?;
        Some(format!("{name} {}{unit}", values.join(", ")))
    };
    let parts: Vec<String> = names.iter().filter_map(part).collect();
    if parts.is_empty() { String::new() } else { format!(" Likewise {}.", parts.join("; ")) }
}

/// How often whoever sits alone at the first table won, arm by arm, where everybody sits alone.
pub(super) fn wins_by_arm(lineups: &[LineUp], arms: &[&str]) -> Option<String> {
    let everybody = lineups.iter().all(|lineup| lineup.table.len() == 1);
    let won = lineups.first().filter(|_| everybody)?.measure(&lineups[0].table[0], "win_share")?;
    by_arm(lineups, arms, &won.key)
}
