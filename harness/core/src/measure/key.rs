//! One measure of somebody.

use std::fmt;
use std::sync::Arc;

use super::declared::{Denominator, Measure, SubjectKind, Unit, Value};
use ergo_stats::Range;

/// The name of [`MeasureKey::seat_deviation`].
const SEAT_DEVIATION: &str = "seat_deviation";

/// A measure and its subject.
#[derive(Clone, Debug)]
pub struct MeasureKey {
    /// An entrant, `seat 1`, a place of the round such as `starter`, or `all`. In what an experiment asks for also `focal`: at
    /// each table whom it names first.
    pub subject: Arc<str>,
    /// The measure.
    pub measure: Arc<Measure>,
}

impl PartialEq for MeasureKey {
    fn eq(&self, other: &Self) -> bool {
        // An entrant that is called like a place of the round is not that place.
        self.is(&other.subject, &other.measure.name) && self.measure.of == other.measure.of
    }
}

impl MeasureKey {
    /// The key of `measure` of `subject`.
    pub fn new(subject: &str, measure: &Arc<Measure>) -> Self {
        MeasureKey { subject: subject.into(), measure: Arc::clone(measure) }
    }

    /// How far the seat that wins most or least often lies from an equal share. No sum over deals, and so not among the
    /// measures: a target may be set for it.
    pub fn seat_deviation() -> Self {
        let said = "largest deviation of a seat's win share from an equal one";
        let measure =
            Measure::new(SEAT_DEVIATION, said, Unit::Share, Denominator::Deals, SubjectKind::All, Value::Wins);
        MeasureKey::new("all", &Arc::new(measure))
    }

    /// Whether it is [`seat_deviation`](Self::seat_deviation).
    pub fn is_seat_deviation(&self) -> bool {
        self.is("all", SEAT_DEVIATION)
    }

    /// Whether it is the measure called so of this subject.
    pub fn is(&self, subject: &str, measure: &str) -> bool {
        *self.subject == *subject && self.measure.name == measure
    }

    /// Returns the same key at `table`, with the first entrant of the table in place of `focal`.
    pub fn for_table(&self, table: &[String]) -> Self {
        match (&*self.subject, table.first()) {
            ("focal", Some(name)) => MeasureKey::new(name, &self.measure),
            _ => self.clone(),
        }
    }

    /// The denominator of its estimate: `rounds` for a ratio of sums over rounds, `matches` for what a match has, `deals` for a
    /// mean over deals.
    pub fn estimand(&self) -> &'static str {
        self.measure.per.word()
    }

    /// The range of its values for one deal.
    pub fn range(&self) -> Range {
        if self.is_share() { Range::Share } else { Range::Open }
    }

    /// Whether it depends on who has which place of the round, by which seats differ.
    pub fn is_of_seats(&self) -> bool {
        matches!(self.measure.of, SubjectKind::Seats | SubjectKind::At(_))
    }

    /// Whether it is a share of something, from 0 to 1.
    pub fn is_share(&self) -> bool {
        self.measure.is_share()
    }

    /// Where it stands among measures that are sorted: those of words in a column stand last, in the order of the alphabet.
    pub fn order(&self) -> Option<&str> {
        self.measure.is_each().then_some(&self.measure.name)
    }
}

impl fmt::Display for MeasureKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.subject {
            "all" => f.write_str(&self.measure.name),
            subject => write!(f, "{subject} {}", self.measure.name),
        }
    }
}
