//! A measure along a number that arms vary: a curve for every table, tables of one size in one panel.

use crate::measure::Key;
use crate::report::drawing::{Drawing, Estimate};
use crate::report::facts::Facts;
use crate::report::lineup::LineUp;
use crate::report::page::Picture;
use crate::report::panels::{Full, Panels};
use crate::report::scale::Scale;
use crate::report::words;

/// More curves in a panel than there are colours cannot be told apart.
const MOST_CURVES: usize = 8;
/// A panel is not high enough for more letters; the words below it say what it shows, too.
const LONGEST: usize = 30;

/// The picture of `key`, its numbers in `file`; nothing where arms are no numbers, or where there are too many curves.
pub(super) fn picture(facts: &Facts<'_>, key: &Key, file: &'static str) -> Option<Picture> {
    let tables = facts.tables();
    let arms: Vec<&str> = tables.iter().max_by_key(|arms| arms.len())?.iter().map(|arm| arm.arm.as_str()).collect();
    let scale = Scale::of(&arms, &facts.asked.words)?;
    let mut groups: Vec<&String> = Vec::new();
    scale.others.iter().for_each(|other| {
        if !groups.contains(&other) {
            groups.push(other);
        }
    });
    let mut panels = Panels::default();
    for table in &tables {
        for group in &groups {
            let is_here = |arm: &&LineUp| arms.iter().position(|name| *name == arm.arm);
            let point = |arm: &&LineUp| {
                let at = is_here(arm).filter(|at| scale.others[*at] == **group)?;
                estimate(arm, key, scale.values[at])
            };
            let mut points: Vec<Estimate> = table.iter().filter_map(point).collect();
            points.sort_by(|one, other| one.across.total_cmp(&other.across));
            if points.is_empty() {
                continue;
            }
            panels.add(table[0].table.len(), name(&tables, table[0], group), points);
        }
    }
    if panels.names() > MOST_CURVES {
        return None;
    }
    let Full { panels, colours } = panels.done()?;
    let what = words::subject_and_measure(key);
    let up = match key.is_share() {
        true => format!("{}, %", key.measure.said),
        false => key.measure.said.clone(),
    };
    let up = if up.chars().count() > LONGEST { String::new() } else { up };
    Some(Picture {
        drawing: Drawing::Curves { panels, axes: [scale.name.clone(), up], base: Some(scale.values[0]) },
        shows: format!("{} by {}, 95 % bands; dashed: {}, the base.", words::capital(&what), scale.name, arms[0]),
        colours,
        file,
        svg: None,
    })
}

/// The estimate of a measure in one arm, in the unit of the picture.
fn estimate(arm: &LineUp, key: &Key, across: f64) -> Option<Estimate> {
    let found = arm.asked(key)?;
    let scale = if key.is_share() { 100.0 } else { 1.0 };
    let [low, high] = found
        .interval
        .map_or([found.value, found.value], |interval| [interval.low, interval.high])
        .map(|end| end * scale);
    Some(Estimate { across, value: found.value * scale, low, high })
}

/// The name that tells a curve from others of its panel: whom the table names first where that is enough, else the table; and
/// what else the arms set.
fn name(tables: &[Vec<&LineUp>], table: &LineUp, group: &str) -> String {
    let like = |other: &&Vec<&LineUp>| other[0].table.len() == table.table.len() && other[0].table[0] == table.table[0];
    let alone = tables.iter().all(|one| {
        let same =
            |other: &&Vec<&LineUp>| other[0].table.len() == one[0].table.len() && other[0].table[0] == one[0].table[0];
        tables.iter().filter(same).count() == 1
    });
    let who = if alone { table.table[0].clone() } else { table.short() };
    let one_a_size =
        tables.iter().filter(like).count() == 1 && tables.iter().all(|other| other[0].table[0] == table.table[0]);
    match (one_a_size, group.is_empty()) {
        (_, true) => who,
        (true, false) => group.to_owned(),
        (false, false) => format!("{who}, {group}"),
    }
}
