//! What arms change, in one claim: what stands out after Holm's correction for all that was looked at, never the largest of
//! many as if it had been chosen beforehand.

use super::cut::{capped, short};
use super::said::{apart, asked, nothing};
use crate::measure::Key;
use crate::report::lineup::{LineUp, base_of};
use crate::report::measured::Measured;
use crate::report::words;
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
    p: f64,
}

/// What can be said of a change.
#[derive(Clone, Copy, PartialEq)]
enum Verdict {
    Lower,
    Higher,
    Unclear,
}

impl Change<'_> {
    fn verdict(&self) -> Verdict {
        match self.p < CLEAR {
            false => Verdict::Unclear,
            true if self.here.value < self.base.value => Verdict::Lower,
            true => Verdict::Higher,
        }
    }
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

/// From the first arm to the last: `Rounds that are a paradox, cards.not=4 to 12: lower at 2 seats (16.5→11.8 %), no clear change
/// at 3, 4.`
pub(super) fn from_first_to_last(lineups: &[LineUp], arms: &[&str], key: &Key) -> String {
    let (first, last) = (arms[0], arms[arms.len() - 1]);
    let found = changes(lineups, key, |lineup| lineup.arm == last);
    if found.is_empty() {
        return nothing(key);
    }
    // What both labels begin or end with is said once.
    let key_of = first.rfind('=').filter(|end| last.starts_with(&first[..=*end])).map_or(0, |end| end + 1);
    let unit = first.find(' ').filter(|at| last.find(' ').is_some_and(|end| last[end..] == first[*at..]));
    let head = format!("{}, {} to {}: ", asked(key), &first[..unit.unwrap_or(first.len())], &last[key_of..]);
    let by_size = apart(found.iter().map(|change| change.lineup));
    short(&head, vec![verdicts(&found, by_size, key)])
}

/// What is said of all tables together, those of one verdict together.
fn verdicts(found: &[Change<'_>], by_size: bool, key: &Key) -> String {
    let all = [(Verdict::Lower, "lower"), (Verdict::Higher, "higher"), (Verdict::Unclear, "no clear change")];
    let of = |verdict: Verdict| found.iter().filter(move |change| change.verdict() == verdict);
    let some: Vec<_> = all.into_iter().filter(|(verdict, _)| of(*verdict).next().is_some()).collect();
    if let ([(verdict, word)], true) = (some.as_slice(), by_size) {
        let sizes = if *verdict == Verdict::Unclear { " at any size" } else { " at every size" };
        let at = format!(" at {}", seats(found.iter()));
        let (sizes, at) = if found.len() > 1 { (sizes, at.as_str()) } else { ("", "") };
        return format!("{word}{sizes} ({}{at})", moves(found.iter(), key));
    }
    let part = |(i, (verdict, word)): (usize, &(Verdict, &str))| {
        let which = || of(*verdict);
        let at = match by_size {
            true if i == 0 => seats(which()),
            true => seats(which()).trim_end_matches(" seats").to_owned(),
            false if some.len() == 1 && *verdict == Verdict::Unclear => format!("any of {} tables", found.len()),
            false if some.len() == 1 => format!("all {} tables", found.len()),
            false => format!("{} of {} tables", which().count(), found.len()),
        };
        let figures = match by_size && *verdict != Verdict::Unclear {
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

/// `17.0→12.9, 22.6→22.0 %`.
fn moves<'c, 'l: 'c>(found: impl Iterator<Item = &'c Change<'l>>, key: &Key) -> String {
    let (scale, digits, unit) = if key.is_share() { (100.0, 1, " %") } else { (1.0, 2, "") };
    let one = |change: &Change<'_>| {
        let [from, to] = [&change.base, &change.here].map(|found| format!("{:.digits$}", found.value * scale));
        format!("{from}→{to}")
    };
    format!("{}{unit}", found.map(one).collect::<Vec<_>>().join(", "))
}

/// Which of several arms change a measure, after Holm's correction over all arms and tables.
pub(super) fn which_arms(lineups: &[LineUp], arms: &[&str], key: &Key) -> String {
    let found = changes(lineups, key, |lineup| lineup.arm != arms[0]);
    if found.is_empty() {
        return nothing(key);
    }
    let is_clear = |arm: &&&str| found.iter().any(|change| change.lineup.arm == **arm && change.p < CLEAR);
    let clear: Vec<String> = arms[1..].iter().filter(is_clear).map(|arm| (*arm).to_owned()).collect();
    let what = words::subject_and_measure(key);
    let others = arms.len() - 1;
    capped(match clear.len() {
        0 => format!("None of {others} arms changes {what} clearly, after Holm's correction."),
        few @ 1..=MOST_NAMED => {
            let change = if few == 1 { "changes" } else { "change" };
            let named = words::list(&clear);
            format!("{few} of {others} arms {change} {what} clearly, after Holm's correction: {named}.")
        }
        many => {
            format!("{many} of {others} arms change {what} clearly, after Holm's correction; the report names them.")
        }
    })
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
