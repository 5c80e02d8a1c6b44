//! The measures of Philosophia.

use ergo_engine::philosophia::condition::Condition;
use ergo_engine::philosophia::data::data;

use crate::games::common_measures::endings;
use crate::measure::{Denominator, Measure, RowFile, SubjectKind, Unit, Value};

/// Returns all measures. All but endings are means over rounds; values at the end of a match are in its last round.
pub(super) fn measures() -> Vec<Measure> {
    let ends = |word: &str, said: &str| Measure::share(word, said, "ended_by", word);
    vec![
        endings(),
        ends("final_debate", "rounds in which a final debate ended the match"),
        ends("cap", "rounds at which a match was stopped"),
        of_seats("coins", "coins held", "coins"),
        of_seats("followings", "followings on the map", "followings"),
        of_seats("schools", "schools on the map", "schools"),
        of_seats("tokens", "tokens held", "tokens"),
        of_seats("wisdom", "wisdom cards unlocked", "wisdom"),
        of_seats("debates", "debate tokens held", "debates"),
        of_seats("labyrinth", "labyrinth tokens held", "labyrinth"),
    ]
    .into_iter()
    .chain(Condition::ALL.into_iter().map(claims))
    .chain(data().philosophers.iter().map(|philosopher| wins(&philosopher.name)))
    .collect()
}

/// How often a condition was collected for in a match.
fn claims(condition: Condition) -> Measure {
    let (word, unit) = (condition.word(), Unit::Amount("claims".to_owned()));
    let value = Value::Mentions("collected".to_owned(), format!(":{word}"));
    Measure::new(
        &format!("{word}_claimed"),
        &format!("claims of {word}"),
        unit,
        Denominator::Matches,
        SubjectKind::All,
        value,
    )
}

/// The win share of the player of this philosopher, in matches with that philosopher.
fn wins(philosopher: &str) -> Measure {
    let capital = philosopher[..1].to_uppercase() + &philosopher[1..];
    let (name, said) = (format!("{philosopher}_wins"), format!("win share as {capital}"));
    Measure::new(&name, &said, Unit::Share, Denominator::Rounds, SubjectKind::Entrants, Value::Won)
        .only("philosopher", philosopher)
}

/// The mean over rounds of a column of `seats.csv`, for every entrant.
fn of_seats(name: &str, said: &str, column: &str) -> Measure {
    let (unit, value) = (Unit::Amount(name.to_owned()), Value::Column(RowFile::Seats, column.to_owned()));
    Measure::new(&format!("{name}_held"), said, unit, Denominator::Rounds, SubjectKind::Entrants, value)
}
