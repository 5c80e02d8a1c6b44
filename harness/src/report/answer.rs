//! The answer in one sentence.

use super::lineup::{LineUp, Measured, base_of};
use super::list;
use super::ratings::Ratings;
use super::words;
use crate::measure::Key;

/// The most tables that one sentence speaks of.
const MOST_TABLES: usize = 4;
/// The most arms that one sentence speaks of one by one.
const MOST_ARMS: usize = 8;

/// What the rows say, in one sentence: the rating lists of a tournament, or who won how often at a few tables; with several
/// arms, what changed most clearly between them. If a `measure` is asked for, its value everywhere. `winner` is the sentence
/// that a tournament in stages begins with.
pub fn answer(lineups: &[LineUp], ratings: &[Ratings], measure: Option<&Key>, winner: Option<&str>) -> String {
    let Some(first) = lineups.first() else { return "Nothing was played.".to_owned() };
    if let Some(key) = measure {
        return value_everywhere(lineups, key);
    }
    if lineups.iter().any(|lineup| lineup.arm != first.arm) {
        return between_arms(lineups);
    }
    let winner = winner.map_or_else(String::new, |winner| format!("{winner}; "));
    if let Some(lists) = list::sentence(ratings, lineups.len()) {
        return format!("{winner}{lists}");
    }
    let mut parts: Vec<String> = lineups.iter().take(MOST_TABLES).map(who_won).collect();
    if lineups.len() > MOST_TABLES {
        parts.push(format!("{} more tables are in the report", lineups.len() - MOST_TABLES));
    }
    format!("{winner}{}.", parts.join("; "))
}

/// A measure at every table, in every arm: `Rounds that are a paradox: 3.1 % ± 0.2 with x and 9.9 % ± 0.3 with y at a v b.`
fn value_everywhere(lineups: &[LineUp], key: &Key) -> String {
    let mut tables: Vec<&[String]> = Vec::new();
    for lineup in lineups {
        if !tables.contains(&lineup.table.as_slice()) {
            tables.push(&lineup.table);
        }
    }
    let several = lineups.iter().any(|lineup| lineup.arm != lineups[0].arm);
    let mut parts = Vec::new();
    for table in tables {
        let arms = lineups.iter().filter(|lineup| lineup.table == table);
        let found: Vec<(&LineUp, Measured)> = arms.filter_map(|arm| arm.asked(key).map(|found| (arm, found))).collect();
        let Some((first, _)) = found.first() else { continue };
        let value = |(arm, measured): &(&LineUp, Measured)| {
            let value = words::with_interval(measured);
            if several { format!("{value} with {}", arm.arm) } else { value }
        };
        let values: Vec<String> = shortened(&found).iter().map(value).collect();
        parts.push(format!("{} at {}", words::list(&values), first.name()));
    }
    let mut what = words::subject_and_measure(key);
    if parts.is_empty() {
        return format!("The rows say nothing of {what}.");
    }
    if matches!(key.subject.as_str(), "all" | "focal") {
        what[..1].make_ascii_uppercase();
    }
    let rest = parts.len().saturating_sub(MOST_TABLES);
    parts.truncate(MOST_TABLES);
    if rest > 0 {
        parts.push(format!("{rest} more tables are in the report"));
    }
    format!("{what}: {}.", parts.join("; "))
}

/// All values of a few arms; of many, the first, the least and the greatest.
fn shortened<'l>(found: &[(&'l LineUp, Measured)]) -> Vec<(&'l LineUp, Measured)> {
    if found.len() <= MOST_ARMS {
        return found.to_vec();
    }
    let by_value = |a: &&(&LineUp, Measured), b: &&(&LineUp, Measured)| a.1.value.total_cmp(&b.1.value);
    let (least, greatest) = (found.iter().min_by(by_value), found.iter().max_by(by_value));
    let mut short: Vec<(&LineUp, Measured)> = [found.first(), least, greatest].into_iter().flatten().cloned().collect();
    short.dedup_by(|a, b| a.0.arm == b.0.arm);
    short
}

/// The best of a table: `greedy won 97.2 % ± 0.8 of 1,000 two-seat matches against random`.
fn who_won(lineup: &LineUp) -> String {
    let matches = format!(
        "{} {}-seat {}",
        words::count(lineup.matches),
        words::small(lineup.table.len()),
        plural(lineup.matches)
    );
    let best = |subject: &dyn Fn(usize) -> String, count: usize| {
        let shares = (0..count).filter_map(|i| lineup.measure(&subject(i), "win_share").map(|share| (i, share)));
        shares.reduce(|best, other| if other.1.value > best.1.value { other } else { best })
    };
    if lineup.distinct.len() > 1 {
        let Some((leader, share)) = best(&|i| lineup.distinct[i].clone(), lineup.distinct.len()) else {
            return "nobody won".to_owned();
        };
        let name = &lineup.distinct[leader];
        let mut others = lineup.table.clone();
        others.remove(others.iter().position(|other| other == name).unwrap_or(0));
        let each = if others.contains(name) { "each " } else { "" };
        let against = words::list(&grouped(&others));
        return format!("{each}{name} won {} of {matches} against {against}", words::with_interval(&share));
    }
    match best(&|i| format!("seat {}", i + 1), lineup.table.len()) {
        Some((_, share)) => format!(
            "{} won {} of {matches} among {} alone",
            share.key.subject,
            words::with_interval(&share),
            lineup.table[0]
        ),
        None => "nobody won".to_owned(),
    }
}

fn plural(matches: u64) -> &'static str {
    if matches == 1 { "match" } else { "matches" }
}

/// Equal names counted: `three random`.
fn grouped(names: &[String]) -> Vec<String> {
    let mut groups: Vec<(&String, usize)> = Vec::new();
    for name in names {
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => groups.push((name, 1)),
        }
    }
    let say = |(name, count): &(&String, usize)| match count {
        1 => (*name).clone(),
        count => format!("{} {name}", words::small(*count)),
    };
    groups.iter().map(say).collect()
}

/// The difference to the first arm that stands out most from its own uncertainty.
fn between_arms(lineups: &[LineUp]) -> String {
    let mut compared = 0;
    let mut clearest: Option<(f64, &LineUp, Measured)> = None;
    for lineup in lineups {
        let Some(base) = base_of(lineups, lineup) else { continue };
        for measured in lineup.differences(base).iter().filter(|measured| !lineup.is_trivial(&measured.key)) {
            let Some(interval) = measured.interval else { continue };
            compared += 1;
            let clearness = 2.0 * measured.value.abs() / (interval.high - interval.low).max(1e-12);
            if measured.value != 0.0 && clearest.as_ref().is_none_or(|(best, ..)| clearness > *best) {
                clearest = Some((clearness, lineup, measured.clone()));
            }
        }
    }
    let arms = 1 + lineups.windows(2).filter(|pair| pair[0].arm != pair[1].arm).count();
    let Some((clearness, lineup, difference)) = clearest else {
        return format!("{} arms were played; the tables of the report stand side by side.", words::count(arms as u64));
    };
    let first = &lineups[0].arm;
    if clearness < 1.0 {
        return format!("None of {} measures differs clearly between any arm and {first}.", words::count(compared));
    }
    let at = |arm: &str| {
        let same = |other: &&LineUp| other.arm == arm && other.table == lineup.table;
        let lineup = lineups.iter().find(same);
        let found = lineup.and_then(|lineup| lineup.measure(&difference.key.subject, &difference.key.measure));
        found.map_or("0".to_owned(), |found| words::with_interval(&found))
    };
    format!(
        "Of {} differences to {first} the clearest is {} at {}: {} with {}, against {} with {first}.",
        words::count(compared),
        words::subject_and_measure(&difference.key),
        lineup.name(),
        at(&lineup.arm),
        lineup.arm,
        at(first),
    )
}
