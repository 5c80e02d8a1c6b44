//! From the form of a schedule to its tables.

use std::collections::BTreeMap;

use super::form::{Form, MOST_TABLES};
use super::options::Rotations;
use super::problem::Problem;
use crate::design::{rows, subsets};

/// Returns the tables of `form`, those with fewer seats first.
pub(super) fn tables(form: &Form) -> Result<Vec<Vec<usize>>, Problem> {
    let mut tables = Vec::new();
    match form {
        Form::Tables { tables: listed } => tables.clone_from(listed),
        Form::RoundRobin { pool, seats } => {
            for &size in seats {
                tables.extend(choices(pool, size)?);
            }
        }
        Form::Gauntlet { focal, pool, seats } => {
            for &size in seats {
                tables.extend(choices(pool, size - 1)?.into_iter().map(|field| led_by(*focal, &field)));
            }
        }
        Form::Focal { pair: [a, b], seats } => {
            for &size in seats {
                tables.push(led_by(*a, &vec![*b; size - 1]));
                // One against one is its own reverse.
                if size > 2 {
                    tables.push(led_by(*b, &vec![*a; size - 1]));
                }
            }
        }
        Form::Ladder { pool, seats, reach } => {
            for &size in seats {
                tables.extend(rows(pool.len(), size, *reach).into_iter().map(|row| of(pool, &row)));
            }
        }
    }
    if tables.len() > MOST_TABLES {
        return Err(too_many());
    }
    Ok(tables)
}

/// Refuses a table that plays the same matches as an earlier one: with these rotations both seat the same entrants in the same
/// orders, whatever the order in which they are listed.
pub(super) fn each_once(form: &Form, tables: &[Vec<usize>], rotations: Rotations) -> Result<(), Problem> {
    let mut known: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
    for (i, table) in tables.iter().enumerate() {
        let mut seated = table.clone();
        match rotations {
            Rotations::All | Rotations::Balanced => seated.sort_unstable(),
            Rotations::Cyclic => {
                let turned = |by: usize| [&table[by..], &table[..by]].concat();
                seated = (0..table.len()).map(turned).min().unwrap_or_default();
            }
            Rotations::None => {}
        }
        if let Some(twin) = known.insert(seated, i) {
            let all = if *table == tables[twin] { "" } else { " in another order, as its rotations seat all of them" };
            let what = format!(
                "plays the same matches as table {}{all}, expected another line-up (raise deals to play more)",
                twin + 1
            );
            return Err(Problem::new(form.size_of_table(i), what));
        }
    }
    Ok(())
}

fn led_by(focal: usize, others: &[usize]) -> Vec<usize> {
    [&[focal], others].concat()
}

fn choices(from: &[usize], size: usize) -> Result<Vec<Vec<usize>>, Problem> {
    subsets(from, size, MOST_TABLES).ok_or_else(too_many)
}

fn too_many() -> Problem {
    Problem::new("schedule.form", format!("more than {MOST_TABLES} tables, expected fewer names, or fewer seats"))
}

fn of(pool: &[usize], places: &[usize]) -> Vec<usize> {
    places.iter().map(|place| pool[*place]).collect()
}
