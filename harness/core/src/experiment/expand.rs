//! From the form of a schedule to its tables.

use std::collections::BTreeMap;

use ergo_engine::rng::Seed;

use super::form::{Amount, Form, MOST_TABLES};
use super::options::Rotations;
use super::problem::Problem;
use crate::design::{balanced, fewest_neighbours, number_of_subsets, rows, subsets};

/// So many others, or all there are, everybody meets in balanced blocks: a chain says little of its ends.
const FEWEST_NEIGHBOURS: usize = 3;

/// The tables of `form`, those with fewer seats first. `seed` is the number of the experiment: balanced blocks are drawn
/// from it.
pub(super) fn tables(form: &Form, seed: u64) -> Result<Vec<Vec<usize>>, Problem> {
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
        Form::Substitution { pair, panel, seats } => {
            for &size in seats {
                for opponents in choices(panel, size - 1)? {
                    tables.extend(pair.map(|focal| led_by(focal, &opponents)));
                }
            }
        }
        Form::Ladder { pool, seats, reach } => {
            for &size in seats {
                tables.extend(rows(pool.len(), size, *reach).into_iter().map(|row| of(pool, &row)));
            }
        }
        Form::Blocks { pool, seats, amount } => {
            for &size in seats {
                tables.extend(blocks(pool, size, *amount, seed)?);
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
    let expected = "expected fewer names, fewer seats, or the form \"blocks\"";
    Problem::new("schedule.form", format!("more than {MOST_TABLES} tables, {expected}"))
}

fn blocks(pool: &[usize], seats: usize, amount: Amount, seed: u64) -> Result<Vec<Vec<usize>>, Problem> {
    let all = number_of_subsets(pool.len(), seats);
    let (key, tables) = match amount {
        Amount::PerEntrant(each) => ("schedule.tables_per_entrant", (each * pool.len()).div_ceil(seats)),
        Amount::Most(most) => ("schedule.most_tables", (most as u64).min(all) as usize),
    };
    let problem = |what: String| Err(Problem::new(key, format!("{what} (form = \"blocks\", tables of {seats})")));
    if tables > MOST_TABLES {
        return problem(format!("{tables} tables, expected at most {MOST_TABLES}"));
    }
    if tables as u64 > all {
        return problem(format!("{tables} tables, expected at most the {all} that form = \"round-robin\" has"));
    }
    // Everybody is compared with everybody once the tables hang together; each joins at most seats - 1 to the others.
    let least = (pool.len() - 1).div_ceil(seats - 1);
    if tables < least {
        let what = format!("{tables} tables leave groups that never meet, expected at least {least}");
        return problem(what);
    }
    let Some(tables) = balanced(pool.len(), seats, tables, Seed::master(seed)) else {
        return problem(format!("{tables} tables leave groups that never meet, expected more"));
    };
    let (fewest, expected) = (fewest_neighbours(pool.len(), &tables), FEWEST_NEIGHBOURS.min(pool.len() - 1));
    if fewest < expected {
        let count = tables.len();
        return problem(format!(
            "{count} tables leave somebody with {fewest} others to meet, expected at least {expected}: more tables"
        ));
    }
    Ok(tables.iter().map(|table| of(pool, table)).collect())
}

fn of(pool: &[usize], places: &[usize]) -> Vec<usize> {
    places.iter().map(|place| pool[*place]).collect()
}
