//! How much of something there is, at every table of an arm or arm by arm.

use super::cut::{MOST_WORDS, listed, short};
use super::said::{apart, asked, nothing, units, widest};
use crate::measure::Key;
use crate::report::lineup::LineUp;
use crate::report::measured::Measured;
use crate::report::words;

/// A measure at every table: `Rounds that are a paradox: 17.4 % ± 1.0, … at 2, 3 seats.`; of somebody who sits alone at some
/// tables and among others like him at others, first those, then these. A win share stands beside an equal one, if `with_equal` and
/// there is room.
pub(super) fn everywhere(lineups: &[&LineUp], key: &Key, with_equal: bool) -> String {
    of_arm("", lineups, key, with_equal)
}

/// The same of one arm of several, which is named first, as other arms may say otherwise: `20 cards, first of 3 arms: declares: win
/// share: 49.4 %±0.6, 33.8 %±0.6 at 2, 3 seats.`
pub(super) fn of_first_arm(lineups: &[LineUp], arms: &[&str], key: &Key) -> String {
    let first: Vec<&LineUp> = lineups.iter().filter(|lineup| lineup.arm == arms[0]).collect();
    let head = format!("{}, first of {} arms: ", arms[0], arms.len());
    of_arm(&head, &first, key, false)
}

/// The values at every table of the `lineups`, after `arm`.
fn of_arm(arm: &str, lineups: &[&LineUp], key: &Key, with_equal: bool) -> String {
    let found: Vec<&LineUp> = lineups.iter().copied().filter(|lineup| lineup.asked(key).is_some()).collect();
    if found.is_empty() {
        return nothing(key);
    }
    let value = |lineup: &LineUp| {
        let text = lineup.asked(key).map(|found| words::with_interval(&found)).unwrap_or_default();
        if arm.is_empty() { text } else { text.replace(" ± ", "±") }
    };
    let head = format!("{arm}{}: ", asked(key));
    if apart(found.iter().copied()) {
        let values = found.iter().map(|lineup| value(lineup)).collect::<Vec<_>>().join(", ");
        let equal = format!("equal: {} %", equal(&found));
        let is_alone = found.iter().all(|lineup| lineup.table.len() > 1 && is_alone(lineup, key));
        let plain = format!("{values} at {} seats", sizes(&found));
        let is_short = words::words_of(&format!("{head}{plain}; {equal}")) <= MOST_WORDS;
        let with_equal = with_equal && key.measure.name == "win_share" && is_alone && is_short;
        return short(&head, vec![if with_equal { format!("{plain}; {equal}") } else { plain }]);
    }
    let (alone, together): (Vec<&LineUp>, Vec<&LineUp>) = found.iter().copied().partition(|one| is_alone(one, key));
    if !alone.is_empty() && apart(alone.iter().copied()) && apart(together.iter().copied()) {
        return short(&head, vec![alone_and_together(&alone, &together, key)]);
    }
    if let Some(claim) = by_names(arm, &found, key) {
        return claim;
    }
    if let Some(claim) = by_others(&found, key).filter(|claim| words::words_of(&format!("{head}{claim}")) <= MOST_WORDS)
    {
        return short(&head, vec![claim]);
    }
    let part = |lineup: &LineUp| format!("{} ({})", value(lineup), lineup.short());
    short(&head, found.into_iter().map(part).collect())
}

/// `Rounds per match at 2, 3 seats: td 16.9±0.8, 9.8±0.4; greedy …`, of bots whose copies fill tables of the same sizes; nothing where tables
/// are others.
fn by_names(arm: &str, found: &[&LineUp], key: &Key) -> Option<String> {
    let mut groups: Vec<(&str, Vec<&LineUp>)> = Vec::new();
    for lineup in found.iter().copied() {
        let [name] = &lineup.distinct[..] else { return None };
        match groups.iter_mut().find(|(known, _)| known == name) {
            Some((_, same)) => same.push(lineup),
            None => groups.push((name, vec![lineup])),
        }
    }
    let first = sizes(&groups.first()?.1);
    if groups.len() < 2 || !groups.iter().all(|(_, same)| apart(same.iter().copied()) && sizes(same) == first) {
        return None;
    }
    let part = |(name, same): (&str, Vec<&LineUp>)| {
        let values: Vec<String> =
            same.iter().filter_map(|one| Some(words::with_interval(&one.asked(key)?).replace(" ± ", "±"))).collect();
        format!("{name} {}", values.join(", "))
    };
    Some(listed(&format!("{arm}{} at {first} seats: ", asked(key)), groups.into_iter().map(part).collect()))
}

/// Whether whose measure it is sits there once.
fn is_alone(lineup: &LineUp, key: &Key) -> bool {
    let subject = key.at(&lineup.table).subject;
    lineup.table.iter().filter(|name| **name == subject).count() == 1
}

/// `87.2, 74.1`.
fn plain(lineups: &[&LineUp], key: &Key) -> String {
    let (scale, digits, _) = units(key);
    let found = lineups.iter().filter_map(|lineup| lineup.asked(key));
    found.map(|found| format!("{:.digits$}", found.value * scale)).collect::<Vec<_>>().join(", ")
}

/// `2, 3`.
fn sizes(lineups: &[&LineUp]) -> String {
    words::numbers(lineups.iter().map(|lineup| lineup.table.len()))
}

/// Equal shares of a win: `50.0, 33.3`.
fn equal(lineups: &[&LineUp]) -> String {
    let shares = lineups.iter().map(|lineup| format!("{:.1}", 100.0 / lineup.table.len() as f64));
    shares.collect::<Vec<_>>().join(", ")
}

/// `all ±1.5`: the widest half width.
fn all_within<'l>(lineups: impl Iterator<Item = &'l LineUp>, key: &Key) -> String {
    let (scale, digits, _) = units(key);
    let reach = |lineup: &LineUp| {
        let found = lineup.asked(key)?;
        found.interval.map(|interval| interval.reach(found.value) * scale)
    };
    widest(lineups.map(reach), |half| format!("all ±{half:.digits$}"))
}

/// `87.2, 74.1 % alone at 2, 3 seats; 41.0, 25.2 % each of several at 3, 4; all ±1.5`.
fn alone_and_together(alone: &[&LineUp], together: &[&LineUp], key: &Key) -> String {
    let unit = units(key).2;
    format!(
        "{}{unit} alone at {} seats; {}{unit} each of several at {}; {}",
        plain(alone, key),
        sizes(alone),
        plain(together, key),
        sizes(together),
        all_within(alone.iter().chain(together).copied(), key)
    )
}

/// `1.91, 1.10 among td at 2, 3 seats; 1.90, 1.79 among td-2, td-3 at 2; all ±0.42`: of somebody who sits alone among others, by who
/// these are; those whose tables are of the same sizes together.
fn by_others(found: &[&LineUp], key: &Key) -> Option<String> {
    let mut groups: Vec<(Vec<&str>, Vec<&LineUp>)> = Vec::new();
    for lineup in found.iter().copied() {
        if !is_alone(lineup, key) {
            return None;
        }
        let subject = key.at(&lineup.table).subject;
        let others: Vec<&str> = lineup.distinct.iter().filter(|name| **name != subject).map(String::as_str).collect();
        match groups.iter_mut().find(|(known, _)| *known == others) {
            Some((_, same)) => same.push(lineup),
            None => groups.push((others, vec![lineup])),
        }
    }
    if groups.len() < 2 || groups[0].1.len() < 2 || !groups.iter().all(|(_, same)| apart(same.iter().copied())) {
        return None;
    }
    let unit = units(key).2;
    let mut parts: Vec<String> = Vec::new();
    for of_sizes in groups.chunk_by(|(_, one), (_, next)| one.len() == 1 && sizes(one) == sizes(next)) {
        let values: Vec<String> = of_sizes.iter().map(|(_, same)| plain(same, key)).collect();
        let others: Vec<String> = of_sizes.iter().map(|(others, _)| others.join(" and ")).collect();
        let seats = if parts.is_empty() { " seats" } else { "" };
        let at = sizes(&of_sizes[0].1);
        parts.push(format!("{}{unit} among {} at {at}{seats}", values.join(", "), others.join(", ")));
    }
    parts.push(all_within(found.iter().copied(), key));
    Some(parts.join("; "))
}

/// A measure of one seat, which may have another place of the round in another arm, and one that the arms have no deals of in common: its
/// value in each, at the first table; where its bots sit at tables of several sizes, at all of these.
pub(super) fn by_arm_of_first(lineups: &[LineUp], arms: &[&str], key: &Key) -> String {
    if let Some(claim) = by_arm_and_size(lineups, arms, key) {
        return claim;
    }
    let table = &lineups[0].table;
    let of = |arm: &&str| {
        let lineup = lineups.iter().find(|lineup| lineup.arm == **arm && lineup.table == *table)?;
        Some(format!("{arm} {}", words::with_interval(&lineup.asked(key)?)))
    };
    let found: Vec<String> = arms.iter().filter_map(of).collect();
    if found.is_empty() {
        return nothing(key);
    }
    short(&format!("{}, {}: ", asked(key), lineups[0].short()), found)
}

/// `Seat 1: win share, td at 2, 3 seats: starter=fixed 96.8, 26.8 %; starter=rotate 52.0, 34.3; all ±4.0`: of the bots of the
/// first table, where they sit at several sizes, each once. Others who do have a claim of their own each: with them it may be otherwise.
fn by_arm_and_size(lineups: &[LineUp], arms: &[&str], key: &Key) -> Option<String> {
    let mut bots: Vec<&[String]> = Vec::new();
    for LineUp { distinct, .. } in lineups {
        if !bots.contains(&&distinct[..]) {
            bots.push(distinct);
        }
    }
    let claim = |bots: &&[String]| of_bots_by_arm_and_size(lineups, bots, arms, key);
    let mut claims = vec![claim(bots.first()?)?];
    claims.extend(bots[1..].iter().filter_map(claim));
    if key.measure.name == "win_share" {
        let first = lineups.iter().filter(|lineup| lineup.arm == arms[0] && lineup.distinct == bots[0]);
        claims.push(format!("Equal: {} %.", equal(&first.collect::<Vec<_>>())));
    }
    Some(claims.join(" "))
}

/// The claim about these `bots`.
fn of_bots_by_arm_and_size(lineups: &[LineUp], bots: &[String], arms: &[&str], key: &Key) -> Option<String> {
    let alike: Vec<&LineUp> = lineups.iter().filter(|lineup| lineup.distinct == bots).collect();
    let of = |arm: &str| alike.iter().copied().filter(|lineup| lineup.arm == arm).collect::<Vec<&LineUp>>();
    let sizes = |lineups: &[&LineUp]| lineups.iter().map(|lineup| lineup.table.len()).collect::<Vec<usize>>();
    let first = of(arms[0]);
    if first.len() < 2 || !apart(first.iter().copied()) || arms.iter().any(|arm| sizes(&of(arm)) != sizes(&first)) {
        return None;
    }
    let (scale, digits, unit) = units(key);
    let mut halves = Vec::new();
    let mut parts = Vec::new();
    for (i, arm) in arms.iter().enumerate() {
        let found: Vec<Measured> = of(arm).into_iter().map(|lineup| lineup.asked(key)).collect::<Option<_>>()?;
        halves.extend(found.iter().map(|one| one.interval.map(|ends| ends.reach(one.value) * scale)));
        let values = found.iter().map(|one| format!("{:.digits$}", one.value * scale)).collect::<Vec<_>>().join(", ");
        parts.push(format!("{arm} {values}{}", if i == 0 { unit } else { "" }));
    }
    parts.push(widest(halves, |half| format!("all ±{half:.digits$}")));
    let at = words::numbers(sizes(&first));
    let text = format!("{}, {} at {at} seats: {}.", asked(key), words::list(bots), parts.join("; "));
    (words::words_of(&text) <= MOST_WORDS).then_some(text)
}
