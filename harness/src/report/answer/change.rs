//! What arms change, in one claim: what stands out after Holm's correction for all that was looked at, never the largest of
//! many as if it had been chosen beforehand.

use super::cut::{MOST_WORDS, capped, short};
use super::said::{Said, apart, asked, nothing};
use super::turn::{Turn, farthest, turns};
use crate::measure::Key;
use crate::report::lineup::{LineUp, base_of};
use crate::report::measured::Measured;
use crate::report::responses::Response;
use crate::report::words;
use ergo_stats::bonferroni;
use ergo_stats::multiplicity::holm;

/// What is clear at this error rate, all tests of the answer together, stands out.
const CLEAR: f64 = 0.05;
/// The most arms that are named.
const MOST_NAMED: usize = 3;

/// A measure of one arm with its difference to the first, which it is tested by.
struct Change<'l> {
    lineup: &'l LineUp,
    base: Measured,
    here: Measured,
    difference: Measured,
    p: f64,
    /// Where it turns in between, and what that step is called.
    turn: Option<(Turn, String)>,
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
            (Some((turn, _)), _) if turn.is_peak => Verdict::Peak,
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

/// Makes all p-values those of Holm, the tests for turns among them, and keeps of these what is clear.
fn adjust(found: &mut [Change<'_>], turns: Vec<Vec<Turn>>, arms: &[&str]) {
    let raw: Vec<f64> = found.iter().map(|change| change.p).chain(turns.iter().flatten().map(|turn| turn.p)).collect();
    let mut adjusted = holm(&raw).into_iter();
    found.iter_mut().zip(adjusted.by_ref()).for_each(|(change, p)| change.p = p);
    for (change, turns) in found.iter_mut().zip(turns) {
        let adjusted = turns.into_iter().zip(adjusted.by_ref()).map(|(turn, p)| Turn { p, ..turn });
        let clear: Vec<Turn> = adjusted.filter(|turn| turn.p < CLEAR).collect();
        let label = |turn: &Turn| arms[turn.arm].rsplit('=').next().unwrap_or_default().to_owned();
        change.turn = farthest(&clear).map(|turn| (turn.clone(), label(turn)));
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

/// From the first arm to the last: `Rounds that are a paradox, cards.not=4 to 12: lower at 2 seats (16.5→11.8 %), no clear change
/// at 3, 4.` Where a step in between is clearly above both ends or below both, that is said instead.
pub(super) fn from_first_to_last(said: &Said<'_>, arms: &[&str], key: &Key) -> String {
    let (first, last) = (arms[0], arms[arms.len() - 1]);
    let mut found = changes(said.lineups, key, |lineup| lineup.arm == last);
    if found.is_empty() {
        return nothing(key);
    }
    let turns = found.iter().map(|change| turns_of(said, arms, change.lineup, key)).collect();
    adjust(&mut found, turns, arms);
    // What both labels begin or end with is said once.
    let key_of = first.rfind('=').filter(|end| last.starts_with(&first[..=*end])).map_or(0, |end| end + 1);
    let unit = first.find(' ').filter(|at| last.find(' ').is_some_and(|end| last[end..] == first[*at..]));
    let head = format!("{}, {} to {}: ", asked(key), &first[..unit.unwrap_or(first.len())], &last[key_of..]);
    let by_size = apart(found.iter().map(|change| change.lineup));
    // Where there is no room for the figures, they stand in the report.
    let whole = format!("{head}{}", verdicts(&found, by_size, key, true));
    let figures = words::words_of(&whole) <= MOST_WORDS;
    short(&head, vec![verdicts(&found, by_size, key, figures)])
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
        let figures = match figures && by_size && *verdict != Verdict::Unclear {
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

/// `17.0→12.9, 22.6→22.0 %`; with a turn `24.6→33.1 at 2→30.2 %`.
fn moves<'c, 'l: 'c>(found: impl Iterator<Item = &'c Change<'l>>, key: &Key) -> String {
    let (scale, digits, unit) = if key.is_share() { (100.0, 1, " %") } else { (1.0, 2, "") };
    let one = |change: &Change<'_>| {
        let show = |value: f64| format!("{:.digits$}", value * scale);
        let [from, to] = [&change.base, &change.here].map(|found| show(found.value));
        match &change.turn {
            Some((turn, step)) => format!("{from}→{} at {step}→{to}", show(turn.value)),
            None => format!("{from}→{to}"),
        }
    };
    format!("{}{unit}", found.map(one).collect::<Vec<_>>().join(", "))
}

/// Which of several arms change a measure, after Holm's correction over all arms and tables.
pub(super) fn which_arms(lineups: &[LineUp], arms: &[&str], key: &Key) -> String {
    let mut found = changes(lineups, key, |lineup| lineup.arm != arms[0]);
    adjust(&mut found, Vec::new(), arms);
    if found.is_empty() {
        return nothing(key);
    }
    let is_clear = |arm: &&&str| found.iter().any(|change| change.lineup.arm == **arm && change.p < CLEAR);
    let clear: Vec<String> = arms[1..].iter().filter(is_clear).map(|arm| (*arm).to_owned()).collect();
    let what = words::subject_and_measure(key);
    let others = arms.len() - 1;
    if clear.is_empty() {
        let most = at_most(&found, key).map_or_else(String::new, |most| format!("; {most} (95 %, all together)"));
        return capped(format!("None of {others} arms changes {what} clearly, after Holm's correction{most}."));
    }
    let many = if clear.len() == 1 { "s" } else { "" };
    let does = match direction(&found) {
        Some(Verdict::Lower) => format!("lower{many}"),
        Some(_) => format!("raise{many}"),
        None => format!("change{many}"),
    };
    let named = match clear.len() {
        ..=MOST_NAMED if clear.len() < others => format!(": {}", words::list(&clear)),
        _ => at_tables(&found, arms),
    };
    let count = if clear.len() == others { format!("All {others}") } else { format!("{} of {others}", clear.len()) };
    capped(format!("{count} arms {does} {what} clearly, after Holm's correction{named}."))
}

/// The way of all changes that are clear, if they go one way.
fn direction(found: &[Change<'_>]) -> Option<Verdict> {
    let mut ways = found.iter().map(Change::verdict).filter(|verdict| *verdict != Verdict::Unclear);
    let first = ways.next()?;
    ways.all(|way| way == first).then_some(first)
}

/// At how many tables the arms that change anything clearly do so: `, at 4 to 9 of 9 tables`; nothing where there is one.
fn at_tables(found: &[Change<'_>], arms: &[&str]) -> String {
    let of = |arm: &str| found.iter().filter(|change| change.lineup.arm == arm && change.p < CLEAR).count();
    let counts: Vec<usize> = arms.iter().map(|arm| of(arm)).filter(|count| *count > 0).collect();
    let (least, most) = (counts.iter().min().copied().unwrap_or(0), counts.iter().max().copied().unwrap_or(0));
    let mut tables: Vec<&[String]> = found.iter().map(|change| change.lineup.table.as_slice()).collect();
    tables.sort_unstable();
    tables.dedup();
    match (least == tables.len(), least == most) {
        (true, _) if least == 1 => String::new(),
        (true, _) => format!(", at all {least} tables"),
        (_, true) => format!(", at {least} of {} tables", tables.len()),
        _ => format!(", at {least} to {most} of {} tables", tables.len()),
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
