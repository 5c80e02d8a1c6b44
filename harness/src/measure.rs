//! What can be measured, by name: in the rows of `summary.csv`, and in the `measure` an experiment asks for.

use std::fmt;

use crate::stats::Range;

/// Names of measures, besides `ended_by_<word>`.
const NAMES: [&str; 9] = [
    "win_share",
    "points_per_round",
    "points_per_exhausted_round",
    "margin_per_round",
    "score",
    "rounds_per_match",
    "turns_per_round",
    "paradox",
    "lead_over_others",
];

/// What a measure is of, and which it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// An entrant, `seat 1`, `starter`, `last mover`, `last mover - 1` and so on, or `all`. In what an experiment asks for also
    /// `focal`: at each table whom it names first.
    pub subject: String,
    /// The measure, as `summary.csv` names it.
    pub measure: String,
}

impl Key {
    /// The key of `measure` of `subject`.
    pub fn new(subject: &str, measure: &str) -> Self {
        Key { subject: subject.to_owned(), measure: measure.to_owned() }
    }

    /// The same key at `table`, with the name of whom it names first in the place of `focal`, unless somebody is called that.
    pub fn at(&self, table: &[String]) -> Self {
        match (self.subject.as_str(), table.first()) {
            ("focal", Some(name)) if !table.contains(&self.subject) => Key::new(name, &self.measure),
            _ => self.clone(),
        }
    }

    /// Reads `paradox`, `greedy win_share`, `seat 1 points_per_round`, `focal win_share`; the subject is `all` where none is named. Nothing if
    /// there is no such measure.
    pub fn parse(text: &str) -> Option<Self> {
        let (subject, measure) = text.trim().rsplit_once(' ').unwrap_or(("all", text.trim()));
        let known = NAMES.contains(&measure) || measure.starts_with("ended_by_");
        known.then(|| Key::new(subject.trim(), measure))
    }

    /// The names of all measures in words.
    pub fn names() -> String {
        format!("{} or ended_by_<word>", NAMES.join(", "))
    }

    /// What it is estimated over: `rounds` for a ratio of sums over rounds, `matches` for what a match has, `deals` for a mean
    /// over deals.
    pub fn estimand(&self) -> &'static str {
        match self.measure.as_str() {
            "win_share" => "deals",
            "score" | "rounds_per_match" => "matches",
            _ => "rounds",
        }
    }

    /// What is possible for one deal.
    pub fn range(&self) -> Range {
        if self.is_share() { Range::Share } else { Range::Open }
    }

    /// Whether it depends on who starts and who draws last, by which seats differ.
    pub fn is_of_seats(&self) -> bool {
        self.subject.starts_with("seat ") || self.subject == "starter"
    }

    /// Whether it is a share of something, from 0 to 1.
    pub fn is_share(&self) -> bool {
        matches!(self.measure.as_str(), "win_share" | "paradox") || self.measure.starts_with("ended_by_")
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.subject.as_str() {
            "all" => f.write_str(&self.measure),
            subject => write!(f, "{subject} {}", self.measure),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_focal_one_is_named_first() {
        let table = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let key = Key::parse("focal win_share").unwrap();
        assert_eq!(key.at(&table(&["b", "a"])), Key::new("b", "win_share"));
        assert_eq!(key.at(&table(&["b", "focal"])), key);
        let other = Key::parse("a score").unwrap();
        assert_eq!(other.at(&table(&["b", "a"])), other);
    }

    #[test]
    fn what_is_read_is_written_again() {
        for text in ["paradox", "greedy win_share", "seat 1 points_per_round", "ended_by_max_turns"] {
            assert_eq!(Key::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Key::parse("all paradox").unwrap(), Key::parse(" paradox ").unwrap());
        assert_eq!(Key::parse("paradoxes"), None);
        assert_eq!(Key::parse(""), None);
    }
}
