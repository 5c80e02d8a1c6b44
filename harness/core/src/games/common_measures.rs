//! Measures for all games whose rows have the required columns.

use crate::measure::{Denominator, Measure, SeatRole, SubjectKind, TrajectoryMeasure, Unit, Value, WordBreakdown};

/// The result of the starting seat in a round: columns `starter`, `points_1` and so on.
pub(super) fn starter() -> Vec<Measure> {
    let at = || SubjectKind::At(SeatRole::new("starter", "starter"));
    let (gain, lead) = (Value::Gain("points_".to_owned()), Value::Lead("points_".to_owned()));
    vec![
        Measure::points("points_per_round", "points per round", at(), gain),
        Measure::points("lead_over_others", "lead per round", at(), lead),
    ]
}

/// How rounds ended: column `ended_by`.
pub(super) fn endings() -> Measure {
    endings_of("rounds")
}

/// How matches ended, for games with one round per match.
pub(super) fn endings_of_matches() -> Measure {
    endings_of("matches")
}

fn endings_of(what: &str) -> Measure {
    let shown = WordBreakdown { title: format!("How {what} ended"), file: "plots/endings.csv" };
    Measure::each("ended_by_*", &format!("{what} ended by *"), "ended_by", shown)
}

/// Measures of the course of matches with several rounds, from the points per round: columns `points_1` and so on.
/// `ended` is the column with the seat that ended the round, if there is one.
pub(super) fn courses(ended: Option<&str>) -> Vec<Measure> {
    let one = |name: &str, said: &str, unit: Unit, course: TrajectoryMeasure| {
        let by = ended.filter(|_| course == TrajectoryMeasure::Kingmade).map(str::to_owned);
        Measure::new(
            name,
            said,
            unit,
            Denominator::Matches,
            SubjectKind::All,
            Value::Course(course, "points_".to_owned(), by),
        )
    };
    let changes = Unit::Amount("changes".to_owned());
    let mut all = vec![
        one("shared_wins", "matches with several winners", Unit::Share, TrajectoryMeasure::SharedWin),
        one("lead_changes", "changes of the lead per match", changes, TrajectoryMeasure::LeadChanges),
        one("decided_at", "part of a match before its winner leads for good", Unit::Share, TrajectoryMeasure::Decided),
        one("comeback", "win share of the last at half-time", Unit::Share, TrajectoryMeasure::Comeback),
        one("runaway", "win share of the leader at half-time", Unit::Share, TrajectoryMeasure::Runaway),
    ];
    if ended.is_some() {
        all.push(one(
            "kingmade",
            "matches ended by a seat that does not win",
            Unit::Share,
            TrajectoryMeasure::Kingmade,
        ));
    }
    all.extend([
        gainers("scored", "rounds in which a seat scores", 1),
        gainers("shared_rounds", "rounds in which several score", 2),
    ]);
    all
}

/// The share of rounds in which at least `least` seats score.
fn gainers(name: &str, said: &str, least: usize) -> Measure {
    Measure::new(
        name,
        said,
        Unit::Share,
        Denominator::Rounds,
        SubjectKind::All,
        Value::Gainers(least, "points_".to_owned()),
    )
}
