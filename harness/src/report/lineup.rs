//! What is measured of one table in one arm.

use super::luck::TableLuck;
use crate::measure::Key;
use crate::stats::paired::t_test_of;
use crate::stats::{Interval, Moments, mean_interval, share_interval};

/// A value with its uncertainty.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// What.
    pub key: Key,
    /// Mean over blocks.
    pub value: f64,
    /// 95 % interval; nothing for a single block.
    pub interval: Option<Interval>,
    /// How many blocks it is the mean of.
    pub blocks: u64,
    /// Of a difference: how probable one as large is where there is none (Student's test).
    pub p: Option<f64>,
}

/// One table in one arm.
pub struct LineUp {
    /// The arm.
    pub arm: String,
    /// Entrants in the order of the table.
    pub table: Vec<String>,
    /// Matches read.
    pub matches: u64,
    /// Rounds of those matches.
    pub rounds: u64,
    /// Turns of those rounds.
    pub turns: u64,
    /// Entrants, each once.
    pub distinct: Vec<String>,
    /// Blocks read.
    pub blocks: u64,
    /// The luck of the draw, if it was written down.
    pub luck: TableLuck,
    keys: Vec<Key>,
    moments: Vec<Moments>,
    differences: Vec<(Key, Moments)>,
}

impl LineUp {
    /// A table of which nothing is known yet, with the measures of `keys`.
    pub fn new(arm: &str, table: Vec<String>) -> Self {
        let mut distinct: Vec<String> = Vec::new();
        for entrant in &table {
            if !distinct.contains(entrant) {
                distinct.push(entrant.clone());
            }
        }
        LineUp {
            arm: arm.to_owned(),
            table,
            matches: 0,
            rounds: 0,
            turns: 0,
            distinct,
            blocks: 0,
            luck: TableLuck::default(),
            keys: Vec::new(),
            moments: Vec::new(),
            differences: Vec::new(),
        }
    }

    /// The table in words.
    pub fn name(&self) -> String {
        self.table.join(" v ")
    }

    /// The table in fewer words, equal entrants counted: `greedy v 3 × random`.
    pub fn short(&self) -> String {
        let word = |name: &String| match self.table.iter().filter(|other| *other == name).count() {
            1 => name.clone(),
            count => format!("{count} × {name}"),
        };
        self.distinct.iter().map(word).collect::<Vec<_>>().join(" v ")
    }

    /// Whether a measure is the same whatever happens: the win share of an entrant that sat there alone.
    pub fn is_trivial(&self, key: &Key) -> bool {
        self.distinct.len() == 1
            && self.table.len() > 1
            && key.subject == self.distinct[0]
            && key.measure == "win_share"
    }

    /// The measures so far, in the order of their values.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// Where the value of `key` belongs among the values of a block. A measure met for the first time was 0 before.
    pub fn place(&mut self, key: impl FnOnce() -> Key, same: impl Fn(&Key) -> bool) -> usize {
        match self.keys.iter().position(same) {
            Some(place) => place,
            None => {
                self.keys.push(key());
                self.moments.push(Moments::zeros(self.blocks));
                self.keys.len() - 1
            }
        }
    }

    /// Adds a block: a value for each key, or none where the block has nothing to say.
    pub fn add_block(&mut self, values: &[Option<f64>]) {
        for (moments, value) in self.moments.iter_mut().zip(values) {
            if let Some(value) = value {
                moments.push(*value);
            }
        }
        self.blocks += 1;
    }

    /// Adds how much more a measure was here than in the first arm, in the same deal.
    pub fn add_difference(&mut self, key: &Key, difference: f64) {
        match self.differences.iter_mut().find(|(known, _)| known == key) {
            Some((_, moments)) => moments.push(difference),
            None => {
                let mut moments = Moments::default();
                moments.push(difference);
                self.differences.push((key.clone(), moments));
            }
        }
    }

    /// Every measure: entrants, seats, then the table as a whole.
    pub fn measures(&self) -> Vec<Measured> {
        let measured = |(key, moments): (&Key, &Moments)| Measured {
            key: key.clone(),
            value: moments.mean(),
            interval: if key.is_share() { share_interval(moments) } else { mean_interval(moments) },
            blocks: moments.count(),
            p: None,
        };
        let mut all: Vec<Measured> = self.keys.iter().zip(&self.moments).map(measured).collect();
        all.retain(|measured| measured.blocks > 0);
        // Ways to end a round stand in the order they were first met, which says nothing.
        all.sort_by_key(|measured| measured.key.measure.starts_with("ended_by_").then(|| measured.key.measure.clone()));
        all
    }

    /// One measure.
    pub fn measure(&self, subject: &str, measure: &str) -> Option<Measured> {
        self.measures().into_iter().find(|found| found.key.subject == subject && found.key.measure == measure)
    }

    /// What an experiment asks for, at this table.
    pub fn asked(&self, key: &Key) -> Option<Measured> {
        let Key { subject, measure } = key.at(&self.table);
        self.measure(&subject, &measure)
    }

    /// Every measure less that of the first arm, by deals in common. Empty for the first arm.
    pub fn differences(&self) -> Vec<Measured> {
        let measured = |(key, moments): &(Key, Moments)| Measured {
            key: key.clone(),
            value: moments.mean(),
            interval: mean_interval(moments),
            blocks: moments.count(),
            p: (moments.count() > 1).then(|| t_test_of(moments).p),
        };
        let mut all: Vec<Measured> = self.differences.iter().map(measured).collect();
        all.sort_by_key(|measured| measured.key.measure.starts_with("ended_by_").then(|| measured.key.measure.clone()));
        all
    }
}
