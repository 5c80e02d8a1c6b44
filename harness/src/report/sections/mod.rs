//! The sections of a report, each made of facts alone, one file a section. A section that has nothing to say is left out.

mod arms;

mod better;
mod covariance;
mod curves;
mod dose;
mod effects;
pub mod facts;
mod faults;
mod few;
mod fit;
mod intransitivity;
pub(super) mod lead;
mod lengths;
mod moved;
mod pairs;
pub(crate) mod panels;
mod ratings;
mod repeat;
mod seats;
mod shown;
mod stages;
mod substitution;
mod surface;
mod tables;
mod targets;
mod tiers;
mod values;
mod worms;

use facts::{Facts, Part};

use crate::probe::Findings;

/// All sections in order: those that everybody reads, then details. Where a measure is asked for in several arms, these come
/// first.
pub(super) fn sections(facts: &Facts<'_>, found: &[Box<dyn Findings>]) -> [Vec<Part>; 2] {
    let mut all = made(facts, found);
    for piece in all.iter_mut().flatten().flat_map(|part| &mut part.section.pieces) {
        if facts.is_exact() {
            piece.make_exact();
        }
        if facts.asked.nothing_hidden {
            piece.make_undealt();
        }
    }
    all
}

fn made(facts: &Facts<'_>, found: &[Box<dyn Findings>]) -> [Vec<Part>; 2] {
    let of_probes = |detail: bool| {
        let wanted = found.iter().filter(move |one| one.is_detail() == detail);
        wanted.filter_map(|one| one.section(facts)).collect::<Vec<Part>>()
    };
    if facts.lab.is_some() {
        return of_design(facts, of_probes(false), any_faults(facts));
    }
    let arms_asked = !facts.asked.keys.is_empty();
    // Copies of one bot were seated to learn of the seats; a cycle is told of where it misleads a list.
    let of_seats = facts.lineups.iter().all(|lineup| lineup.distinct.len() == 1);
    let of_cycles = facts.intransitivity.iter().any(|found| found.are_clear());
    let any_faults = any_faults(facts);
    let when = |wanted: bool, section: fn(&Facts<'_>) -> Option<Part>| if wanted { section(facts) } else { None };
    let first = targets::section(facts);
    let read = [
        tiers::section(facts),
        values::section(facts),
        when(arms_asked, arms::section),
        stages::section(facts),
        substitution::section(facts),
        ratings::section(facts),
        when(of_cycles, intransitivity::section),
        when(of_seats, seats::section),
        when(!arms_asked, arms::section),
        when(any_faults, faults::section),
        Some(repeat::section(facts)),
    ];
    let details = [
        pairs::section(facts),
        better::section(facts),
        covariance::section(facts),
        when(!of_cycles, intransitivity::section),
        when(!of_seats, seats::section),
        fit::section(facts),
        lengths::section(facts),
        worms::section(facts),
    ];
    let last = [tables::section(facts), when(!any_faults, faults::section)];
    let shown = shown::sections(facts);
    let read = first.into_iter().chain(of_probes(false)).chain(read.into_iter().flatten());
    let details = details.into_iter().flatten().chain(of_probes(true)).chain(last.into_iter().flatten());
    [read.collect(), details.chain(shown).collect()]
}

fn any_faults(facts: &Facts<'_>) -> bool {
    facts.tallies.iter().any(|tally| tally.faults.iter().any(|faults| !faults.is_empty()))
}

/// Those of a design: its arms are many, and what each of them did by itself is in `summary.csv`.
fn of_design(facts: &Facts<'_>, of_probes: Vec<Part>, any_faults: bool) -> [Vec<Part>; 2] {
    let first = targets::section(facts);
    let read = [
        effects::section(facts),
        dose::section(facts),
        if any_faults { faults::section(facts) } else { None },
        Some(repeat::section(facts)),
    ];
    [
        first.into_iter().chain(of_probes).chain(read.into_iter().flatten()).collect(),
        [surface::section(facts), worms::section(facts)].into_iter().flatten().collect(),
    ]
}
