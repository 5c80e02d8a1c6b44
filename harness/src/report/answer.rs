//! The answer: one claim of at most 25 words. It speaks of what was asked for, or of what stands out after a correction for
//! all that was looked at; never of the largest of many as if it had been chosen beforehand.

use super::lineup::{LineUp, base_of};
use super::list;
use super::measured::Measured;
use super::ratings::Ratings;
use super::words;
use crate::measure::Key;
use ergo_stats::multiplicity::holm;

/// The most words of an answer.
const MOST_WORDS: usize = 25;
/// What is clear at this error rate, all tests of the answer together, stands out.
const CLEAR: f64 = 0.05;
/// The most arms that are named.
const MOST_NAMED: usize = 3;

/// What the rows say: the rating lists of a tournament, or how often the first of each table won; with several arms, what
/// stands out among their differences. If a `measure` is asked for, that. `winner` is the sentence that a tournament in stages
/// begins with.
pub(super) fn answer(lineups: &[LineUp], ratings: &[Ratings], measure: Option<&Key>, winner: Option<&str>) -> String {
    let Some(first) = lineups.first() else { return "Nothing was played.".to_owned() };
    let arms = arms(lineups);
    match measure {
        Some(key) if arms.len() == 1 => return value_everywhere(lineups, key),
        Some(key) if arms.len() == 2 || is_scale(&arms) => return from_first_to_last(lineups, &arms, key),
        Some(key) => return which_arms(lineups, &arms, key),
        None => {}
    }
    if arms.len() > 1 {
        return between_arms(lineups);
    }
    let winner = winner.map_or_else(String::new, |winner| format!("{winner}; "));
    if let Some((head, parts)) = list::parts(ratings, lineups.len()) {
        return short(&format!("{winner}{head}"), parts);
    }
    if lineups.iter().all(|lineup| lineup.distinct.len() == 1 && lineup.table.len() > 1) {
        return by_seat(lineups);
    }
    let who = |(i, lineup): (usize, &LineUp)| match i {
        0 => who_won(lineup, true),
        _ if lineup.table[0] == first.table[0] => who_won(lineup, false),
        _ => format!("{} {}", lineup.table[0], who_won(lineup, false)),
    };
    short(&winner, lineups.iter().enumerate().map(who).collect())
}

/// `head` and as many of `parts` as there are words for; the first always.
fn short(head: &str, parts: Vec<String>) -> String {
    const MORE: &str = "; more in the report";
    let count = |text: &str| text.split_whitespace().count();
    let all = parts.len();
    let mut text = head.to_owned();
    for (i, part) in parts.into_iter().enumerate() {
        let gap = if i > 0 { "; " } else { "" };
        let room = if i + 1 < all { MOST_WORDS - count(MORE) } else { MOST_WORDS };
        if i > 0 && count(&text) + count(&part) > room {
            return format!("{text}{MORE}.");
        }
        text = format!("{text}{gap}{part}");
    }
    format!("{text}.")
}

/// The arms in their order.
fn arms(lineups: &[LineUp]) -> Vec<&str> {
    let mut arms: Vec<&str> = Vec::new();
    for lineup in lineups {
        if arms.last() != Some(&lineup.arm.as_str()) {
            arms.push(&lineup.arm);
        }
    }
    arms
}

/// Whether arms are values of one number, in order: `cards.not=4`, `cards.not=6`, or `100 playouts`, `1,000 playouts`.
fn is_scale(arms: &[&str]) -> bool {
    let split = |arm: &str| {
        let text = arm.replace(',', "");
        let from = text.find(|c: char| c.is_ascii_digit())?;
        let to = text[from..].find(|c: char| !c.is_ascii_digit() && c != '.').map_or(text.len(), |end| from + end);
        let number: f64 = text[from..to].parse().ok()?;
        Some((format!("{}#{}", &text[..from], &text[to..]), number))
    };
    let parts: Option<Vec<(String, f64)>> = arms.iter().map(|arm| split(arm)).collect();
    parts.is_some_and(|parts| {
        let is_next = |two: &[(String, f64)]| two[0].0 == two[1].0 && two[0].1 < two[1].1;
        parts.windows(2).all(is_next)
    })
}

/// A measure in words, as a sentence begins.
fn asked(key: &Key) -> String {
    let what = words::subject_and_measure(key);
    if matches!(key.subject.as_str(), "all" | "focal") || key.is_of_seats() { words::capital(&what) } else { what }
}

/// The name of a table where sizes alone do not tell tables apart.
fn at(lineup: &LineUp, lineups: &[LineUp]) -> String {
    let same_size =
        lineups.iter().filter(|other| other.arm == lineup.arm && other.table.len() == lineup.table.len()).count();
    match same_size {
        1 => words::seats(lineup.table.len()),
        _ => lineup.short(),
    }
}

/// A measure at every table: `Rounds that are a paradox: 17.4 % ± 1.0 (two seats); …`.
fn value_everywhere(lineups: &[LineUp], key: &Key) -> String {
    let found: Vec<(&LineUp, String)> =
        lineups.iter().filter_map(|lineup| Some((lineup, words::with_interval(&lineup.asked(key)?)))).collect();
    if found.is_empty() { nothing(key) } else { told(&format!("{}: ", asked(key)), lineups, found, "") }
}

/// What is said of tables: one after another with the number of seats at the end, where that tells them apart; else each with
/// its name. `end` comes last.
fn told(head: &str, lineups: &[LineUp], found: Vec<(&LineUp, String)>, end: &str) -> String {
    let sizes: Vec<String> = found.iter().map(|(lineup, _)| lineup.table.len().to_string()).collect();
    let apart = found.iter().all(|(lineup, _)| at(lineup, lineups).ends_with(" seats"));
    if apart {
        let said: Vec<String> = found.into_iter().map(|(_, said)| said).collect();
        return format!("{head}{} at {} seats{end}.", said.join(", "), sizes.join(", "));
    }
    short(head, found.into_iter().map(|(lineup, said)| format!("{said} ({})", at(lineup, lineups))).collect())
}

fn nothing(key: &Key) -> String {
    format!("The rows say nothing of {}.", words::subject_and_measure(key))
}

/// A measure of one arm with its difference to the first, which it is tested by.
struct Change<'l> {
    lineup: &'l LineUp,
    base: Measured,
    here: Measured,
    p: f64,
}

/// How `arm` differs from the first one at every table; p-values are Holm's over all of `changes`.
fn changes<'l>(lineups: &'l [LineUp], key: &Key, wanted: impl Fn(&LineUp) -> bool) -> Vec<Change<'l>> {
    let change = |lineup: &'l LineUp| {
        let base = base_of(lineups, lineup)?;
        let here = lineup.asked(key)?;
        let difference = lineup.differences(base).into_iter().find(|found| found.key == key.at(&lineup.table))?;
        Some(Change { lineup, base: base.asked(key)?, here, p: difference.p? })
    };
    let mut found: Vec<Change<'l>> = lineups.iter().filter(|lineup| wanted(lineup)).filter_map(change).collect();
    let adjusted = holm(&found.iter().map(|change| change.p).collect::<Vec<_>>());
    found.iter_mut().zip(adjusted).for_each(|(change, p)| change.p = p);
    found
}

/// From the first arm to the last: `Rounds that are a paradox, cards.not=4 to 12: 16.5→11.8 %, … at 2, 3, 4 seats, all clear.`
fn from_first_to_last<'l>(lineups: &'l [LineUp], arms: &[&str], key: &Key) -> String {
    let (first, last) = (arms[0], arms[arms.len() - 1]);
    let found = changes(lineups, key, |lineup| lineup.arm == last);
    if found.is_empty() {
        return nothing(key);
    }
    let (scale, digits, unit) = if key.is_share() { (100.0, 1, " %") } else { (1.0, 2, "") };
    let clear = found.iter().filter(|change| change.p < CLEAR).count();
    let end = match clear {
        0 => "; no change is clear".to_owned(),
        all if all == found.len() => ", clear after Holm's correction".to_owned(),
        some => format!("; {some} of {} changes are clear", found.len()),
    };
    let part = |change: Change<'l>| {
        let [from, to] = [&change.base, &change.here].map(|found| format!("{:.digits$}", found.value * scale));
        (change.lineup, format!("{from}→{to}{unit}"))
    };
    // What both labels begin with is said once.
    let common = first.rfind('=').filter(|end| last.starts_with(&first[..=*end])).map_or(0, |end| end + 1);
    let head = format!("{}, {first} to {}: ", asked(key), &last[common..]);
    told(&head, lineups, found.into_iter().map(part).collect(), &end)
}

/// Which of several arms change a measure, after Holm's correction over all arms and tables.
fn which_arms(lineups: &[LineUp], arms: &[&str], key: &Key) -> String {
    let found = changes(lineups, key, |lineup| lineup.arm != arms[0]);
    if found.is_empty() {
        return nothing(key);
    }
    let is_clear = |arm: &&&str| found.iter().any(|change| change.lineup.arm == **arm && change.p < CLEAR);
    let clear: Vec<String> = arms[1..].iter().filter(is_clear).map(|arm| (*arm).to_owned()).collect();
    let what = words::subject_and_measure(key);
    let others = arms.len() - 1;
    match clear.len() {
        0 => format!("None of {others} arms changes {what} clearly, after Holm's correction."),
        few @ 1..=MOST_NAMED => {
            let change = if few == 1 { "changes" } else { "change" };
            let named = words::list(&clear);
            format!("{few} of {others} arms {change} {what} clearly, after Holm's correction: {named}.")
        }
        many => {
            format!("{many} of {others} arms change {what} clearly, after Holm's correction; the report names them.")
        }
    }
}

/// How many of all differences to the first arm stand out, after Holm's correction over all of them.
fn between_arms(lineups: &[LineUp]) -> String {
    let mut tested: Vec<f64> = Vec::new();
    for lineup in lineups {
        let Some(base) = base_of(lineups, lineup) else { continue };
        let found = lineup.differences(base);
        tested.extend(found.iter().filter(|found| !lineup.is_trivial(&found.key)).filter_map(|found| found.p));
    }
    let all = words::count(tested.len() as u64);
    let first = &lineups[0].arm;
    match holm(&tested).iter().filter(|p| **p < CLEAR).count() {
        _ if tested.is_empty() => "The arms have no deals in common; the report puts them side by side.".to_owned(),
        0 => format!("None of {all} differences to {first} is clear, after Holm's correction."),
        clear => format!(
            "{clear} of {all} differences to {first} are clear, after Holm's correction; the report lists them."
        ),
    }
}

/// Copies of one bot: whether their seats are alike, tested at all tables together.
fn by_seat(lineups: &[LineUp]) -> String {
    let tested: Vec<f64> = lineups.iter().filter_map(LineUp::seats_alike).collect();
    let clear = holm(&tested).iter().filter(|p| **p < CLEAR).count();
    let verdict = match clear {
        0 => "alike as far as can be told",
        all if all == lineups.len() => "not alike",
        _ => "not alike everywhere",
    };
    let part = |lineup: &LineUp| {
        let share = |seat: usize| lineup.measure(&format!("seat {seat}"), "win_share");
        let shares = (1..=lineup.table.len()).filter_map(share).map(|share| format!("{:.0}", share.value * 100.0));
        shares.collect::<Vec<_>>().join(", ")
    };
    short(&format!("Seats are {verdict}; % of wins by seat: "), lineups.iter().map(part).collect())
}

/// How often the first of a table won: `greedy won 97.2 % ± 0.8 of 1,000 two-seat matches against random`; after the first
/// table in fewer words.
fn who_won(lineup: &LineUp, in_full: bool) -> String {
    let subject = if lineup.distinct.len() > 1 { lineup.table[0].clone() } else { "seat 1".to_owned() };
    let Some(share) = lineup.measure(&subject, "win_share") else { return "nobody won".to_owned() };
    if let [name] = lineup.table.as_slice() {
        let value = words::with_interval(&share);
        let matches = words::counted(lineup.matches, "match");
        return if in_full { format!("{name} won {value} of {matches} alone") } else { format!("{name} {value}") };
    }
    let mut others = lineup.table.clone();
    others.remove(0);
    let each = if others.contains(&subject) { "each " } else { "" };
    let against = match lineup.distinct.len() {
        1 => format!("among {} alone", lineup.table[0]),
        _ => format!("against {}", words::list(&grouped(&others))),
    };
    let value = words::with_interval(&share);
    let matches = words::counted(lineup.matches, &format!("{}-seat match", words::small(lineup.table.len())));
    if in_full { format!("{each}{subject} won {value} of {matches} {against}") } else { format!("{value} {against}") }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arms_that_are_numbers_are_a_scale() {
        assert!(is_scale(&["cards.not=4", "cards.not=6", "cards.not=10"]));
        assert!(is_scale(&["100 playouts", "1,000 playouts"]));
        assert!(!is_scale(&["8 NOT", "6 NOT"]));
        assert!(!is_scale(&["deck 2009", "12 NOT"]));
        assert!(!is_scale(&["as printed", "start rotates"]));
    }

    #[test]
    fn answers_are_cut_at_a_part() {
        let part = |words: usize| vec!["word"; words].join(" ");
        assert_eq!(short("a: ", vec![part(1), part(2)]), "a: word; word word.");
        let long = short("a: ", vec![part(10), part(10), part(10)]);
        assert!(long.ends_with("more in the report.") && long.split_whitespace().count() <= MOST_WORDS, "{long}");
    }
}
