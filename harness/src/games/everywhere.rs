//! Measures that games may declare whose rows have the columns they need.

use crate::measure::{Measure, Of, Place, Shown, Value};

/// What the seat that starts gains in a round: columns `starter` and `points_1` and so on.
pub(super) fn starter() -> Vec<Measure> {
    let at = || Of::At(Place::new("starter", "starter"));
    let (gain, lead) = (Value::Gain("points_".to_owned()), Value::Lead("points_".to_owned()));
    vec![
        Measure::points("points_per_round", "points per round", at(), gain),
        Measure::points("lead_over_others", "lead per round", at(), lead),
    ]
}

/// How rounds ended: column `ended_by`.
pub(super) fn endings() -> Measure {
    let shown = Shown { title: "How rounds ended".to_owned(), file: "plots/endings.csv" };
    Measure::each("ended_by_*", "rounds ended by *", "ended_by", shown)
}
