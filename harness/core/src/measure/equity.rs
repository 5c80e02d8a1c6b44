//! Measures that go by chances, not by points: the share of a match that seats can expect from their scores.

use std::fmt;
use std::sync::Arc;

/// By the scores before a round and who begins it: the share of the match that each seat can expect, with sum 1.
type Chances = dyn Fn(&[f64], usize) -> Vec<f64> + Send + Sync;

/// The chances of seats at tables of one size, by the rules of one arm.
#[derive(Clone)]
pub struct Equity(Arc<Chances>);

impl Equity {
    /// Chances by the points of every seat so far and the seat that begins the next round, from 0.
    pub fn new(chances: impl Fn(&[f64], usize) -> Vec<f64> + Send + Sync + 'static) -> Self {
        Equity(Arc::new(chances))
    }

    /// The chances of all seats with these scores, where this one begins the next round.
    pub fn chances(&self, scores: &[f64], begins: usize) -> Vec<f64> {
        self.0(scores, begins)
    }
}

impl fmt::Debug for Equity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Equity")
    }
}

/// The known chances in the arms of an experiment.
#[derive(Clone, Debug, Default)]
pub struct Equities(Vec<(String, usize, Equity)>);

impl Equities {
    /// Adds what is known of tables of so many seats in an arm.
    pub fn add(&mut self, arm: &str, seats: usize, equity: Equity) {
        self.0.push((arm.to_owned(), seats, equity));
    }

    /// Whether nothing is known of any.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Those of tables of so many seats in an arm.
    pub fn of(&self, arm: &str, seats: usize) -> Option<&Equity> {
        self.0.iter().find(|(name, size, _)| name == arm && *size == seats).map(|(.., equity)| equity)
    }
}
