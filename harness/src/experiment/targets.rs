//! `[targets]`: between which values a designer wants measures to lie.

use super::problem::Problem;
use super::section::Section;

/// The most targets.
const MOST_TARGETS: usize = 24;

/// A target as written: a measure, and from where to where.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TargetOutline {
    /// The measure: `paradox`, `seat 1 win_share`.
    pub measure: String,
    /// The least and the most that is wanted.
    pub band: [f64; 2],
}

/// Reads `[targets]`.
pub(super) fn read(targets: &Section<'_>) -> Result<Vec<TargetOutline>, Problem> {
    let expected = "a list of two numbers, the least and the most that is wanted";
    let one = |(measure, value): (&String, &toml::Value)| {
        let number = |value: &toml::Value| value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64));
        let ends = value.as_array().map(|list| list.iter().map(number).collect::<Vec<_>>());
        match ends.as_deref() {
            Some([Some(low), Some(high)]) if low.is_finite() && high.is_finite() && low <= high => {
                Ok(TargetOutline { measure: measure.clone(), band: [*low, *high] })
            }
            _ => Err(targets.wrong(measure, value, expected)),
        }
    };
    let found: Vec<TargetOutline> = targets.entries().map(one).collect::<Result<_, _>>()?;
    if found.len() > MOST_TARGETS {
        let what = format!("{} of them, expected at most {MOST_TARGETS}", found.len());
        return Err(Problem::new("targets", what));
    }
    Ok(found)
}
