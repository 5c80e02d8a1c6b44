//! The answer in one sentence.

use super::lineup::{LineUp, Measured};
use super::words;

/// The most tables that one sentence speaks of.
const MOST_TABLES: usize = 4;

/// What the rows say, in one sentence: who won how often, or, with several arms, what changed most clearly between them.
pub fn answer(lineups: &[LineUp]) -> String {
    let Some(first) = lineups.first() else { return "Nothing was played.".to_owned() };
    if lineups.iter().any(|lineup| lineup.arm != first.arm) {
        return between_arms(lineups);
    }
    let mut parts: Vec<String> = lineups.iter().take(MOST_TABLES).map(who_won).collect();
    if lineups.len() > MOST_TABLES {
        parts.push(format!("{} more tables are in the report", lineups.len() - MOST_TABLES));
    }
    format!("{}.", parts.join("; "))
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
        for measured in lineup.differences() {
            let Some(interval) = measured.interval else { continue };
            compared += 1;
            let clearness = 2.0 * measured.value.abs() / (interval.high - interval.low).max(1e-12);
            if measured.value != 0.0 && clearest.as_ref().is_none_or(|(best, ..)| clearness > *best) {
                clearest = Some((clearness, lineup, measured));
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
