//! What arms change, in one claim: what stands out after Holm's correction for all that was looked at, never the largest of
//! many as if it had been chosen beforehand.

use super::cut::{MOST_WORDS, capped, short};
use super::pooled::{Pooled, pooled};
use super::said::{Said, among, apart, asked, figure, nothing};
use super::turn::{Turn, farthest, turns};
use crate::measure::{Key, Of};
use crate::report::lineup::{LineUp, base_of};
use crate::report::measured::Measured;
use crate::report::responses::Response;
use crate::report::words;
use ergo_stats::bonferroni;
use ergo_stats::multiplicity::holm;

/// What is clear at this error rate, all tests of the answer together, stands out.
const CLEAR: f64 = 0.05;
/// A measure of one arm with its difference to the first, which it is tested by.
struct Change<'l> {
    lineup: &'l LineUp,
    base: Measured,
    here: Measured,
    difference: Measured,
    p: f64,
    /// Where it turns in between.
    turn: Option<Turn>,
}

/// What can be said of a change.
#[derive(Clone, Copy, PartialEq)]
enum Verdict {
    Lower,
    Higher,
    Peak,
    Dip,
    Unclear,
}

impl Change<'_> {
    fn verdict(&self) -> Verdict {
        match (&self.turn, self.p < CLEAR) {
            (Some(turn), _) if turn.is_peak => Verdict::Peak,
            (Some(_), _) => Verdict::Dip,
            (None, false) => Verdict::Unclear,
            (None, true) if self.here.value < self.base.value => Verdict::Lower,
            (None, true) => Verdict::Higher,
        }
    }
}

/// How arms differ from the first one at every table; p-values are not yet adjusted.
fn changes<'l>(lineups: &'l [LineUp], key: &Key, wanted: impl Fn(&LineUp) -> bool) -> Vec<Change<'l>> {
    let change = |lineup: &'l LineUp| {
        let base = base_of(lineups, lineup)?;
        let here = lineup.asked(key)?;
        let difference = lineup.differences(base).into_iter().find(|found| found.key == key.at(&lineup.table))?;
        let p = difference.p?;
        Some(Change { lineup, base: base.asked(key)?, here, difference, p, turn: None })
    };
    lineups.iter().filter(|lineup| wanted(lineup)).filter_map(change).collect()
}

/// Makes all p-values those of Holm, those of averages over tables and the tests for turns among them, and keeps of the last what is
/// clear.
fn adjust(found: &mut [Change<'_>], all: &mut [Pooled], turns: Vec<Vec<Turn>>) {
    let averages = all.iter().map(|pooled| pooled.test.p);
    let raw = found.iter().map(|change| change.p).chain(averages).chain(turns.iter().flatten().map(|turn| turn.p));
    let mut adjusted = holm(&raw.collect::<Vec<f64>>()).into_iter();
    found.iter_mut().zip(adjusted.by_ref()).for_each(|(change, p)| change.p = p);
    all.iter_mut().zip(adjusted.by_ref()).for_each(|(pooled, p)| pooled.test.p = p);
    for (change, turns) in found.iter_mut().zip(turns) {
        let adjusted = turns.into_iter().zip(adjusted.by_ref()).map(|(turn, p)| Turn { p, ..turn });
        let clear: Vec<Turn> = adjusted.filter(|turn| turn.p < CLEAR).collect();
        change.turn = farthest(&clear).cloned();
    }
}

/// How far the differences may lie from none at most, all together at 95 % (Bonferroni), rounded up; nothing where one has no
/// interval.
fn at_most(found: &[Change<'_>], key: &Key) -> Option<String> {
    let wider = bonferroni(found.len());
    let reach = |change: &Change<'_>| {
        let (value, interval) = (change.difference.value, change.difference.interval?);
        Some(value.abs() + wider * (interval.high - value).max(value - interval.low))
    };
    let most = found.iter().map(reach).collect::<Option<Vec<f64>>>()?.into_iter().fold(0.0, f64::max);
    Some(match key.is_share() {
        true => format!("by at most {:.1} percentage points", (most * 1000.0).ceil() / 10.0),
        false => format!("by at most {:.2}", (most * 100.0).ceil() / 100.0),
    })
}

/// From the first arm to the last: `Rounds that are a paradox, cards.not=4 to 12: lower at 2 seats (-4.7±1.6pp), no clear change at 3
/// (+0.2±1.1pp), 4 (-0.1±1.2pp).`; of tables that sizes do not tell apart what it is on average, and at how many it is clear by itself.
/// Where a step in between is clearly above both ends or below both, that is said instead.
pub(super) fn from_first_to_last(said: &Said<'_>, arms: &[&str], key: &Key) -> String {
    let (first, last) = (arms[0], arms[arms.len() - 1]);
    let mut found = changes(said.lineups, key, |lineup| lineup.arm == last);
    if found.is_empty() || key.measure.of == Of::Seats {
        return values(said.lineups, arms, key);
    }
    let turns = found.iter().map(|change| turns_of(said, arms, change.lineup, key)).collect();
    let mut all = pooled(said.courses, said.lineups, key);
    all.retain(|pooled| pooled.arm + 1 == arms.len());
    adjust(&mut found, &mut all, turns);
    // What both labels begin or end with is said once.
    let key_of = first.rfind('=').filter(|end| last.starts_with(&first[..=*end])).map_or(0, |end| end + 1);
    let unit = first.find(' ').filter(|at| last.find(' ').is_some_and(|end| last[end..] == first[*at..]));
    let (from, among) = (&first[..unit.unwrap_or(first.len())], among(said.lineups));
    let head = format!("{}, {from} to {}{among}: ", asked(key), &last[key_of..]);
    let by_size = apart(found.iter().map(|change| change.lineup));
    if let (false, [average]) = (by_size, &all[..]) {
        let verdict = if average.test.p < CLEAR { "" } else { "no clear change, " };
        let of = figure(average.test.mean, average.test.interval, key);
        let tables = average.tables;
        return short(&head, vec![format!("{verdict}{of} on average over {tables} tables"), where_clear(&found)]);
    }
    // What there is no room for stands in the report: first among whom, then the figures.
    let plain = head.replacen(&among, "", 1);
    let [whole, some] = [&head, &plain].map(|head| format!("{head}{}", verdicts(&found, by_size, key, true)));
    let has_room = |text: &str| words::words_of(text) <= MOST_WORDS;
    let (head, figures) = if has_room(&whole) { (&head, true) } else { (&plain, has_room(&some)) };
    short(head, vec![verdicts(&found, by_size, key, figures)])
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

/// A measure of one seat, which may have another place of the round in another arm, and one that the arms have no deals of in common: its
/// value in each, at the first table.
fn values(lineups: &[LineUp], arms: &[&str], key: &Key) -> String {
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

/// What is said of all tables together, those of one verdict together; with `figures` from where to where.
fn verdicts(found: &[Change<'_>], by_size: bool, key: &Key, figures: bool) -> String {
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
        let moves = if figures { format!(" ({}{at})", moves(found.iter(), key)) } else { String::new() };
        return format!("{word}{sizes}{moves}");
    }
    let part = |(i, (verdict, word)): (usize, &(Verdict, &str))| {
        let which = || of(*verdict);
        let at = match by_size {
            true if i == 0 => seats(which()),
            true => seats(which()).trim_end_matches(" seats").to_owned(),
            false if some.len() == 1 && *verdict == Verdict::Unclear => {
                let most = at_most(found, key).map_or_else(String::new, |most| format!(", {most}"));
                format!("any of {} tables{most}", found.len())
            }
            false if some.len() == 1 => format!("all {} tables", found.len()),
            false => format!("{} of {} tables", which().count(), found.len()),
        };
        let figures = match figures && by_size {
            true => format!(" ({})", moves(which(), key)),
            false => String::new(),
        };
        format!("{word} at {at}{figures}")
    };
    some.iter().enumerate().map(part).collect::<Vec<_>>().join(", ")
}

/// `2, 3, 4 seats`.
fn seats<'c, 'l: 'c>(found: impl Iterator<Item = &'c Change<'l>>) -> String {
    let sizes: Vec<String> = found.map(|change| change.lineup.table.len().to_string()).collect();
    format!("{} seats", sizes.join(", "))
}

/// `-4.1±1.2pp, +0.6±1.1pp`; with a turn `24.6→33.1→30.2 %`.
fn moves<'c, 'l: 'c>(found: impl Iterator<Item = &'c Change<'l>>, key: &Key) -> String {
    let (scale, digits, unit) = if key.is_share() { (100.0, 1, " %") } else { (1.0, 2, "") };
    let one = |change: &Change<'_>| {
        let show = |value: f64| format!("{:.digits$}", value * scale);
        let [from, to] = [&change.base, &change.here].map(|found| show(found.value));
        match &change.turn {
            Some(turn) => format!("{from}→{}→{to}{unit}", show(turn.value)),
            None => figure(change.difference.value, change.difference.interval, key),
        }
    };
    found.map(one).collect::<Vec<_>>().join(", ")
}

/// Which of several arms change a measure, after Holm's correction over all arms and tables, and by how much on average over tables;
/// of one table, there. They stand in the order of the experiment.
pub(super) fn which_arms(said: &Said<'_>, arms: &[&str], key: &Key) -> String {
    let mut found = changes(said.lineups, key, |lineup| lineup.arm != arms[0]);
    let mut all = pooled(said.courses, said.lineups, key);
    adjust(&mut found, &mut all, Vec::new());
    if found.is_empty() || key.measure.of == Of::Seats {
        return values(said.lineups, arms, key);
    }
    let others = arms.len() - 1;
    let tables = found.iter().filter(|change| change.lineup.arm == found[0].lineup.arm).count();
    let clear: Vec<String> = (1..arms.len()).filter_map(|arm| moved(&found, &all, (arm, arms[arm]), key)).collect();
    let over = if tables > 1 { format!(" over {tables} tables") } else { among(said.lineups) };
    if clear.is_empty() {
        let most = at_most(&found, key).map_or_else(String::new, |most| format!("; {most} (95 %, all together)"));
        let what = words::subject_and_measure(key);
        return capped(format!("None of {others} arms changes {what} clearly{over}, after Holm's correction{most}."));
    }
    let count = if clear.len() == others { format!("All {others}") } else { format!("{} of {others}", clear.len()) };
    let does = if clear.len() == 1 { "arms changes" } else { "arms change" };
    let head = format!("{count} {does} {}{over}: ", words::subject_and_measure(key));
    short(&head, clear)
}

/// `deck-3 -4.1±0.3pp`: an arm that clearly changes a measure on average, or at some tables, which are then counted; nothing for others.
fn moved(found: &[Change<'_>], all: &[Pooled], (arm, label): (usize, &str), key: &Key) -> Option<String> {
    let here: Vec<&Change<'_>> = found.iter().filter(|change| change.lineup.arm == label).collect();
    let of = |verdict: Verdict| here.iter().filter(|change| change.verdict() == verdict).count();
    let (up, down) = (of(Verdict::Higher), of(Verdict::Lower));
    let average = all.iter().find(|pooled| pooled.arm == arm);
    let says = average.filter(|average| average.test.p < CLEAR).map(|average| &average.test);
    let figure_of = |change: &Change<'_>| figure(change.difference.value, change.difference.interval, key);
    match (says, &here[..], up + down) {
        (Some(test), ..) if up > 0 && down > 0 => {
            Some(format!("{label} {} (up at {up}, down at {down})", figure(test.mean, test.interval, key)))
        }
        (Some(test), ..) => Some(format!("{label} {}", figure(test.mean, test.interval, key))),
        (None, _, 0) => None,
        (None, [one], _) => Some(format!("{label} {}", figure_of(one))),
        (None, ..) if up > 0 && down > 0 => Some(format!("{label} (up at {up}, down at {down})")),
        (None, ..) if up > 0 => Some(format!("{label} (up at {up})")),
        (None, ..) => Some(format!("{label} (down at {down})")),
    }
}

/// How many of all differences to the first arm stand out, after Holm's correction over all of them.
pub(super) fn between_arms(lineups: &[LineUp]) -> String {
    let mut tested: Vec<f64> = Vec::new();
    for lineup in lineups {
        let Some(base) = base_of(lineups, lineup) else { continue };
        let found = lineup.differences(base);
        tested.extend(found.iter().filter(|found| !lineup.is_trivial(&found.key)).filter_map(|found| found.p));
    }
    let all = words::count(tested.len() as u64);
    let first = &lineups[0].arm;
    capped(match holm(&tested).iter().filter(|p| **p < CLEAR).count() {
        _ if tested.is_empty() => "The arms have no deals in common; the report puts them side by side.".to_owned(),
        0 => format!("None of {all} differences to {first} is clear, after Holm's correction."),
        clear => format!(
            "{clear} of {all} differences to {first} are clear, after Holm's correction; the report lists them."
        ),
    })
}
