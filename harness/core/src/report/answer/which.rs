//! Which of several arms change a measure.

use super::change::{CLEAR, Change, Verdict, adjust, at_most, changes};
use super::cut::{capped, listed, short};
use super::margin;
use super::pooled::{Pooled, pooled};
use super::said::{Said, among, apart, asked, figure};
use super::value::by_arm_of_first;
use crate::measure::{Key, Of};
use crate::report::lineup::{LineUp, base_of};
use crate::report::measured::Measured;
use crate::report::words;
use ergo_stats::multiplicity::holm;
use ergo_stats::{Interval, bonferroni};

/// Of more arms than these the first is named in the report only.
const FEW: usize = 2;

/// Which of several arms change a measure, after Holm's correction over all arms and tables, and by how much on average over tables;
/// of one table, there. They stand in the order of the experiment.
pub(super) fn which_arms(said: &Said<'_>, arms: &[&str], key: &Key) -> String {
    let mut found = changes(said.lineups, key, |lineup| lineup.arm != arms[0]);
    let mut all = pooled(said.courses, said.lineups, key);
    adjust(&mut found, &mut all, Vec::new());
    if found.is_empty() || key.measure.of == Of::Seats {
        return by_arm_of_first(said.lineups, arms, key);
    }
    let others = arms.len() - 1;
    // The largest of many are named: intervals hold for all arms together.
    let wider = bonferroni(others);
    let moved = (1..arms.len()).filter_map(|arm| moved(&found, &all, (arm, arms[arm]), wider, key));
    let mut clear: Vec<Moved> = moved.collect();
    clear.sort_by(|one, other| other.size.total_cmp(&one.size));
    let are_averages = clear.iter().any(|one| one.on_average);
    // Who moves it at single tables only is another matter than who does on average.
    let (clear, single): (Vec<Moved>, Vec<Moved>) = clear.into_iter().partition(|one| one.on_average == are_averages);
    let among = format!("{}{}", among(said.lineups), at_one_size(said.lineups));
    if clear.is_empty() {
        let changes: Vec<_> = match all.is_empty() {
            true => found.iter().map(|change| (change.difference.value, change.difference.interval)).collect(),
            false => all.iter().map(|pooled| (pooled.test.mean, pooled.test.interval)).collect(),
        };
        let deals = found[0].difference.blocks;
        let most = margin::against(said.asked.aim.margin, &changes, deals, false, key);
        let over = if all.is_empty() { "" } else { "on average " };
        let most = most.or_else(|| Some(format!("{over}{} (95 %, all together)", at_most(&changes, key)?)));
        let alike: Vec<&str> = arms[1..].iter().copied().filter(|arm| is_alike(said.lineups, arm)).collect();
        let alike = match alike.len() {
            0 => None,
            many => Some(format!("in {many} every match went as in \"{}\"", arms[0])),
        };
        let head = format!("{}: no clear change in {others} arms{among}", asked(key));
        return short(&format!("{head}; "), alike.into_iter().chain(most).collect());
    }
    let texts = |all: Vec<Moved>| all.into_iter().map(|one| one.text).collect::<Vec<String>>();
    let (clear, single) = (texts(clear), texts(single));
    let count = if clear.len() == others { format!("all {others}") } else { format!("{} of {others}", clear.len()) };
    let does = if clear.len() == 1 { "arms changes" } else { "arms change" };
    let over = if are_averages { " on average" } else { "" };
    let from = if others <= FEW { format!(" from {}", arms[0]) } else { String::new() };
    let head = format!("{}{among}: {count} {does} it{from}{over}: ", asked(key));
    let single = if single.is_empty() { String::new() } else { format!(" At single tables: {}.", single.join("; ")) };
    listed(&head, clear) + &single
}

/// What an arm that clearly changes a measure does.
struct Moved {
    /// How large it is, whichever way.
    size: f64,
    /// On average over tables, or at some of them.
    on_average: bool,
    text: String,
}

/// The size of the tables where all have the same: ` at four seats`.
fn at_one_size(lineups: &[LineUp]) -> String {
    let size = lineups[0].table.len();
    match lineups.iter().all(|lineup| lineup.table.len() == size) {
        true => format!(" at {}", words::seats(size)),
        false => String::new(),
    }
}

/// Whether every match of an arm went as in the first: no measure of any table differs.
fn is_alike(lineups: &[LineUp], arm: &str) -> bool {
    let mut here = lineups.iter().filter(|lineup| lineup.arm == arm);
    here.all(|lineup| {
        let Some(base) = base_of(lineups, lineup) else { return false };
        let differences = lineup.differences(base);
        lineup.turns == base.turns && !differences.is_empty() && differences.iter().all(|found| found.value == 0.0)
    })
}

/// `deck-3 -4.1±0.3pp`: an arm that clearly changes a measure on average, or else at some tables, which are then
/// named by their size or counted; nothing for others. Intervals are so much `wider`.
fn moved(found: &[Change<'_>], all: &[Pooled], (arm, label): (usize, &str), wider: f64, key: &Key) -> Option<Moved> {
    let here: Vec<&Change<'_>> = found.iter().filter(|change| change.lineup.arm == label).collect();
    let clear: Vec<&Change<'_>> = here.iter().copied().filter(|change| change.verdict() != Verdict::Unclear).collect();
    let of = |verdict: Verdict| clear.iter().filter(|change| change.verdict() == verdict).count();
    let (up, down) = (of(Verdict::Higher), of(Verdict::Lower));
    let widened = |value: f64, interval: Option<Interval>, wider: f64| {
        let ends = |one: Interval| (value - wider * (value - one.low), value + wider * (one.high - value));
        figure(value, interval.map(ends).map(|(low, high)| Interval { low, high }), key)
    };
    let average = all.iter().find(|pooled| pooled.arm == arm).map(|pooled| &pooled.test);
    if let Some(test) = average.filter(|test| test.p < CLEAR) {
        let ways = if up > 0 && down > 0 { format!(" (up at {up}, down at {down})") } else { String::new() };
        let text = format!("{label} {}{ways}", widened(test.mean, test.interval, wider));
        return Some(Moved { size: test.mean.abs(), on_average: true, text });
    }
    let largest = clear.iter().map(|change| change.difference.value.abs()).reduce(f64::max)?;
    let of_one = |change: &&Change<'_>| {
        let Measured { value, interval, .. } = change.difference;
        let at =
            if here.len() > 1 { format!(" at {}", words::seats(change.lineup.table.len())) } else { String::new() };
        format!("{}{at}", widened(value, interval, bonferroni(found.len())))
    };
    let text = match apart(here.iter().map(|change| change.lineup)) {
        true => clear.iter().map(of_one).collect::<Vec<_>>().join(", "),
        false => [(up, "up"), (down, "down")]
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, way)| format!("{way} at {count} of {}", here.len()))
            .collect::<Vec<_>>()
            .join(", "),
    };
    Some(Moved { size: largest, on_average: false, text: format!("{label} {text}") })
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
