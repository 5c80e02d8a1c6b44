//! What sections are made of, and what they are.

use crate::experiment::kind::Kind;
use crate::manifest::FileEntry;
use crate::report::asked::Asked;
use crate::report::intransitivity::Intransitivity;
use crate::report::lab::Lab;
use crate::report::lineup::LineUp;
use crate::report::page::{Piece, PlotFile, Section};
use crate::report::pairing::Pair;
use crate::report::ratings::Ratings;
use crate::report::responses::Response;
use crate::report::tally::Tally;
use crate::report::tiers::Tier;
use crate::report::tournament::Tournament;
use crate::report::words;
use crate::report::worms::Worm;

/// All that sections speak of.
pub struct Facts<'a> {
    /// Tables by arm, in the order of the schedule.
    pub(crate) lineups: &'a [LineUp],
    /// Matches by arm and number of seats.
    pub(crate) tallies: &'a [Tally],
    /// Tables that differ in one entrant only.
    pub(crate) pairs: &'a [Pair],
    /// Rating lists by arm and number of seats.
    pub(crate) ratings: &'a [Ratings],
    /// Intransitivity of entrants by arm and number of seats.
    pub(crate) intransitivity: &'a [Intransitivity],
    /// The stages of a tournament, if it had any.
    pub(crate) tournament: Option<&'a Tournament<'a>>,
    /// A match of each number of seats, as an example.
    pub(crate) worms: &'a [Worm],
    /// What the factors of a design do, if arms are its points.
    pub(crate) lab: Option<&'a Lab<'a>>,
    /// What bots of a tier of skill do, where entrants have one.
    pub(crate) tiers: &'a [Tier],
    /// The measures asked for in every arm, deal by deal.
    pub(crate) courses: &'a [Response],
    /// What was asked.
    pub(crate) asked: &'a Asked,
    /// The kinds of the question.
    pub(crate) kinds: &'a [Kind],
    /// The files of rows.
    pub(crate) rows: &'a [FileEntry],
}

impl<'a> Facts<'a> {
    /// Whether there are several arms.
    pub fn has_arms(&self) -> bool {
        self.lineups.windows(2).any(|pair| pair[0].arm != pair[1].arm)
    }

    /// What a match is made of: rounds, or a match is one.
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
