//! Which of several measures is greatest at a table: as whom one wins most often. Named is the set of those that may be it.

use super::cut::listed;
use super::said::{Said, apart, names};
use crate::measure::Key;
use crate::report::lineup::LineUp;
use crate::report::words;
use ergo_stats::paired::t_test;

/// A measure is left out with an adjusted p-value below this.
const CLEAR: f64 = 0.05;
/// More that may be greatest are counted.
const MOST_NAMED: usize = 2;

/// A claim for everybody whom tables name first, the strongest first; nothing where deals are not known or sizes do not tell tables apart.
pub(super) fn greatest(said: &Said<'_>, keys: &[Key]) -> Option<String> {
    let names = names(said.asked, said.lineups.iter());
    // One measure of several is told by whose it is.
    if keys.iter().any(|key| key.measure.name == keys[0].measure.name && *key != keys[0]) {
        return None;
    }
    let prefix = common(keys);
    let of_what = prefix.trim_end().trim_end_matches(" as");
    let largest = if of_what.is_empty() { "Largest".to_owned() } else { format!("Largest {of_what}") };
    let claim = |(i, name): (usize, &&str)| {
        let tables: Vec<(usize, &LineUp)> =
            said.lineups.iter().enumerate().filter(|(_, lineup)| lineup.table[0] == **name).collect();
        if !apart(tables.iter().map(|(_, lineup)| *lineup)) {
            return None;
        }
        // Tables at which the same may be greatest are told together.
        let mut groups: Vec<(String, Vec<(String, usize)>)> = Vec::new();
        for (place, lineup) in tables {
            let (who, value) = at_table(said, place, lineup, keys, prefix)?;
            match groups.iter_mut().find(|(known, _)| *known == who) {
                Some((_, all)) => all.push((value, lineup.table.len())),
                None => groups.push((who, vec![(value, lineup.table.len())])),
            }
        }
        let part = |(who, all): (String, Vec<(String, usize)>)| {
            let (values, sizes): (Vec<String>, Vec<String>) =
                all.into_iter().map(|(value, size)| (value, size.to_string())).unzip();
            format!("{who} {} % at {} seats", values.join(", "), sizes.join(", "))
        };
        let head = if i == 0 { format!("{largest}, {name}: ") } else { format!("{}: ", words::capital(name)) };
        Some(listed(&head, groups.into_iter().map(part).collect()))
    };
    let claims: Option<Vec<String>> = names.iter().enumerate().map(claim).collect();
    claims.map(|claims| claims.join(" "))
}

/// Who may be greatest at a table, and the greatest value with its half width, in percent. One is left out only by a test against
/// another (Bonferroni over those it may be left out for), so that the one that is greatest is kept with 95 %.
fn at_table(said: &Said<'_>, place: usize, lineup: &LineUp, keys: &[Key], prefix: &str) -> Option<(String, String)> {
    let mut found: Vec<(&str, &[f64], f64, Option<f64>)> = Vec::new();
    for key in keys {
        let at = key.at(&lineup.table);
        let Some(response) = said.courses.iter().find(|one| one.base == place && one.key == at) else { continue };
        let value = lineup.asked(key)?;
        let half = value.interval.map(|one| one.reach(value.value));
        found.push((&key.measure.said[prefix.len()..], &response.values[0], value.value, half));
    }
    found.sort_by(|one, other| other.2.total_cmp(&one.2));
    let others = found.len().saturating_sub(1).max(1) as f64;
    let is_below = |one: &[f64], other: &[f64]| {
        let test = t_test(&other.iter().zip(one).map(|(more, less)| more - less).collect::<Vec<f64>>());
        test.mean > 0.0 && test.p / 2.0 * others < CLEAR
    };
    let may: Vec<&str> =
        found.iter().filter(|one| !found.iter().any(|other| is_below(one.1, other.1))).map(|one| one.0).collect();
    let (_, _, value, half) = found.first()?;
    let half = half.map_or_else(|| "–".to_owned(), |half| format!("{:.1}", 100.0 * half));
    let who = match may.len() {
        0 => return None,
        1..=MOST_NAMED => may.join(" or "),
        many => format!("{} or {} more", may[0], many - 1),
    };
    Some((who, format!("{:.1}±{half}", 100.0 * value)))
}

/// The common beginning of the words for all measures, up to a space.
pub(crate) fn common(keys: &[Key]) -> &str {
    let first = keys[0].measure.said.as_str();
    let shared = keys.iter().map(|key| first.bytes().zip(key.measure.said.bytes()).take_while(|(a, b)| a == b).count());
    let end = shared.min().unwrap_or(0);
    first[..end].rfind(' ').map_or("", |space| &first[..=space])
}
