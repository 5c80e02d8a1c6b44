//! Every measure of every table by arm, its difference to the first arm and adjusted p-values.

use super::{Analysis, PlotFile, RunData, decimal, ends};
use crate::measure::{MeasureKey, SubjectKind};
use crate::report::table_stats::TableStats;
use ergo_stats::multiplicity::{benjamini_hochberg, holm};

/// Compares arms.
pub(super) struct Arms;

impl Analysis for Arms {
    fn files(&self, data: &RunData<'_>) -> Vec<PlotFile> {
        if data.is_of_design() || !data.has_arms() {
            return Vec::new();
        }
        let heads = ["arm", "table", "subject", "measure", "value", "low", "high", "difference", "p", "holm", "bh"];
        let mut file = PlotFile::new("plots/arms.csv", &heads, &[]);
        for arms in data.tables().into_iter().filter(|arms| arms.len() > 1) {
            let asked: Vec<MeasureKey> = data.asked.keys.iter().map(|key| key.for_table(&arms[0].table)).collect();
            let keys = keys(&arms, &asked);
            let (first, rest): (Vec<&MeasureKey>, Vec<&MeasureKey>) = keys.iter().partition(|key| asked.contains(key));
            first.into_iter().chain(rest).for_each(|key| file.push(&measure(&arms, key)));
        }
        vec![file]
    }
}

/// Measures of rounds and matches, then those by distance before a place and by seat, then those of entrants: their win shares
/// where there are several, and what the rows of seats say.
fn keys(arms: &[&TableStats], asked: &[MeasureKey]) -> Vec<MeasureKey> {
    let mut keys: Vec<MeasureKey> = Vec::new();
    for key in arms.iter().flat_map(|arm| arm.measured_keys()) {
        let measure = &key.measure;
        let is_shown = measure.of.is_of_rounds() || measure.name == "win_share" || measure.uses_game_rows();
        if (is_shown || asked.contains(key)) && !keys.contains(key) {
            keys.push(key.clone());
        }
    }
    // Copies of one bot are distinguished by their seats; a single player has no seats to compare.
    match (arms[0].distinct.as_slice(), arms[0].table.len()) {
        (_, 1) => keys.retain(|key| key.measure.of != SubjectKind::Seats),
        ([name], _) => keys.retain(|key| *key.subject != **name),
        _ => {}
    }
    keys.sort_by_key(|key| match &key.measure.of {
        SubjectKind::All | SubjectKind::At(_) => 0,
        SubjectKind::Before(_) => 1,
        SubjectKind::Seats => 2,
        SubjectKind::Entrants => 3,
    });
    keys
}

/// Returns the rows of one measure. Holm's and Benjamini and Hochberg's p-values are adjusted for all differences of one measure at one
/// table.
fn measure(arms: &[&TableStats], key: &MeasureKey) -> Vec<Vec<String>> {
    let difference = |arm: &TableStats| {
        let other = arm.arm != arms[0].arm;
        other.then(|| arm.differences_where(arms[0], |known| known == key).into_iter().next()).flatten()
    };
    let found: Vec<_> = arms
        .iter()
        .filter_map(|arm| Some((arm, arm.measure(&key.subject, &key.measure.name)?, difference(arm))))
        .collect();
    let tested: Vec<f64> = found.iter().filter_map(|(.., difference)| difference.as_ref()?.p).collect();
    let (mut by_holm, mut by_hochberg) = (holm(&tested).into_iter(), benjamini_hochberg(&tested).into_iter());
    let mut rows = Vec::new();
    for (arm, value, difference) in &found {
        let p = difference.as_ref().and_then(|difference| difference.p);
        let adjusted = [p, p.and_then(|_| by_holm.next()), p.and_then(|_| by_hochberg.next())];
        let mut row = vec![arm.arm.clone(), arm.name(), key.subject.to_string(), key.measure.name.clone()];
        row.push(decimal(value.value));
        row.extend(ends(value.interval));
        row.push(difference.as_ref().map(|difference| decimal(difference.value)).unwrap_or_default());
        row.extend(adjusted.map(|p| p.map(decimal).unwrap_or_default()));
        rows.push(row);
    }
    rows
}
