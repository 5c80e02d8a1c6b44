//! Factors that are varied together, and the points that the arms are.

use std::collections::BTreeSet;

use ergo_engine::options::Value;

/// The name of the design matrix, the file of all arms.
pub const ARMS: &str = "arms.csv";

/// A design with its points, as a report and a model need it.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// The factors.
    pub factors: Vec<Factor>,
    /// By arm the level of every factor; nothing for the base where it lies at no point of the design.
    pub points: Vec<Option<Vec<usize>>>,
}

impl Design {
    /// Returns the levels of a factor that some arm has, in order.
    pub fn played_levels(&self, factor: usize) -> Vec<usize> {
        let levels: BTreeSet<usize> = self.points.iter().flatten().map(|point| point[factor]).collect();
        levels.into_iter().collect()
    }
}

/// A factor: what it is called, the options of the rules that it sets, all to the same value, and its levels.
#[derive(Clone, Debug, PartialEq)]
pub struct Factor {
    /// `cards.not`, or what the file calls it.
    pub name: String,
    /// Options of the rules, without `game.rules.`; one or more.
    pub options: Vec<String>,
    /// Its levels in order; two or more.
    pub values: Vec<Value>,
}

impl Factor {
    /// The numbers that its levels stand for; nothing if they are words, or yes and no.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        let number = |value: &Value| match value {
            Value::Int(whole) => Some(*whole as f64),
            Value::Real(real) => Some(*real),
            Value::Bool(_) | Value::Text(_) => None,
        };
        self.values.iter().map(number).collect()
    }
}
