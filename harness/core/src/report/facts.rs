//! Material of claims and sections: facts that everybody can see, and what one idea lends another.

use std::any::Any;

use ergo_engine::rng::Seed;

use super::asked::Asked;
use super::kept::Kept;
use super::lineup::LineUp;
use super::page::{Piece, PlotFile, Section};
use super::responses::Response;
use super::tally::Tally;
use super::words;
use crate::experiment::kind::Kind;
use crate::manifest::FileEntry;

/// All that the rows came to, when every block was seen.
pub struct Evidence<'a> {
    /// Tables by arm, in the order of the schedule.
    pub(crate) lineups: &'a [LineUp],
    /// Matches by arm and number of seats.
    pub(crate) tallies: &'a [Tally],
    /// Every block with its sums.
    pub(crate) kept: &'a mut Kept,
    /// The question.
    pub(crate) asked: &'a Asked,
    /// That of the experiment, from which draws derive.
    pub(crate) seed: &'a Seed,
    /// Whether nothing varies, so that nothing can be estimated.
    pub(crate) is_exact: bool,
}

/// All that claims and sections speak of.
pub struct Facts<'a> {
    /// Tables by arm, in the order of the schedule.
    pub(crate) lineups: &'a [LineUp],
    /// Matches by arm and number of seats.
    pub(crate) tallies: &'a [Tally],
    /// The measures asked for in every arm, deal by deal.
    pub(crate) courses: &'a [Response],
    /// The question.
    pub(crate) asked: &'a Asked,
    /// The kinds of the question.
    pub(crate) kinds: &'a [Kind],
    /// The files of rows.
    pub(crate) rows: &'a [FileEntry],
    /// Findings that ideas lend one another.
    pub(crate) lent: &'a [&'a dyn Any],
}

impl<'a> Facts<'a> {
    /// Whether there are several arms.
    pub fn has_arms(&self) -> bool {
        self.lineups.windows(2).any(|pair| pair[0].arm != pair[1].arm)
    }

    /// The findings of this type that another idea lends, if it is there and found something.
    pub fn lent<T: 'static>(&self) -> Option<&'a T> {
        self.lent.iter().find_map(|one| one.downcast_ref())
    }

    /// Whether the arms are points of a design: then they are many, and what each of them did by itself is in `summary.csv`.
    pub(crate) fn is_of_design(&self) -> bool {
        self.asked.design.is_some()
    }

    /// The units that a match is made of: rounds, or matches where a match is one round.
    pub(crate) fn whole(&self) -> &'static str {
        if self.asked.measures.shape().one_round { "matches" } else { "rounds" }
    }

    /// Whether the same matches were played again and again, so that nothing varies.
    pub(crate) fn is_exact(&self) -> bool {
        !self.lineups.is_empty() && self.lineups.iter().all(|lineup| lineup.repeated().is_some())
    }

    /// Every table with its arms.
    pub(crate) fn tables(&self) -> Vec<Vec<&'a LineUp>> {
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
    pub(crate) fn group(&self, arm: &str, seats: usize) -> String {
        let size = words::capital(&words::seats(seats));
        if self.has_arms() { format!("{size}, {arm}") } else { size }
    }
}

/// Where a section stands on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Before all others.
    First,
    /// Where everybody reads.
    Read,
    /// For those who look closer.
    Detail,
    /// After all others.
    Last,
}

impl Place {
    /// All `parts`, to stand here.
    pub fn of(self, parts: impl IntoIterator<Item = Part>) -> Vec<(Place, Part)> {
        parts.into_iter().map(|part| (self, part)).collect()
    }
}

/// A section and the numbers of its pictures.
pub struct Part {
    /// The section.
    pub section: Section,
    /// The file.
    pub file: Option<PlotFile>,
}

impl Part {
    /// A section of these pieces, without pictures.
    pub fn new(title: &str, pieces: Vec<Piece>) -> Self {
        Part { section: Section { title: title.to_owned(), pieces }, file: None }
    }
}
