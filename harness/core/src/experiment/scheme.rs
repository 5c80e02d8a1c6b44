//! How matches come about, as far as a report tells of it.

use super::form::Form;
use super::options::FaultRule;

/// How matches come about, as far as a report tells of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// How tables come about; entrants are indices.
    pub form: Form,
    /// Names of those who may play.
    pub entrants: Vec<String>,
    /// How many deals each table plays.
    pub deals: u32,
    /// The rule for an agent that fails to answer.
    pub faults: FaultRule,
    /// Entrants that search by a clock in some arm.
    pub timed: Vec<usize>,
}

impl Scheme {
    /// The names of those who search by a clock.
    pub fn timed_names(&self) -> Vec<String> {
        self.timed.iter().map(|&entrant| self.entrants[entrant].clone()).collect()
    }
}
