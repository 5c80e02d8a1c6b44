//! The measures of Ergo 1977.

use crate::games::common_measures::{endings, starter};
use crate::measure::{Denominator, Measure, RowFile, SeatRole, SubjectKind, Unit, Value};

/// Returns all measures.
pub(super) fn measures() -> Vec<Measure> {
    let mut all = starter();
    let white = SubjectKind::At(SeatRole::new("White", "white"));
    all.push(Measure::points("lead_of_white", "lead of White per game", white, Value::Lead("points_".to_owned())));
    all.push(Measure::share("drawn", "games that are drawn", "victor", ""));
    let column = |name: &str, said: &str| {
        let value = Value::Column(RowFile::Rounds, name.to_owned());
        Measure::new(name, said, Unit::Amount("actions".to_owned()), Denominator::Rounds, SubjectKind::All, value)
    };
    all.push(column("plies", "actions of a game, those of chance counted"));
    all.push(column("moves", "moves of a game"));
    all.push(column("promotions", "hollow pieces of a game that became lions"));
    all.push(endings());
    all
}
