//! The picture of arms that are too many for one each: what every arm changes a measure by, on average over tables; or at each table,
//! where an arm raises it at some and lowers it at others, so that the average says nothing of either.

use crate::measure::Key;
use crate::report::changes_by_arm;
use crate::report::drawing::{Dot, Drawing};
use crate::report::facts::Facts;
use crate::report::lineup::{LineUp, base_of};
use crate::report::page::Picture;
use crate::report::words;
use ergo_stats::{Interval, bonferroni};

/// The most dots in the picture.
const MOST_DOTS: usize = 24;

/// A change: of whom, by how much, and its own 95 % interval.
type Change = (String, f64, Option<Interval>);

/// Those arms that change `key` most, the largest change first, with intervals that hold for all arms at once: the largest of many are
/// picked. Nothing where there is no more than one.
pub(super) fn picture(facts: &Facts<'_>, key: &Key, file: &'static str) -> Option<Picture> {
    if let Some(changes) = at_odds(facts.lineups, key) {
        return Some(drawn(facts, key, &changes, changes.len(), [", by table and arm", "dots", ""], file));
    }
    let mut found = changes_by_arm(facts.lineups, facts.courses, key);
    let all = found.len();
    found.sort_by(|(_, one, _), (_, other, _)| other.abs().total_cmp(&one.abs()));
    found.truncate(MOST_DOTS);
    let which =
        if all > MOST_DOTS { format!("the {MOST_DOTS} of {all} arms that change most") } else { "by arm".to_owned() };
    let first = &facts.lineups[0].arm;
    let tables = facts.lineups.iter().filter(|lineup| lineup.arm == *first).count();
    let over = if tables > 1 { format!(" on average over {tables} tables") } else { String::new() };
    // Percentage points take the room.
    let subject = if key.is_share() { String::new() } else { format!("{}: ", words::subject_and_measure(key)) };
    (all > 1).then(|| drawn(facts, key, &found, all, [&format!("{over}, {which}"), "arms", &subject], file))
}

/// The changes of every arm at every table, in their order, if an arm clearly raises the measure at one table and clearly lowers it at
/// another, and if a picture has room for them.
fn at_odds(lineups: &[LineUp], key: &Key) -> Option<Vec<Change>> {
    let change = |lineup: &LineUp| {
        let differences = lineup.differences(base_of(lineups, lineup)?);
        let found = differences.into_iter().find(|found| found.key == key.at(&lineup.table))?;
        Some((lineup.arm.clone(), (format!("{}, {}", lineup.short(), lineup.arm), found.value, found.interval)))
    };
    let found: Vec<(String, Change)> = lineups.iter().filter_map(change).collect();
    let wider = bonferroni(found.len());
    let both = |arm: &str| {
        let here = || found.iter().filter(|(other, change)| other == arm && change.2.is_some());
        let ends = || here().map(|(_, change)| ends(change, wider));
        ends().any(|[low, _]| low > 0.0) && ends().any(|[_, high]| high < 0.0)
    };
    let odds = found.len() <= MOST_DOTS && found.iter().any(|(arm, _)| both(arm));
    odds.then(|| found.into_iter().map(|(_, change)| change).collect())
}

/// The ends of a change's interval made so much wider; the change itself where it has none.
fn ends((_, value, interval): &Change, wider: f64) -> [f64; 2] {
    interval.map_or([*value; 2], |one| [one.low, one.high].map(|end| value + wider * (end - value)))
}

/// A dot for each of these changes, with intervals for `all` together. `which` says which they are, `each` what the dots are, and
/// `subject` begins the axis: nothing where long labels leave it no room, the words below say it, too.
fn drawn(
    facts: &Facts<'_>,
    key: &Key,
    changes: &[Change],
    all: usize,
    [which, each, subject]: [&str; 3],
    file: &'static str,
) -> Picture {
    let wider = bonferroni(all);
    let (scale, unit) = if key.is_share() { (100.0, ", percentage points") } else { (1.0, "") };
    let dot = |change: &Change| {
        let [low, high] = ends(change, wider).map(|end| end * scale);
        Dot { label: change.0.clone(), value: change.1 * scale, low, high, colour: 0 }
    };
    let what = words::subject_and_measure(key);
    let first = &facts.lineups[0].arm;
    let shows = format!("{}: more than in {first}{which}; 95 % for all {each} together.", words::capital(&what));
    Picture {
        drawing: Drawing::Dots {
            dots: changes.iter().map(dot).collect(),
            axis: format!("{subject}change{unit}"),
            reference: Some(0.0),
        },
        shows,
        colours: Vec::new(),
        file,
        svg: None,
    }
}
