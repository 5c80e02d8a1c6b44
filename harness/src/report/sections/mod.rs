//! The sections of a report, each made of facts alone, one file a section. A section that has nothing to say is left out.

mod arms;
mod better;
mod circles;
mod covariance;
mod endings;
mod faults;
mod fit;
mod lead;
mod lengths;
mod luck;
mod pairs;
mod ratings;
mod repeat;
mod seats;
mod stages;
mod substitution;
mod tables;

pub use lead::lead;

use super::Asked;
use super::circles::Circles;
use super::lineup::LineUp;
use super::page::{PlotFile, Section};
use super::pairing::Pair;
use super::ratings::Ratings;
use super::tally::Tally;
use super::tournament::Tournament;
use super::words;
use crate::manifest::FileEntry;

/// All that sections speak of.
pub struct Facts<'a> {
    /// Tables by arm, in the order of the schedule.
    pub lineups: &'a [LineUp],
    /// Matches by arm and number of seats.
    pub tallies: &'a [Tally],
    /// Tables that differ in one entrant only.
    pub pairs: &'a [Pair],
    /// Rating lists by arm and number of seats.
    pub ratings: &'a [Ratings],
    /// Circles of entrants by arm and number of seats.
    pub circles: &'a [Circles],
    /// The stages of a tournament, if it had any.
    pub tournament: Option<&'a Tournament<'a>>,
    /// What was asked.
    pub asked: &'a Asked<'a>,
    /// The files of rows.
    pub rows: &'a [FileEntry],
}

impl<'a> Facts<'a> {
    /// Whether there are several arms.
    pub fn has_arms(&self) -> bool {
        self.lineups.windows(2).any(|pair| pair[0].arm != pair[1].arm)
    }

    /// Every table with its arms.
    pub fn tables(&self) -> Vec<Vec<&'a LineUp>> {
        let mut tables: Vec<Vec<&LineUp>> = Vec::new();
        for lineup in self.lineups {
            match tables.iter_mut().find(|arms| arms[0].table == lineup.table) {
                Some(arms) => arms.push(lineup),
                None => tables.push(vec![lineup]),
            }
        }
        tables
    }

    /// `Three seats`, or `Three seats, arm x`.
    pub fn group(&self, arm: &str, seats: usize) -> String {
        let size = format!("{} seats", words::capital(&words::small(seats)));
        if self.has_arms() { format!("{size}, {arm}") } else { size }
    }
}

/// A section and the numbers of its pictures.
pub struct Part {
    /// The section.
    pub section: Section,
    /// The file.
    pub file: Option<PlotFile>,
}

/// All sections in order. Where a measure is asked for in several arms, these come first.
pub fn sections(facts: &Facts<'_>) -> Vec<Part> {
    let arms_asked = facts.asked.measure.is_some();
    let arms = |asked: bool| if asked == arms_asked { arms::section(facts) } else { None };
    let parts = [
        arms(true),
        stages::section(facts),
        substitution::section(facts),
        ratings::section(facts),
        pairs::section(facts),
        better::section(facts),
        covariance::section(facts),
        circles::section(facts),
        seats::section(facts),
        fit::section(facts),
        endings::section(facts),
        lengths::section(facts),
        luck::section(facts),
        arms(false),
        tables::section(facts),
        faults::section(facts),
        Some(repeat::section(facts)),
    ];
    parts.into_iter().flatten().collect()
}
