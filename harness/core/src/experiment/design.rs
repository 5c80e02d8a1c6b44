//! A design that was read: what its arms are points of, as plain data.

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
    /// By arm the level of every factor; nothing for the base where it lies at no point of the design.
    pub points: Vec<Option<Vec<usize>>>,
}

impl Design {
    /// The amount that a point leaves of the option that is held, where the rules without any change are `base`; nothing where none is.
    pub fn held(&self, base: &Settings, point: &[usize]) -> Option<i64> {
        held(&self.factors, self.hold.as_ref(), base, point)
    }
}

/// The amount left of the option that gives as much as the factors take; nothing where there is none.
pub(super) fn held(factors: &[Factor], hold: Option<&String>, base: &Settings, point: &[usize]) -> Option<i64> {
    let hold = hold?;
    let whole = |value: &Value| if let Value::Int(whole) = value { *whole } else { 0 };
    let before = |option: &String| base.0.get(option).map_or(0, whole);
    let taken = factors.iter().zip(point).flat_map(|(factor, level)| {
        let beside = factor.options.iter().filter(|option| is_beside(option, hold));
        beside.map(move |option| whole(&factor.values[*level]) - before(option))
    });
    Some(before(hold) - taken.sum::<i64>())
}
