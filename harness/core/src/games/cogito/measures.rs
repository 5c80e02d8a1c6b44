//! The measures of Cogito.

use crate::games::common_measures::{courses, endings, starter};
use crate::measure::{Denominator, Measure, RowFile, SubjectKind, Unit, Value, WordBreakdown};

/// Returns all measures.
pub(super) fn measures() -> Vec<Measure> {
    let windows = WordBreakdown { title: "In which window games were decided".to_owned(), file: "plots/windows.csv" };
    let mut all = starter();
    all.push(Measure::share("nobody_lost", "rounds in which no player was lost", "lost", "0"));
    all.push(of_table("laps", "laps per round", "laps"));
    all.push(of_table("declarations", "declarations per round", "declarations"));
    all.push(of_table("wrong", "wrong declarations per round", "wrong"));
    all.push(of_seats("right", "declarations that won, of those looked at", Unit::Share, "right"));
    all.push(of_seats("candidates", "candidates left at the end", Unit::Amount("candidates".to_owned()), "candidates"));
    all.extend(courses(None));
    all.push(endings());
    all.push(Measure::each("window_*", "rounds decided in the window *", "window", windows));
    all
}

/// The mean of a column of `rounds.csv`.
fn of_table(name: &str, said: &str, column: &str) -> Measure {
    let (unit, value) = (Unit::Amount(name.to_owned()), Value::Column(RowFile::Rounds, column.to_owned()));
    Measure::new(&format!("{name}_per_round"), said, unit, Denominator::Rounds, SubjectKind::All, value)
}

/// The mean of a column of `seats.csv` for every entrant.
fn of_seats(name: &str, said: &str, unit: Unit, column: &str) -> Measure {
    Measure::new(
        name,
        said,
        unit,
        Denominator::Rounds,
        SubjectKind::Entrants,
        Value::Column(RowFile::Seats, column.to_owned()),
    )
}
