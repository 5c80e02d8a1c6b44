//! The measures of ERGO.

use ergo_engine::ergo::card::Symbol;
use ergo_engine::ergo::proof::{Bits, CAPACITY, Proof};
use ergo_engine::ergo::rules::{Precedence, RULEBOOK, Reading, ThenChain};
use ergo_engine::ergo::truth::{TruthTable, Verdict, table};
use ergo_engine::field::Field;

use crate::games::common_measures::{courses, endings, starter};
use crate::measure::{Denominator, Derived, Measure, RowFile, SeatRole, SubjectKind, Unit, Value};

/// Returns all measures.
pub(super) fn measures() -> Vec<Measure> {
    let mut all = starter();
    all.push(exhausted());
    all.push(Measure::share("paradox", "rounds that are a paradox", "paradox", "1"));
    all.extend(courses(Some("caller")));
    all.push(variety());
    all.push(ambiguity("then_ambiguous", "rounds in which the reading of A>B>C changes the scoring seats", chains));
    all.push(ambiguity(
        "precedence_ambiguous",
        "rounds in which the order of precedence changes the scoring seats",
        precedences,
    ));
    all.push(dead_cards());
    all.push(fallacies());
    all.push(endings());
    all
}

/// How often a round ends with another verdict than the previous round of the match: 1 minus the probability that two
/// are equal.
fn variety() -> Measure {
    let columns = ["paradox", "proven", "disproven"].map(str::to_owned).to_vec();
    let said = "rounds with another verdict than the one before";
    Measure::new("variety", said, Unit::Share, Denominator::Rounds, SubjectKind::All, Value::Changes(columns))
}

/// The share of rounds in which `derived` is 1.
fn ambiguity(name: &str, said: &str, derived: fn(Field<'_>, usize) -> Option<f64>) -> Measure {
    Measure::new(
        name,
        said,
        Unit::Share,
        Denominator::Rounds,
        SubjectKind::All,
        Value::Derived("proof".to_owned(), Derived(derived)),
    )
}

/// The share of discarded cards among all cards that a seat plays or discards in a round. A card is discarded for lack
/// of a better use.
fn dead_cards() -> Measure {
    let uses = ["discarded", "placed", "tabula_rasas", "revolutions", "fallacies_played", "justifications"];
    let value = Value::Part(uses.map(str::to_owned).to_vec());
    Measure::new(
        "dead_cards",
        "cards discarded, of those played",
        Unit::Share,
        Denominator::Rounds,
        SubjectKind::Entrants,
        value,
    )
}

/// How often a seat interferes directly with another one.
fn fallacies() -> Measure {
    let value = Value::Column(RowFile::Seats, "fallacies_played".to_owned());
    let unit = Unit::Amount("cards".to_owned());
    Measure::new(
        "fallacies_played",
        "Fallacies played per round",
        unit,
        Denominator::Rounds,
        SubjectKind::Entrants,
        value,
    )
}

/// 1 if the three readings of a chain of THENs let different seats score; this needs two or more THENs in a premise.
fn chains(proof: Field<'_>, seats: usize) -> Option<f64> {
    let of = |then_chain| Reading { then_chain, ..RULEBOOK };
    let is_open = |premise: [usize; 3]| premise[2] >= 2;
    differ(proof, seats, is_open, [ThenChain::Left, ThenChain::Right, ThenChain::Chain].map(of))
}

/// 1 if the two orders of precedence let different seats score; this needs two different operators in a premise.
fn precedences(proof: Field<'_>, seats: usize) -> Option<f64> {
    let of = |precedence| Reading { precedence, ..RULEBOOK };
    let is_open = |premise: [usize; 3]| premise.iter().filter(|count| **count > 0).count() >= 2;
    differ(proof, seats, is_open, [Precedence::Rulebook, Precedence::Standard].map(of))
}

/// 1 if other seats score under one of the readings than under the first; seat number i has the i-th letter. `None` if
/// the text is not a proof. `is_open` returns true if a premise with these numbers of AND, OR and THEN is ambiguous.
fn differ<const N: usize>(
    proof: Field<'_>,
    seats: usize,
    is_open: fn([usize; 3]) -> bool,
    readings: [Reading; N],
) -> Option<f64> {
    let parsed: Proof;
    let proof = match proof {
        Field::Text(text) => {
            let of = |premise: &str| b"&|>".map(|sign| premise.bytes().filter(|byte| *byte == sign).count());
            if text.split('/').all(|premise| !is_open(of(premise))) {
                return Some(0.0);
            }
            parsed = text.parse().ok()?;
            &parsed
        }
        known => known.downcast()?,
    };
    let operators = Symbol::OPERATORS.map(|symbol| proof.places_of(symbol));
    let is_open = |&(start, len): &(usize, usize)| {
        let premise = (Bits::MAX >> (CAPACITY - len)) << start;
        is_open(operators.map(|places| (places & premise).count_ones() as usize))
    };
    let mut open = readings.map(|_| TruthTable::TRUE);
    for (start, len) in proof.spans().filter(is_open) {
        for (all, reading) in open.iter_mut().zip(readings) {
            *all = *all & table(proof, start, len, reading);
        }
    }
    if open.iter().all(|table| *table == open[0]) {
        return Some(0.0);
    }
    let closed = proof.spans().filter(|span| !is_open(span));
    let rest = closed.fold(TruthTable::TRUE, |all, (start, len)| all & table(proof, start, len, readings[0]));
    let scorers = |verdict: Verdict| (0..seats).fold(0, |who, seat| who | u32::from(verdict.proves(seat)) << seat);
    let who = open.map(|open| scorers(Verdict(open & rest)));
    Some(f64::from(u8::from(who.iter().any(|other| *other != who[0]))))
}

/// The gains of seats in rounds that use up the pile, by their distance before the last mover. The seat that draws the
/// last card depends on the deck size.
fn exhausted() -> Measure {
    let mostly = "The last card is mostly drawn by {who} in {arm}, but by another in {others}.".to_owned();
    let who = "who draws the last card".to_owned();
    let last = SeatRole { turns: Some("turns".to_owned()), mostly, who, ..SeatRole::new("last mover", "starter") };
    let (name, said) = ("points_per_exhausted_round", "points per round that used up the pile");
    Measure::points(name, said, SubjectKind::Before(last), Value::Gain("points_".to_owned()))
        .only("ended_by", "exhausted")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_with_other_winners_are_ambiguous() {
        let of = |by: fn(Field<'_>, usize) -> Option<f64>, text: &str, seats| {
            let proof: Option<Proof> = text.parse().ok();
            let made = by(text.into(), seats);
            assert_eq!(proof.and_then(|proof| by((&proof).into(), seats)), made, "{text}");
            made
        };
        // Without A the left reading, (A>B)>C, proves C; A>(B>C) proves no letter.
        assert_eq!(of(chains, "A>B>C / ~A", 3), Some(1.0));
        assert_eq!(of(chains, "A>B>C / ~A", 2), Some(0.0));
        assert_eq!(of(chains, "A>B / A", 2), Some(0.0));
        // As printed, A|(B>C) lets A alone score; with standard precedence, (A|B)>C lets C score too.
        assert_eq!(of(precedences, "A|B>C / A", 3), Some(1.0));
        assert_eq!(of(precedences, "A|B>C / A", 2), Some(0.0));
        assert_eq!(of(precedences, "", 2), Some(0.0));
        assert_eq!(of(chains, "A>>B", 2), None);
    }
}
