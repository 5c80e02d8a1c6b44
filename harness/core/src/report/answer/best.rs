//! Who is best: by the rating lists where they are worth the name, else how often the first of each table won.

use super::cut::{listed, short};
use super::said::Said;
use crate::report::lineup::LineUp;
use crate::report::words;

/// The claim: what ideas know of it, how it begins and its parts.
pub(super) fn best(said: &Said<'_>) -> String {
    let lineups = said.lineups;
    let known: Vec<(String, Vec<String>)> = said.found.iter().filter_map(|one| one.best(lineups.len())).collect();
    let (heads, parts): (Vec<String>, Vec<Vec<String>>) = known.into_iter().unzip();
    let (head, parts) = (heads.concat(), parts.concat());
    if !parts.is_empty() {
        return listed(&head, parts);
    }
    let first = &lineups[0];
    let who = |(i, lineup): (usize, &LineUp)| match i {
        0 => who_won(said, lineup, true),
        _ if lineup.table[0] == first.table[0] => who_won(said, lineup, false),
        _ => format!("{} {}", lineup.table[0], who_won(said, lineup, false)),
    };
    short(&head, lineups.iter().enumerate().map(who).collect())
}

/// How often the first of a table won: `greedy won 97.2 % ± 0.8 of 1,000 two-seat matches against random`, or its return where
/// the game pays points; after the first table in fewer words.
fn who_won(said: &Said<'_>, lineup: &LineUp, in_full: bool) -> String {
    let subject = if lineup.is_of_copies() { "seat 1".to_owned() } else { lineup.table[0].clone() };
    let measures = &said.asked.measures;
    let pays = measures.shape().pays_points;
    let outcome = if lineup.is_of_copies() { measures.outcome_of_seats() } else { measures.outcome() };
    let Some(share) = lineup.measure(&subject, outcome) else { return "nobody won".to_owned() };
    if let [name] = lineup.table.as_slice() {
        let value = words::with_interval(&share);
        let matches = words::counted(lineup.matches, "match");
        return if in_full { format!("{name} won {value} of {matches} alone") } else { value };
    }
    let mut others = lineup.table.clone();
    others.remove(0);
    let each = if others.contains(&subject) { "each " } else { "" };
    let against = match lineup.distinct.len() {
        1 => format!("among {} alone", lineup.table[0]),
        _ => format!("against {}", words::list(&grouped(&others))),
    };
    let value = if pays { words::points(share.value, share.interval) } else { words::with_interval(&share) };
    let matches = words::counted(lineup.matches, &format!("{}-seat match", words::small(lineup.table.len())));
    match in_full {
        true if pays => format!("{each}{subject}: {value} points a match in {matches} {against}"),
        true => format!("{each}{subject} won {value} of {matches} {against}"),
        false => format!("{value} {against}"),
    }
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
