//! Targets at a glance: coloured tables that a page has room for.

use super::target::{Light, Target};
use crate::measure::Key;
use crate::report::page::{Cell, Table};
use crate::report::words;

/// More columns have no room on a page.
const MOST_COLUMNS: usize = 8;
/// More rows are not read at a glance.
const MOST_ROWS: usize = 16;

/// A table a row and a measure a column: the value and how it stands. Nothing where there is one table, or where there are many.
pub(super) fn by_table(targets: &[Target<'_>]) -> Option<Table> {
    let (tables, measures) = (each(targets.iter().map(|target| target.lineup.short())), by_measure(targets));
    if !(2..=MOST_ROWS).contains(&tables.len()) || measures.len() > MOST_COLUMNS {
        return None;
    }
    let wanted = |(name, of): &(String, Vec<&Target<'_>>)| {
        of.first().map_or_else(String::new, |target| format!("{name}, {}", words::band(&target.key, target.band)))
    };
    let mut grid = Table::new(1, ["at the base".to_owned()].into_iter().chain(measures.iter().map(wanted)));
    for table in &tables {
        let cell = |(_, of): &(String, Vec<&Target<'_>>)| {
            let Some(target) = of.iter().find(|target| target.lineup.short() == *table) else {
                return Cell::from(String::new());
            };
            let value = words::number(target.found.value, None, target.key.is_share(), false).replace(" ± –", "");
            Cell::shaded(format!("{value} {}", target.light.word()), target.light.shade())
        };
        grid.row([Cell::from(table.clone())].into_iter().chain(measures.iter().map(cell)));
    }
    Some(grid)
}

/// A measure a row and an arm a column: at how many tables the target is met. Nothing for many arms.
pub(super) fn by_arm(targets: &[Target<'_>], arms: &[&str]) -> Option<Table> {
    if arms.len() > MOST_COLUMNS {
        return None;
    }
    let mut grid = Table::new(1, ["met at so many tables"].iter().chain(arms).map(|head| (*head).to_owned()));
    for (name, of) in by_measure(targets) {
        let cell = |arm: &&str| {
            let here: Vec<&&Target<'_>> = of.iter().filter(|target| target.lineup.arm == **arm).collect();
            let met = here.iter().filter(|target| target.light == Light::Met).count();
            let shade = (!here.is_empty()).then(|| met as f64 / here.len() as f64);
            Cell::shaded(format!("{met} of {}", here.len()), shade)
        };
        grid.row([Cell::from(name)].into_iter().chain(arms.iter().map(cell)));
    }
    Some(grid)
}

/// The targets of every measure, in their order.
fn by_measure<'t, 'l>(targets: &'t [Target<'l>]) -> Vec<(String, Vec<&'t Target<'l>>)> {
    let name = |key: &Key| words::capital(&words::subject_and_measure(key));
    let of = |measure: String| {
        let here = targets.iter().filter(|target| name(&target.key) == measure).collect();
        (measure, here)
    };
    each(targets.iter().map(|target| name(&target.key))).into_iter().map(of).collect()
}

/// Each of `names` once.
fn each(names: impl Iterator<Item = String>) -> Vec<String> {
    names.fold(Vec::new(), |mut known, name| {
        if !known.contains(&name) {
            known.push(name);
        }
        known
    })
}
