//! The measures that ERGO declares of its rows.

use ergo_agents::games::ergo::equity::{Ending, shipped};
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::rules::{Precedence, RULEBOOK, Reading, ThenChain};
use ergo_engine::ergo::truth::{Verdict, judge};
use ergo_engine::seat::{Seat, SeatMap};

use crate::games::everywhere::{courses, endings, starter};
use crate::measure::{Derived, Equity, Measure, Of, Per, Place, Rows, Unit, Value};

/// All of them.
pub(super) fn measures() -> Vec<Measure> {
    let mut all = starter();
    all.push(exhausted());
    all.push(Measure::share("paradox", "rounds that are a paradox", "paradox", "1"));
    all.extend(courses(Some("caller")));
    all.push(variety());
    all.push(ambiguity("then_ambiguous", "rounds in which it matters for who scores how A>B>C is read", chains));
    all.push(ambiguity(
        "precedence_ambiguous",
        "rounds in which it matters for who scores what binds tighter",
        precedences,
    ));
    all.push(dead_cards());
    all.push(fallacies());
    all.push(endings());
    all
}

/// The shares of a match that seats can expect: between equals who play the printed deck, whatever is played
/// (`agents/tables/ergo/README.md`). A yardstick, then, and no more; there is none but for 50 points with ties played on.
pub(super) fn equity(game: &Ergo) -> Option<Equity> {
    let table = shipped::table(&Ending::of(&game.0))?;
    let seats = game.0.seats;
    Some(Equity::new(move |scores, starter| {
        let scores = SeatMap::from_fn(seats, |seat| scores[seat.index()] as i32);
        table.chance(&scores, Seat::new(starter)).iter().copied().collect()
    }))
}

/// How often a round ends with another verdict than the one before in the match: 1 less the chance that two are alike.
fn variety() -> Measure {
    let columns = ["paradox", "proven", "disproven"].map(str::to_owned).to_vec();
    let said = "rounds with another verdict than the one before";
    Measure::new("variety", said, Unit::Share, Per::Rounds, Of::All, Value::Changes(columns))
}

/// The share of rounds of which `derived` makes 1.
fn ambiguity(name: &str, said: &str, derived: fn(&str, usize) -> Option<f64>) -> Measure {
    Measure::new(name, said, Unit::Share, Per::Rounds, Of::All, Value::Derived("proof".to_owned(), Derived(derived)))
}

/// Of the cards that a seat lays down or away in a round, the part it discards: it had no better use for them.
fn dead_cards() -> Measure {
    let uses = ["discarded", "placed", "tabula_rasas", "revolutions", "fallacies_played", "justifications"];
    let value = Value::Part(uses.map(str::to_owned).to_vec());
    Measure::new("dead_cards", "cards discarded, of those played", Unit::Share, Per::Rounds, Of::Entrants, value)
}

/// How often a seat interferes with another one directly.
fn fallacies() -> Measure {
    let value = Value::Column(Rows::Seats, "fallacies_played".to_owned());
    let unit = Unit::Amount("cards".to_owned());
    Measure::new("fallacies_played", "Fallacies played per round", unit, Per::Rounds, Of::Entrants, value)
}

/// Whether the three readings of a chain of THENs let different seats score: only one of two or more can.
fn chains(proof: &str, seats: usize) -> Option<f64> {
    let thens = |premise: &str| premise.bytes().filter(|byte| *byte == b'>').count();
    if proof.split('/').all(|premise| thens(premise) < 2) {
        return Some(0.0);
    }
    let of = |then_chain| Reading { then_chain, ..RULEBOOK };
    differ(proof, seats, [ThenChain::Left, ThenChain::Right, ThenChain::Chain].map(of))
}

/// Whether the two orders of precedence do: only with two different operators in a premise.
fn precedences(proof: &str, seats: usize) -> Option<f64> {
    let operators = |premise: &str| b"&|>".iter().filter(|operator| premise.as_bytes().contains(operator)).count();
    if proof.split('/').all(|premise| operators(premise) < 2) {
        return Some(0.0);
    }
    let of = |precedence| Reading { precedence, ..RULEBOOK };
    differ(proof, seats, [Precedence::Rulebook, Precedence::Standard].map(of))
}

/// 1 where by some of the readings other seats score than by the first; a seat has the letter of its number. Nothing for what is no
/// proof.
fn differ<const N: usize>(proof: &str, seats: usize, readings: [Reading; N]) -> Option<f64> {
    let proof: Proof = proof.parse().ok()?;
    let scorers = |verdict: Verdict| (0..seats).fold(0, |who, seat| who | u32::from(verdict.proves(seat)) << seat);
    let who = readings.map(|reading| scorers(judge(&proof, reading)));
    Some(f64::from(u8::from(who.iter().any(|other| *other != who[0]))))
}

/// What seats gain in rounds that use up the pile, by how many seats before the last mover they sit. Who draws the last card
/// depends on the size of the deck.
fn exhausted() -> Measure {
    let mostly = "The last card is mostly drawn by {who} in {arm}, but by another in {others}.".to_owned();
    let who = "who draws the last card".to_owned();
    let last = Place { turns: Some("turns".to_owned()), mostly, who, ..Place::new("last mover", "starter") };
    let (name, said) = ("points_per_exhausted_round", "points per round that used up the pile");
    Measure::points(name, said, Of::Before(last), Value::Gain("points_".to_owned())).only("ended_by", "exhausted")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_that_let_others_score() {
        // Without A the left reading, (A>B)>C, proves C; A>(B>C) proves nobody.
        assert_eq!(chains("A>B>C / ~A", 3), Some(1.0));
        assert_eq!(chains("A>B>C / ~A", 2), Some(0.0));
        assert_eq!(chains("A>B / A", 2), Some(0.0));
        // As printed A|(B>C), and A alone scores; by mathematics (A|B)>C, and C does too.
        assert_eq!(precedences("A|B>C / A", 3), Some(1.0));
        assert_eq!(precedences("A|B>C / A", 2), Some(0.0));
        assert_eq!(precedences("", 2), Some(0.0));
        assert_eq!(chains("A>>B", 2), None);
    }
}
