//! A change by who plays: a number for each bot, on average over sizes of tables, or for each tier and size. Where an effect turns
//! with skill, that is the answer.

use super::change::{CLEAR, Change};
use super::cut::{MOST_WORDS, listed};
use super::margin;
use super::pooled::{Pooled, over};
use super::said::{Said, apart, figure, names, units};
use crate::measure::Key;
use crate::report::lineup::LineUp;
use crate::report::measured::Measured;
use crate::report::responses::Response;
use crate::report::words::{self, words_of};
use ergo_stats::multiplicity::holm;

/// More bots than these are not told one by one.
const MOST_BOTS: usize = 5;

/// The claim behind `head`, from the first arm to the last, then what a step in between does at some tables; nothing where tables do not
/// fall into such groups. By size where there are words for it, else on average over sizes.
pub(super) fn by_bot(said: &Said<'_>, arms: &[&str], head: &str, found: &[Change<'_>], key: &Key) -> Option<String> {
    let by_size = of_groups(said, arms, head, key).or_else(|| of_sizes(said, head, found, key));
    let by_size = by_size.map(|(head, parts)| format!("{head}{}.", parts.join("; ")));
    let claim = by_size.filter(|text| words_of(text) <= MOST_WORDS);
    let claim = match claim {
        Some(claim) => claim,
        None => of_first(said, arms, head, key)? + &turning_with_size(said, found, key),
    };
    let turning: Vec<String> =
        found.iter().filter(|change| change.turn.is_some()).map(|change| change.lineup.short()).collect();
    Some(match turning.is_empty() {
        true => claim,
        false => format!("{claim} Beyond both ends in between at {}.", turning.join(", ")),
    })
}

/// By whom tables name first, and size: `td -4.6±1.2pp, +7.5±1.1pp; greedy …, at 2, 3 seats`.
fn of_sizes(said: &Said<'_>, head: &str, found: &[Change<'_>], key: &Key) -> Option<(String, Vec<String>)> {
    let names = names(said.asked, found.iter().map(|change| change.lineup));
    let of = |name: &str| found.iter().filter(|change| change.lineup.table[0] == name).collect::<Vec<_>>();
    let sizes = |name: &str| of(name).iter().map(|change| change.lineup.table.len()).collect::<Vec<_>>();
    let all = sizes(names[0]);
    if names.len() < 2
        || names.iter().any(|name| sizes(name) != all)
        || !apart(of(names[0]).iter().map(|one| one.lineup))
    {
        return None;
    }
    let part = |name: &&str| {
        let figures = of(name).into_iter().map(|one| figure(one.difference.value, one.difference.interval, key));
        format!("{name} {}", figures.collect::<Vec<_>>().join(", "))
    };
    let sizes = words::numbers(all);
    Some((format!("{head} at {sizes} seats: "), names.iter().map(part).collect()))
}

/// By groups of bots that an idea knows, and size: `expert +0.21±0.24, -0.08±0.18; novice …, at 2, 3 seats`.
fn of_groups(said: &Said<'_>, arms: &[&str], head: &str, key: &Key) -> Option<(String, Vec<String>)> {
    let last = arms[arms.len() - 1];
    let (sizes, parts) = said.found.iter().find_map(|one| one.by_group(said.asked, last, key))?;
    Some((format!("{head} at {sizes} seats: "), parts))
}

/// By whom tables name first: `td +4.1±1.0pp, greedy -0.4±0.9pp`.
fn of_first(said: &Said<'_>, arms: &[&str], head: &str, key: &Key) -> Option<String> {
    let first: Vec<&LineUp> = said.lineups.iter().filter(|lineup| lineup.arm == arms[0]).collect();
    let names = names(said.asked, first.iter().copied());
    if !(2..=MOST_BOTS).contains(&names.len())
        || !names.iter().all(|name| apart(first.iter().copied().filter(|lineup| lineup.table[0] == **name)))
    {
        return None;
    }
    let average = |name: &&str| -> Option<Pooled> {
        let base = |response: &&Response| said.lineups[response.base].table[0] == **name;
        over(said.courses.iter().filter(base), said.lineups, key).into_iter().find(|one| one.arm + 1 == arms.len())
    };
    let all: Vec<Pooled> = names.iter().map(average).collect::<Option<_>>()?;
    let adjusted = holm(&all.iter().map(|one| one.test.p).collect::<Vec<_>>());
    let part = |(name, one): (&&str, &Pooled)| format!("{name} {}", figure(one.test.mean, one.test.interval, key));
    let parts: Vec<String> = names.iter().zip(&all).map(part).collect();
    let unclear: Vec<&str> = names.iter().zip(&adjusted).filter(|(_, p)| **p >= CLEAR).map(|(name, _)| *name).collect();
    let changes: Vec<_> = all.iter().map(|one| (one.test.mean, one.test.interval)).collect();
    let any_clear = unclear.len() < names.len();
    let against = margin::against(said.asked.aim.margin, &changes, all[0].test.blocks, any_clear, key);
    let sizes = if all.iter().any(|one| one.tables > 1) { ", on average over sizes" } else { "" };
    let verdict = match unclear.len() {
        0 => String::new(),
        all if all == names.len() => " None is clear.".to_owned(),
        _ => format!(" Not clear: {}.", unclear.join(", ")),
    };
    let against = against.map_or_else(String::new, |against| format!(" {}.", words::capital(&against)));
    let level = level(said, arms, &names, key).unwrap_or_default();
    Some(format!("{}{verdict}{against}{level}", listed(&format!("{head}{sizes}: "), parts)))
}

/// By size, where an average hides that sizes differ in sign and one is clear by itself: ` By size: ismcts +0.72±0.67, -0.44±0.46 at 2, 4 seats.`
fn turning_with_size(said: &Said<'_>, found: &[Change<'_>], key: &Key) -> String {
    let part = |name: &&str| {
        let here: Vec<&Change<'_>> = found.iter().filter(|change| change.lineup.table[0] == **name).collect();
        let signs = || here.iter().map(|change| change.difference.value).filter(|value| *value != 0.0);
        let is_clear =
            |change: &&Change<'_>| change.difference.interval.is_some_and(|ends| ends.low > 0.0 || ends.high < 0.0);
        let differ = signs().any(|value| value > 0.0) && signs().any(|value| value < 0.0) && here.iter().any(is_clear);
        let figures = here.iter().map(|change| figure(change.difference.value, change.difference.interval, key));
        let sizes = words::numbers(here.iter().map(|change| change.lineup.table.len()));
        let figures = figures.collect::<Vec<_>>().join(", ");
        differ.then(|| format!("{name} {figures} at {sizes} seats"))
    };
    let names = names(said.asked, found.iter().map(|change| change.lineup));
    let parts: Vec<String> = names.iter().filter_map(part).collect();
    if parts.is_empty() { String::new() } else { format!(" By size: {}.", parts.join("; ")) }
}

/// The measure in the last arm, on average over sizes: ` With 3,000: td 0.2±0.3, greedy -4.7±0.5.` The half widths are means of those of
/// the tables, which hold whatever tables have in common.
fn level(said: &Said<'_>, arms: &[&str], names: &[&str], key: &Key) -> Option<String> {
    let last = arms.last()?;
    let (scale, digits, unit) = units(key);
    let part = |name: &&str| {
        let here = said.lineups.iter().filter(|lineup| lineup.arm == **last && lineup.table[0] == **name);
        let found: Vec<Measured> = here.map(|lineup| lineup.asked(key)).collect::<Option<_>>()?;
        let mean = |of: Vec<f64>| of.iter().sum::<f64>() / of.len() as f64 * scale;
        let half = |one: &Measured| one.interval.map(|ends| ends.reach(one.value));
        let half = mean(found.iter().map(half).collect::<Option<_>>()?);
        let value = mean(found.iter().map(|one| one.value).collect());
        Some(format!("{name} {value:.digits$}±{half:.digits$}{unit}"))
    };
    let parts: Vec<String> = names.iter().map(part).collect::<Option<_>>()?;
    Some(format!(" With {last}: {}.", parts.join(", ")))
}
