//! Factors that are varied together, and the design points of the arms.

use std::collections::BTreeSet;

use ergo_engine::options::Value;

/// The file name of the design matrix with one row per arm.
pub const ARMS: &str = "arms.csv";

/// A design with its points, as reports and models use it.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// The factors.
    pub factors: Vec<Factor>,
    /// The level of every factor, by arm; `None` for the base arm if it is not a point of the design.
    pub points: Vec<Option<Vec<usize>>>,
}

impl Design {
    /// Returns the levels of `factor` that at least one arm has, in ascending order.
    pub fn played_levels(&self, factor: usize) -> Vec<usize> {
        let levels: BTreeSet<usize> = self.points.iter().flatten().map(|point| point[factor]).collect();
        levels.into_iter().collect()
    }
}

/// A factor: one or more rule options that share a value, and its levels.
#[derive(Clone, Debug, PartialEq)]
pub struct Factor {
    /// The name of the factor, for example `cards.not`, or the name given in the file.
    pub name: String,
    /// The rule options without the prefix `game.rules.`; one or more.
    pub options: Vec<String>,
    /// The levels in order; two or more.
    pub values: Vec<Value>,
}

impl Factor {
    /// Returns the numeric values of the levels, or `None` if they are words or booleans.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        let number = |value: &Value| match value {
            Value::Int(whole) => Some(*whole as f64),
            Value::Real(real) => Some(*real),
            Value::Bool(_) | Value::Text(_) => None,
        };
        self.values.iter().map(number).collect()
    }
}
