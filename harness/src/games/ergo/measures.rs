//! The measures that ERGO declares of its rows.

use crate::games::everywhere::{endings, starter};
use crate::measure::{Measure, Of, Place, Value};

/// All of them.
pub(super) fn measures() -> Vec<Measure> {
    let mut all = starter();
    all.push(exhausted());
    all.push(Measure::share("paradox", "rounds that are a paradox", "paradox", "1"));
    all.push(endings());
    all
}

/// What seats gain in rounds that use up the pile, by how many seats before the last mover they sit. Who draws the last card
/// depends on the size of the deck.
fn exhausted() -> Measure {
    let mostly = "The last card is mostly drawn by {who} in {arm}, but by another in {others}.".to_owned();
    let last = Place { turns: Some("turns".to_owned()), mostly, ..Place::new("last mover", "starter") };
    let (name, said) = ("points_per_exhausted_round", "points per round that used up the pile");
    Measure::points(name, said, Of::Before(last), Value::Gain("points_".to_owned())).only("ended_by", "exhausted")
}
