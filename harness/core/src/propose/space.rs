//! The space of candidates: the levels of the factors of a design, and the changes of each point from the base.

use ergo_engine::options::{Settings, Value};

use crate::experiment::Design;

/// The levels of a design, with its base.
pub struct Space<'a> {
    /// The design.
    pub design: &'a Design,
    base: &'a Settings,
}

/// The total change from the base to a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangeSize {
    /// The sum of the absolute changes of all options; 1 for an option that is not a whole number.
    pub all: u64,
    /// The sum of the signed changes.
    pub size: i64,
}

impl<'a> Space<'a> {
    /// Creates the space of `design`; `base` are the unchanged rules.
    pub fn new(design: &'a Design, base: &'a Settings) -> Self {
        Space { design, base }
    }

    /// Returns the number of levels of each factor.
    pub(crate) fn levels(&self) -> Vec<usize> {
        self.design.factors.iter().map(|factor| factor.values.len()).collect()
    }

    /// Returns the levels of the base, if it is a point of the space.
    pub(crate) fn base(&self) -> Option<Vec<usize>> {
        let level = |factor: &crate::experiment::Factor| {
            let same = |value: &Value| factor.options.iter().all(|option| self.base.0.get(option) == Some(value));
            factor.values.iter().position(same)
        };
        self.design.factors.iter().map(level).collect()
    }

    /// Returns the options in which `point` differs from the base.
    pub(crate) fn set(&self, point: &[usize]) -> Vec<(String, Value)> {
        let mut all = Vec::new();
        for (factor, level) in self.design.factors.iter().zip(point) {
            all.extend(factor.options.iter().map(|option| (option.clone(), factor.values[*level].clone())));
        }
        all.retain(|(option, value)| self.base.0.get(option) != Some(value));
        all
    }

    /// Returns the changes from the base to `point`.
    pub(crate) fn changed(&self, point: &[usize]) -> ChangeSize {
        let mut sum = ChangeSize { all: 0, size: 0 };
        for (option, value) in self.set(point) {
            match (self.base.0.get(&option), value) {
                (Some(Value::Int(before)), Value::Int(after)) => {
                    sum.all += after.abs_diff(*before);
                    sum.size += after - before;
                }
                _ => sum.all += 1,
            }
        }
        sum
    }

    /// Returns every point with one factor at another level.
    pub(crate) fn beside(&self, point: &[usize]) -> Vec<Vec<usize>> {
        let mut all = Vec::new();
        for (factor, levels) in self.levels().into_iter().enumerate() {
            for level in (0..levels).filter(|level| *level != point[factor]) {
                let mut other = point.to_vec();
                other[factor] = level;
                all.push(other);
            }
        }
        all
    }
}
