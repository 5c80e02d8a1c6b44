//! A design that was read: what its arms are points of, as plain data.

use std::collections::BTreeSet;

use ergo_engine::options::{Settings, Value};

use super::space::{DesignKind, Factor, is_beside};

/// A design with its points, as a report and a model need it.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// Which design.
    pub kind: DesignKind,
    /// The factors.
    pub factors: Vec<Factor>,
    /// The option that gives as much as the factors take, if there is one.
    pub hold: Option<String>,
    /// The sum of that option and of the options of the factors beside it, which all points keep; 0 where nothing is held.
    pub size: i64,
    /// By arm the level of every factor; nothing for the base where it lies at no point of the design.
    pub points: Vec<Option<Vec<usize>>>,
}

impl Design {
    /// Returns the amount that a point leaves of the option that is held, if one is. A point that leaves less than 0 is impossible.
    pub fn held(&self, point: &[usize]) -> Option<i64> {
        let hold = self.hold.as_ref()?;
        let taken = self.factors.iter().zip(point).map(|(factor, level)| factor.takes(hold)[*level]);
        Some(self.size - taken.sum::<i64>())
    }

    /// Returns true if no point can have some of the levels together, because they leave less than 0 of what is held.
    pub fn has_impossible_points(&self) -> bool {
        let most = |hold: &String| self.factors.iter().filter_map(|factor| factor.takes(hold).into_iter().max()).sum();
        self.hold.as_ref().is_some_and(|hold| self.size < most(hold))
    }

    /// Returns the levels of a factor that some arm has, in order.
    pub fn played(&self, factor: usize) -> Vec<usize> {
        let levels: BTreeSet<usize> = self.points.iter().flatten().map(|point| point[factor]).collect();
        levels.into_iter().collect()
    }
}

impl Factor {
    /// Returns how much every level takes of what `hold` and the options beside it sum up to.
    pub(super) fn takes(&self, hold: &str) -> Vec<i64> {
        let options = self.options.iter().filter(|option| is_beside(option, hold)).count() as i64;
        self.values.iter().map(|value| options * whole(value)).collect()
    }
}

/// Returns the sum of `hold` and the options of factors beside it in the rules `base`.
pub(super) fn size(factors: &[Factor], hold: &String, base: &Settings) -> i64 {
    let beside = factors.iter().flat_map(|factor| &factor.options).filter(|option| is_beside(option, hold));
    std::iter::once(hold).chain(beside).filter_map(|option| base.0.get(option)).map(whole).sum()
}

fn whole(value: &Value) -> i64 {
    if let Value::Int(whole) = value { *whole } else { 0 }
}
