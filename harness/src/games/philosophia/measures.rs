//! The measures that Philosophia declares of its rows.

use crate::games::everywhere::endings;
use crate::measure::{Measure, Of, Per, Rows, Unit, Value};

/// All of them. All but endings are means over rounds; what stands at the end of a match is in its last round.
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
}

/// The mean over rounds of a column of `seats.csv`, for every entrant.
fn of_seats(name: &str, said: &str, column: &str) -> Measure {
    let (unit, value) = (Unit::Amount(name.to_owned()), Value::Column(Rows::Seats, column.to_owned()));
    Measure::new(&format!("{name}_held"), said, unit, Per::Rounds, Of::Entrants, value)
}
