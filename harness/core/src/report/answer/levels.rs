//! Where a measure stands: a change alone does not say how much there is.

use super::said::{self, apart, units};
use crate::measure::{Key, Of};
use crate::report::asked::Asked;
use crate::report::lineup::{LineUp, arms};
use crate::report::measured::Measured;
use crate::report::scale::Scale;
use crate::report::words;

/// More bots than these are not told.
const MOST_BOTS: usize = 3;
/// Arms in order are told one by one up to so many.
const MOST_STEPS: usize = 12;

/// Of arms along a number what the strongest bot has in each: `td, cards.not=4, 5: 38.2, 37.1 % at 2 seats; … at 3; each ±1.3 or less.`;
/// of others what bots have in the first: `In "as printed": greedy 51.2, 20.1 % at 2, 3 seats; each ±1.6 or less.`
pub(crate) fn levels(lineups: &[LineUp], asked: &Asked) -> Vec<String> {
    let arms = arms(lineups);
    if arms.len() < 2 {
        return Vec::new();
    }
    let of = |key: &Key| {
        let names = names(lineups.iter().filter(|lineup| lineup.arm == arms[0]), asked);
        let is_scale = (3..=MOST_STEPS).contains(&arms.len())
            && Scale::of(&arms, &asked.words).is_some_and(|scale| scale.is_ascending());
        let known = !names.is_empty() && key.measure.of != Of::Seats;
        known.then(|| {
            if is_scale { by_step(lineups, &arms, names[0], key) } else { in_first(lineups, arms[0], &names, key) }
        })?
    };
    let found: Vec<String> = asked.keys.iter().filter_map(of).collect();
    // Of several measures the tables tell.
    if asked.keys.len() == 1 { found } else { Vec::new() }
}

/// Whom tables of the first arm name first, the strongest first, where sizes tell their tables apart.
fn names<'l>(first: impl Iterator<Item = &'l LineUp>, asked: &Asked) -> Vec<&'l str> {
    let first: Vec<&LineUp> = first.collect();
    let mut names = said::names(asked, first.iter().copied());
    names.retain(|name| apart(first.iter().copied().filter(|lineup| lineup.table[0] == **name)));
    names.truncate(MOST_BOTS);
    names
}

/// Values of some tables, their half widths, and the sizes of the tables.
struct Row {
    values: String,
    halves: Vec<Option<f64>>,
    sizes: String,
}

fn row<'l>(lineups: impl Iterator<Item = &'l LineUp>, key: &Key) -> Option<Row> {
    let (scale, digits, _) = units(key);
    let lineups: Vec<&LineUp> = lineups.collect();
    let found: Vec<_> = lineups.iter().map(|lineup| lineup.asked(key)).collect::<Option<_>>()?;
    let half = |one: &Measured| one.interval.map(|ends| ends.reach(one.value) * scale);
    let values: Vec<String> = found.iter().map(|one| format!("{:.digits$}", one.value * scale)).collect();
    let sizes = words::numbers(lineups.iter().map(|lineup| lineup.table.len()));
    (!found.is_empty()).then(|| Row { values: values.join(", "), halves: found.iter().map(half).collect(), sizes })
}

/// `; each ±1.3 or less.`
fn sure(rows: &[Row], key: &Key) -> String {
    let digits = units(key).1;
    let halves = rows.iter().flat_map(|row| row.halves.iter().copied());
    format!("; {}.", said::widest(halves, |half| format!("each ±{half:.digits$} or less")))
}

fn in_first(lineups: &[LineUp], arm: &str, names: &[&str], key: &Key) -> Option<String> {
    let here = |name: &&str| {
        let name = (*name).to_owned();
        row(lineups.iter().filter(move |one| one.arm == arm && one.table[0] == name), key)
    };
    let rows: Vec<Row> = names.iter().map(here).collect::<Option<_>>()?;
    let unit = units(key).2;
    let part = |(name, row): (&&str, &Row)| format!("{name} {}{unit} at {} seats", row.values, row.sizes);
    let parts: Vec<String> = names.iter().zip(&rows).map(part).collect();
    Some(format!("In \"{arm}\", {}: {}{}", words::subject_and_measure(key), parts.join("; "), sure(&rows, key)))
}

fn by_step(lineups: &[LineUp], arms: &[&str], name: &str, key: &Key) -> Option<String> {
    let first: Vec<&LineUp> = lineups.iter().filter(|one| one.arm == arms[0] && one.table[0] == name).collect();
    let at = |table: &&LineUp| {
        let of_arm = |arm: &&str| lineups.iter().find(|one| one.arm == **arm && one.table == table.table);
        row(arms.iter().map(of_arm).collect::<Option<Vec<_>>>()?.into_iter(), key)
    };
    let rows: Vec<Row> = first.iter().map(at).collect::<Option<_>>()?;
    let unit = units(key).2;
    let part = |(table, row): (&&LineUp, &Row)| format!("{}{unit} at {}", row.values, words::seats(table.table.len()));
    let parts: Vec<String> = first.iter().zip(&rows).map(part).collect();
    Some(format!(
        "{}, {name}, {}: {}{}",
        words::capital(&words::subject_and_measure(key)),
        steps(arms),
        parts.join("; "),
        sure(&rows, key)
    ))
}

/// `cards.not=4, 5, 6`: what labels begin with, up to a sign of equality, is said once.
fn steps(arms: &[&str]) -> String {
    let key = arms[0].rfind('=').filter(|end| arms.iter().all(|arm| arm.starts_with(&arms[0][..=*end])));
    let key = key.map_or(0, |end| end + 1);
    let values: Vec<&str> = arms.iter().map(|arm| &arm[key..]).collect();
    format!("{}{}", &arms[0][..key], values.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steps_share_is_said_once() {
        assert_eq!(steps(&["cards.not=4", "cards.not=5"]), "cards.not=4, 5");
        assert_eq!(steps(&["100 playouts", "300 playouts"]), "100 playouts, 300 playouts");
    }
}
