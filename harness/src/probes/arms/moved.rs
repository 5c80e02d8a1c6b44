//! The picture of arms that are too many for one each: what every arm changes a measure by, on average over tables.

use crate::measure::Key;
use crate::report::changes_by_arm;
use crate::report::drawing::{Dot, Drawing};
use crate::report::facts::Facts;
use crate::report::page::Picture;
use crate::report::words;
use ergo_stats::bonferroni;

/// The most arms in the picture.
const MOST_ARMS: usize = 24;

/// Those arms that change `key` most, the largest change first, with intervals that hold for all arms at once: the largest of many are
/// picked. Nothing where there is no more than one.
pub(super) fn picture(facts: &Facts<'_>, key: &Key, file: &'static str) -> Option<Picture> {
    let mut found = changes_by_arm(facts.lineups, facts.courses, key);
    let (all, wider) = (found.len(), bonferroni(found.len()));
    found.sort_by(|(_, one, _), (_, other, _)| other.abs().total_cmp(&one.abs()));
    found.truncate(MOST_ARMS);
    let (scale, unit) = if key.is_share() { (100.0, ", percentage points") } else { (1.0, "") };
    let dot = |(label, value, interval): (String, f64, Option<ergo_stats::Interval>)| {
        let end =
            |of: fn(&ergo_stats::Interval) -> f64| interval.map_or(value, |one| value + wider * (of(&one) - value));
        Dot { label, value: value * scale, low: end(|i| i.low) * scale, high: end(|i| i.high) * scale, colour: 0 }
    };
    let dots: Vec<Dot> = found.into_iter().map(dot).collect();
    let what = words::subject_and_measure(key);
    let which =
        if all > MOST_ARMS { format!("the {MOST_ARMS} of {all} arms that change most") } else { "by arm".to_owned() };
    let first = &facts.lineups[0].arm;
    let tables = facts.lineups.iter().filter(|lineup| lineup.arm == *first).count();
    let over = if tables > 1 { format!(" on average over {tables} tables") } else { String::new() };
    let shows = format!("{}: more than in {first}{over}, {which}; 95 % for all arms together.", words::capital(&what));
    (all > 1).then(|| Picture {
        drawing: Drawing::Dots { dots, axis: format!("{what}: change{unit}"), reference: Some(0.0) },
        shows,
        colours: Vec::new(),
        file,
        svg: None,
    })
}
