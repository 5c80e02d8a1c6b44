//! A measure of one subject.

use std::fmt;
use std::sync::Arc;

use super::declared::{Denominator, Measure, SubjectKind, Unit, Value};
use ergo_stats::Range;

/// The name of [`MeasureKey::seat_deviation`].
const SEAT_DEVIATION: &str = "seat_deviation";

/// A measure and its subject.
#[derive(Clone, Debug)]
pub struct MeasureKey {
    /// An entrant, a seat such as `seat 1`, a role in the round such as `starter`, or `all`. In an experiment also `focal`, the
    /// first entrant of each table.
    pub subject: Arc<str>,
    /// The measure.
    pub measure: Arc<Measure>,
}

impl PartialEq for MeasureKey {
    fn eq(&self, other: &Self) -> bool {
        // An entrant with the name of a role is different from the role.
        self.is(&other.subject, &other.measure.name) && self.measure.of == other.measure.of
    }
}

impl MeasureKey {
    /// The key of `measure` of `subject`.
    pub fn new(subject: &str, measure: &Arc<Measure>) -> Self {
        MeasureKey { subject: subject.into(), measure: Arc::clone(measure) }
    }

    /// Returns the key of the largest deviation of a seat's win share from an equal share. It is not a sum over deals
    /// and therefore not in [`Measures`](super::Measures), but it can have a target.
    pub fn seat_deviation() -> Self {
        let said = "largest deviation of a seat's win share from an equal one";
        let measure =
            Measure::new(SEAT_DEVIATION, said, Unit::Share, Denominator::Deals, SubjectKind::All, Value::Wins);
        MeasureKey::new("all", &Arc::new(measure))
    }

    /// Returns true if this is [`seat_deviation`](Self::seat_deviation).
    pub fn is_seat_deviation(&self) -> bool {
        self.is("all", SEAT_DEVIATION)
    }

    /// Returns true if this is the measure with this name and subject.
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

    /// Returns the name of the denominator of its estimate: `rounds` for a ratio of sums over rounds, `matches` for a
    /// mean over matches, `deals` for a mean over deals.
    pub fn estimand(&self) -> &'static str {
        self.measure.per.word()
    }

    /// Returns the range of its values for one deal.
    pub fn range(&self) -> Range {
        if self.is_share() { Range::Share } else { Range::Open }
    }

    /// Returns true if its value depends on which seat has the role by which seats differ.
    pub fn is_of_seats(&self) -> bool {
        matches!(self.measure.of, SubjectKind::Seats | SubjectKind::At(_))
    }

    /// Returns true if it is a share from 0 to 1.
    pub fn is_share(&self) -> bool {
        self.measure.is_share()
    }

    /// Returns the sort key: measures of words in a column come last, in alphabetical order.
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
