//! A finished round and its columns. RULES.md E8, E9, E15, E16.

use std::fmt::{self, Display};

use ergo_core::field::Field;
use ergo_core::game::RoundRecord;
use ergo_core::seat::{Seat, SeatCount, SeatMap};

use super::action::Action;
use super::card::Symbol;
use super::draws::DrawRecord;
use super::event::Event;
use super::notation::Letters;
use super::proof::Proof;
use super::rules::SEATS;
use super::state::State;
use super::truth::{VariableStatus, Verdict};

/// The short name of [`ErgoEndReason`] within `ergo`.
pub use self::ErgoEndReason as EndedBy;

/// The reason why a round ended. RULES.md E7, E8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErgoEndReason {
    /// This seat played an Ergo.
    Ergo(Seat),
    /// The last card of the pile was drawn.
    Exhausted,
    /// The round reached `max_turns` turns.
    MaxTurns,
    /// The agent of this seat failed to answer, with one word for the fault. No seat scores.
    Fault(Seat, &'static str),
}

impl EndedBy {
    /// Returns the word in `rounds.csv`.
    pub const fn word(self) -> &'static str {
        match self {
            EndedBy::Ergo(_) => "ergo",
            EndedBy::Exhausted => "exhausted",
            EndedBy::MaxTurns => "max_turns",
            EndedBy::Fault(..) => "fault",
        }
    }

    /// Returns the seat that played Ergo, if any.
    pub const fn caller(self) -> Option<Seat> {
        match self {
            EndedBy::Ergo(seat) => Some(seat),
            _ => None,
        }
    }
}

/// The short name of [`ErgoSeatTally`] within `ergo`.
pub use self::ErgoSeatTally as Tally;

/// Counts of one seat's plays in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ErgoSeatTally {
    /// Cards placed in the proof, including wilds.
    pub placed: u32,
    /// Cards discarded.
    pub discarded: u32,
    /// Tabulae Rasae played.
    pub tabula_rasas: u32,
    /// Revolutions played.
    pub revolutions: u32,
    /// Fallacies played on others.
    pub fallacies_played: u32,
    /// Fallacies played on this seat.
    pub fallacies_suffered: u32,
    /// Justifications played, including wilds.
    pub justifications: u32,
    /// Wilds played, for any effect.
    pub wilds: u32,
}

/// The short name of [`ErgoRound`] within `ergo`.
pub use self::ErgoRound as Round;

/// A finished round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErgoRound {
    /// The seat that started.
    pub starter: Seat,
    /// Number of turns begun.
    pub turns: u16,
    /// The reason for the end.
    pub ended_by: EndedBy,
    /// The proof at the end.
    pub proof: Proof,
    /// The verdict on the proof.
    pub verdict: Verdict,
    /// Points gained in the round.
    pub points: SeatMap<i32>,
    /// Points after the round.
    pub scores: SeatMap<i32>,
    /// The winners, if the match ended with this round.
    pub winners: Option<SeatMap<bool>>,
    /// Counts of each seat's actions.
    pub tallies: SeatMap<Tally>,
    /// The draws of the round.
    pub draws: DrawRecord,
}

/// Counts what each seat did, from the public events.
pub(crate) fn tallies(state: &State, seats: SeatCount) -> SeatMap<Tally> {
    let mut tallies = SeatMap::from_fn(seats, |_| Tally::default());
    for event in &state.events {
        let &Event::Played(seat, action) = event else { continue };
        if let Action::Fallacy { target } = action {
            tallies[target].fallacies_suffered += 1;
        }
        let tally = &mut tallies[seat];
        let wilds = action.cards().iter().filter(|card| matches!(card.letter(), 'X' | 'Y')).count() as u32;
        match action {
            Action::Discard { .. } => {
                tally.discarded += 1;
                continue;
            }
            Action::Remove { .. } => tally.tabula_rasas += 1,
            Action::RemoveTwo { .. } => tally.tabula_rasas += 2,
            Action::Replace { .. } | Action::TakeBack { .. } => {
                tally.tabula_rasas += 1;
                tally.placed += 1;
            }
            Action::Swap { .. } => tally.revolutions += 1,
            Action::Fallacy { .. } => tally.fallacies_played += 1,
            Action::Justification { .. } => tally.justifications += 1,
            Action::Ergo { .. } => {}
            Action::Premise { .. }
            | Action::Negate { .. }
            | Action::JoinBefore { .. }
            | Action::JoinAfter { .. }
            | Action::Parenthesise { .. } => tally.placed += u32::from(action.plays()),
        }
        tally.wilds += wilds;
    }
    tallies
}

impl Round {
    /// Returns the letters of the variables with this status.
    fn letters(&self, standing: VariableStatus) -> Letters {
        Letters(std::array::from_fn(|variable| self.verdict.status(variable) == Some(standing)))
    }

    /// Returns `proven`, `disproven` or `undecided` for a variable (0 for A), or `paradox`.
    ///
    /// # Panics
    ///
    /// If `variable` is above 3.
    pub fn verdict_on(&self, variable: usize) -> &'static str {
        verdict_word(self.verdict, variable)
    }
}

/// Returns `proven`, `disproven` or `undecided` for a variable (0 for A), or `paradox`.
///
/// # Panics
///
/// If `variable` is above 3.
pub fn verdict_word(verdict: Verdict, variable: usize) -> &'static str {
    match verdict.status(variable) {
        Some(VariableStatus::Proven) => "proven",
        Some(VariableStatus::Disproven) => "disproven",
        Some(VariableStatus::Undecided) => "undecided",
        None => "paradox",
    }
}

struct Winners(SeatMap<bool>);

impl Display for Winners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for (seat, _) in self.0.entries().filter(|(_, won)| **won) {
            write!(f, "{gap}{seat}")?;
            gap = "+";
        }
        Ok(())
    }
}

impl RoundRecord for Round {
    const ROUND_COLUMNS: &'static [&'static str] = &[
        "starter",
        "turns",
        "ended_by",
        "caller",
        "proof",
        "premises",
        "cards_in_proof",
        "paradox",
        "proven",
        "disproven",
        "points_1",
        "points_2",
        "points_3",
        "points_4",
        "score_1",
        "score_2",
        "score_3",
        "score_4",
        "winner",
    ];
    const SEAT_COLUMNS: &'static [&'static str] = &[
        "variable",
        "verdict",
        "points",
        "score",
        "placed",
        "discarded",
        "tabula_rasas",
        "revolutions",
        "fallacies_played",
        "fallacies_suffered",
        "justifications",
        "wilds",
        "fault",
    ];

    fn write_round(&self, field: &mut dyn FnMut(Field<'_>)) {
        field(self.starter.into());
        field(self.turns.into());
        field(self.ended_by.word().into());
        field(self.ended_by.caller().into());
        field(Field::Other(&self.proof));
        field(self.proof.premises().into());
        field(self.proof.len().into());
        field(u8::from(self.verdict.is_paradox()).into());
        field(Field::Other(&self.letters(VariableStatus::Proven)));
        field(Field::Other(&self.letters(VariableStatus::Disproven)));
        for values in [&self.points, &self.scores] {
            for seat in 0..SEATS {
                field(values.get(Seat::new(seat)).copied().into());
            }
        }
        field(self.winners.clone().map(Winners).as_ref().into());
    }

    fn write_seat(&self, seat: Seat, field: &mut dyn FnMut(Field<'_>)) {
        let tally = &self.tallies[seat];
        field(Field::Other(&Symbol::VARIABLES[seat.index()].letter()));
        field(self.verdict_on(seat.index()).into());
        field(self.points[seat].into());
        field(self.scores[seat].into());
        for count in [
            tally.placed,
            tally.discarded,
            tally.tabula_rasas,
            tally.revolutions,
            tally.fallacies_played,
            tally.fallacies_suffered,
            tally.justifications,
            tally.wilds,
        ] {
            field(count.into());
        }
        field(
            match self.ended_by {
                EndedBy::Fault(at, fault) if at == seat => fault,
                _ => "",
            }
            .into(),
        );
    }

    fn turns(&self) -> u32 {
        self.turns.into()
    }

    fn points(&self) -> SeatMap<i32> {
        self.points.clone()
    }

    fn scores(&self) -> SeatMap<i32> {
        self.scores.clone()
    }
}
