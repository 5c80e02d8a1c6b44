//! Where candidates lie: the levels of the factors of a design, and what each changes of the base.

use ergo_engine::options::{Settings, Value};

use crate::experiment::Design;

/// The levels of a design, seen from its base.
pub struct Space<'a> {
    /// The design.
    pub design: &'a Design,
    base: &'a Settings,
}

/// The changes from the base to a point, summed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangeSize {
    /// How much more or less of every option, each counted; 1 for an option that is no whole number.
    pub all: u64,
    /// How much more in all.
    pub size: i64,
}

impl<'a> Space<'a> {
    /// The space of `design`, where the rules without any change are `base`.
    pub fn new(design: &'a Design, base: &'a Settings) -> Self {
        Space { design, base }
    }

    /// How many levels each factor has.
    pub(crate) fn levels(&self) -> Vec<usize> {
        self.design.factors.iter().map(|factor| factor.values.len()).collect()
    }

    /// The levels of the base, if it lies at some.
    pub(crate) fn base(&self) -> Option<Vec<usize>> {
        let level = |factor: &crate::experiment::Factor| {
            let same = |value: &Value| factor.options.iter().all(|option| self.base.0.get(option) == Some(value));
            factor.values.iter().position(same)
        };
        self.design.factors.iter().map(level).collect()
    }

    /// The options that `point` sets otherwise than the base has them.
    pub(crate) fn set(&self, point: &[usize]) -> Vec<(String, Value)> {
        let mut all = Vec::new();
        for (factor, level) in self.design.factors.iter().zip(point) {
            all.extend(factor.options.iter().map(|option| (option.clone(), factor.values[*level].clone())));
        }
        all.retain(|(option, value)| self.base.0.get(option) != Some(value));
        all
    }

    /// The changes from the base to `point`.
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

    /// Every point with one factor at another level.
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
