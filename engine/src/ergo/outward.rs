//! The serialized form of an observation for external programs: all text in the notation of
//! [`notation`](super::notation), seats counted from 1, independent of this crate.

use ergo_core::seat::SeatMap;
use serde::{Serialize, Serializer};

use super::action::Action;
use super::card::{Card, Symbol};
use super::event::Event;
use super::observe::Observation;

/// The serialized observation. `agents/PROTOCOL.md` explains each field.
#[derive(Serialize)]
struct Outward<'a> {
    seat: usize,
    variable: char,
    round: u32,
    starter: usize,
    turn: u16,
    to_move: usize,
    plays_left: u8,
    last_turn: bool,
    proof: Vec<String>,
    hand: String,
    hand_sizes: &'a SeatMap<u8>,
    shown: SeatMap<String>,
    fallacy: SeatMap<Option<u8>>,
    immune: SeatMap<bool>,
    pile: u8,
    pile_known: String,
    discards: String,
    reshuffle: Option<Reshuffled>,
    events: &'a [Event],
    scores: &'a SeatMap<i32>,
    winners: Option<Vec<usize>>,
}

/// The seat's memory of the reshuffle of a round.
#[derive(Serialize)]
struct Reshuffled {
    pile: String,
    hand: String,
}

impl Serialize for Observation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let premises = self.proof.to_string();
        let winners = |winners: &SeatMap<bool>| {
            winners.entries().filter(|(_, won)| **won).map(|(seat, _)| seat.number()).collect()
        };
        let outward = Outward {
            seat: self.seat.number(),
            variable: Symbol::VARIABLES[self.seat.index()].letter(),
            round: self.round,
            starter: self.starter.number(),
            turn: self.turn,
            to_move: self.to_move.number(),
            plays_left: self.plays_left,
            last_turn: self.last_turn,
            proof: premises.split(" / ").filter(|premise| !premise.is_empty()).map(str::to_owned).collect(),
            hand: self.hand.to_string(),
            hand_sizes: &self.hand_sizes,
            shown: self.shown.map(ToString::to_string),
            fallacy: self.before.map(|before| before.fallacy),
            immune: self.before.map(|before| before.immune),
            pile: self.pile,
            pile_known: letters(self.pile_known.iter().copied()),
            discards: letters(self.discard_pile()),
            reshuffle: self.reshuffle.map(|reshuffle| Reshuffled {
                pile: letters(reshuffle.pile.cards()),
                hand: self.hand_then.to_string(),
            }),
            events: &self.events,
            scores: &self.scores,
            winners: self.winners.as_ref().map(winners),
        };
        outward.serialize(serializer)
    }
}

impl Observation {
    /// Returns the discard pile in the order of the discards.
    fn discard_pile(&self) -> impl Iterator<Item = Card> + '_ {
        let begin = self.events.iter().rposition(|event| *event == Event::Reshuffled).map_or(0, |at| at + 1);
        // Discards that go under the pile do not form a discard pile.
        let length = if self.discards.is_empty() { 0 } else { self.events.len() - begin };
        self.events[begin..][..length].iter().filter_map(|event| match event {
            Event::Played(_, Action::Discard { card }) => Some(*card),
            _ => None,
        })
    }
}

fn letters(cards: impl Iterator<Item = Card>) -> String {
    cards.map(Card::letter).collect()
}
