//! How arms differ from the first one, table by table, each difference with its test.

use super::pooled::Pooled;
use super::turn::{Turn, farthest};
use crate::measure::Key;
use crate::report::lineup::{LineUp, base_of};
use crate::report::measured::Measured;
use ergo_stats::multiplicity::holm;
use ergo_stats::{Interval, bonferroni};

/// The family-wise error rate of all tests of the answer: a result that is clear at it stands out.
pub(super) const CLEAR: f64 = 0.05;

/// A measure of one arm with its difference to the first, which it is tested by.
pub(super) struct Change<'l> {
    pub lineup: &'l LineUp,
    pub base: Measured,
    pub here: Measured,
    pub difference: Measured,
    pub p: f64,
    /// Where it turns in between.
    pub turn: Option<Turn>,
}

/// The verdict on a change.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Verdict {
    Lower,
    Higher,
    Peak,
    Dip,
    Unclear,
}

impl Change<'_> {
    pub(super) fn verdict(&self) -> Verdict {
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
pub(super) fn changes<'l>(lineups: &'l [LineUp], key: &Key, wanted: impl Fn(&LineUp) -> bool) -> Vec<Change<'l>> {
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
pub(super) fn adjust(found: &mut [Change<'_>], all: &mut [Pooled], turns: Vec<Vec<Turn>>) {
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

/// How far changes with their intervals may lie from none at most, all together at 95 % (Bonferroni), rounded up; nothing where one
/// has no interval.
pub(super) fn at_most(changes: &[(f64, Option<Interval>)], key: &Key) -> Option<String> {
    let wider = bonferroni(changes.len());
    let reach = |(value, interval): &(f64, Option<Interval>)| {
        let interval = (*interval)?;
        Some(value.abs() + wider * interval.reach(*value))
    };
    let most = changes.iter().map(reach).collect::<Option<Vec<f64>>>()?.into_iter().fold(0.0, f64::max);
    Some(match key.is_share() {
        true => format!("by at most {:.1} percentage points", (most * 1000.0).ceil() / 10.0),
        false => format!("by at most {:.2}", (most * 100.0).ceil() / 100.0),
    })
}
