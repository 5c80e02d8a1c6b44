//! From the first arm to the last, where arms are in order or there are two.

use super::bots;
use super::change::{CLEAR, Change, Verdict, adjust, at_most, changes};
use super::cut::{MOST_WORDS, short};
use super::margin;
use super::pooled::pooled;
use super::said::{Said, among, apart, asked, figure, units};
use super::turn::{Turn, turns};
use super::value::by_arm_of_first;
use crate::measure::{Key, Of};
use crate::report::lineup::LineUp;
use crate::report::responses::Response;
use crate::report::words;
use ergo_stats::Interval;

/// From the first arm to the last: `Rounds that are a paradox, cards.not=4 to 12: lower at 2 seats (-4.7±1.6pp), no clear change at 3
/// (+0.2±1.1pp), 4 (-0.1±1.2pp).`; of tables that sizes do not tell apart what it is on average, and at how many it is clear by itself.
/// Where a step in between is clearly above both ends or below both, that is said instead.
pub(super) fn from_first_to_last(said: &Said<'_>, arms: &[&str], key: &Key) -> String {
    let (first, last) = (arms[0], arms[arms.len() - 1]);
    let mut found = changes(said.lineups, key, |lineup| lineup.arm == last);
    if found.is_empty() || key.measure.of == Of::Seats {
        return by_arm_of_first(said.lineups, arms, key);
    }
    let turns = found.iter().map(|change| turns_of(said, arms, change.lineup, key)).collect();
    let mut all = pooled(said.courses, said.lineups, key);
    all.retain(|pooled| pooled.arm + 1 == arms.len());
    adjust(&mut found, &mut all, turns);
    // What both labels begin or end with is said once.
    let key_of = first.rfind('=').filter(|end| last.starts_with(&first[..=*end])).map_or(0, |end| end + 1);
    let unit = first.find(' ').filter(|at| last.find(' ').is_some_and(|end| last[end..] == first[*at..]));
    let steps: Vec<String> = arms.iter().map(|arm| arm.get(key_of..).unwrap_or(arm).replace(' ', "\u{a0}")).collect();
    let (from, among) = (&first[..unit.unwrap_or(first.len())], among(said.lineups));
    let plain = format!("{}, {from} to {}", asked(key), &last[key_of..]);
    if let Some(claim) = bots::by_bot(said, arms, &plain, &found, key) {
        return claim;
    }
    let head = format!("{plain}{among}: ");
    let by_size = apart(found.iter().map(|change| change.lineup));
    if let (false, [average]) = (by_size, &all[..]) {
        let verdict = if average.test.p < CLEAR { "" } else { "no clear change, " };
        let of = figure(average.test.mean, average.test.interval, key);
        let tables = average.tables;
        let change = [(average.test.mean, average.test.interval)];
        let any_clear = average.test.p < CLEAR;
        let against = margin::against(said.asked.aim.margin, &change, average.test.blocks, any_clear, key);
        let average = format!("{verdict}{of} on average over {tables} tables");
        return short(&head, [average].into_iter().chain(against).chain([where_clear(&found)]).collect());
    }
    // What there is no room for stands in the report: first among whom, then the figures.
    let plain = format!("{plain}: ");
    let [whole, some] = [&head, &plain].map(|head| format!("{head}{}", verdicts(&found, by_size, &steps, key, true)));
    let has_room = |text: &str| words::words_of(text) <= MOST_WORDS;
    let (head, figures) = if has_room(&whole) { (&head, true) } else { (&plain, has_room(&some)) };
    let any_clear = found.iter().any(|change| change.verdict() != Verdict::Unclear);
    let against = margin::against(said.asked.aim.margin, &of_all(&found), found[0].difference.blocks, any_clear, key);
    short(head, [verdicts(&found, by_size, &steps, key, figures)].into_iter().chain(against).collect())
}

fn of_all(found: &[Change<'_>]) -> Vec<(f64, Option<Interval>)> {
    found.iter().map(|change| (change.difference.value, change.difference.interval)).collect()
}

/// `clearly higher at 3, lower at 2 of 12 by itself`.
fn where_clear(found: &[Change<'_>]) -> String {
    let of = |verdict: Verdict| found.iter().filter(|change| change.verdict() == verdict).count();
    let all = [
        (Verdict::Higher, "higher"),
        (Verdict::Lower, "lower"),
        (Verdict::Peak, "highest between"),
        (Verdict::Dip, "lowest between"),
    ];
    let some: Vec<String> =
        all.into_iter().filter(|(one, _)| of(*one) > 0).map(|(one, word)| format!("{word} at {}", of(one))).collect();
    if some.is_empty() { "clear at none by itself".to_owned() } else { format!("clearly {}", some.join(", ")) }
}

/// The steps in between that lie beyond both ends at the table of `last`, its last arm.
fn turns_of(said: &Said<'_>, arms: &[&str], last: &LineUp, key: &Key) -> Vec<Turn> {
    let key = key.at(&last.table);
    let is_here = |response: &&Response| response.key == key && said.lineups[response.base].table == last.table;
    let Some(response) = said.courses.iter().find(is_here) else { return Vec::new() };
    let base = &said.lineups[response.base];
    let may = |arm: usize| {
        let here = said.lineups.iter().find(|lineup| lineup.arm == arms[arm] && lineup.table == last.table);
        here.is_some_and(|here| here.differences(base).iter().any(|found| found.key == key))
    };
    turns(response, may)
}

/// The verdicts on all tables, those of one verdict together; with `figures` from where to where.
fn verdicts(found: &[Change<'_>], by_size: bool, steps: &[String], key: &Key, figures: bool) -> String {
    let all = [
        (Verdict::Lower, "lower"),
        (Verdict::Higher, "higher"),
        (Verdict::Peak, "highest between"),
        (Verdict::Dip, "lowest between"),
        (Verdict::Unclear, "no clear change"),
    ];
    let of = |verdict: Verdict| found.iter().filter(move |change| change.verdict() == verdict);
    let some: Vec<_> = all.into_iter().filter(|(verdict, _)| of(*verdict).next().is_some()).collect();
    if let ([(verdict, word)], true) = (some.as_slice(), by_size) {
        let sizes = if *verdict == Verdict::Unclear { " at any size" } else { " at every size" };
        let at = format!(" at {}", seats(found.iter()));
        let (sizes, at) = if found.len() > 1 { (sizes, at.as_str()) } else { ("", "") };
        let moves = if figures { format!(" ({}{at})", moves(found.iter(), steps, key)) } else { String::new() };
        return format!("{word}{sizes}{moves}");
    }
    let part = |(i, (verdict, word)): (usize, &(Verdict, &str))| {
        let which = || of(*verdict);
        let at = match by_size {
            true if i == 0 => seats(which()),
            true => seats(which()).trim_end_matches(" seats").to_owned(),
            false if some.len() == 1 && *verdict == Verdict::Unclear => {
                let most = at_most(&of_all(found), key).map_or_else(String::new, |most| format!(", {most}"));
                format!("any of {} tables{most}", found.len())
            }
            false if some.len() == 1 => format!("all {} tables", found.len()),
            false => format!("{} of {} tables", which().count(), found.len()),
        };
        let figures = match figures && by_size {
            true => format!(" ({})", moves(which(), steps, key)),
            false => String::new(),
        };
        format!("{word} at {at}{figures}")
    };
    some.iter().enumerate().map(part).collect::<Vec<_>>().join(", ")
}

/// `2, 3, 4 seats`.
fn seats<'c, 'l: 'c>(found: impl Iterator<Item = &'c Change<'l>>) -> String {
    format!("{} seats", words::numbers(found.map(|change| change.lineup.table.len())))
}

/// `-4.1±1.2pp, +0.6±1.1pp`; with a turn at the step called 3 `24.6→3:33.1→30.2 %`, and where that called 2 may be as far out `2/3:33.1`.
fn moves<'c, 'l: 'c>(found: impl Iterator<Item = &'c Change<'l>>, steps: &[String], key: &Key) -> String {
    let (scale, digits, unit) = units(key);
    let one = |change: &Change<'_>| {
        let show = |value: f64| format!("{:.digits$}", value * scale);
        let [from, to] = [&change.base, &change.here].map(|found| show(found.value));
        match &change.turn {
            Some(turn) => {
                let alike: Vec<&str> = turn.alike.iter().map(|arm| steps[*arm].as_str()).collect();
                format!("{from}→{}:{}→{to}{unit}", alike.join("/"), show(turn.value))
            }
            None => figure(change.difference.value, change.difference.interval, key),
        }
    };
    found.map(one).collect::<Vec<_>>().join(", ")
}
