//! Observations of ERGO. RULES.md E24.

use arrayvec::ArrayVec;
use ergo_core::seat::{Seat, SeatMap};

use super::action::Action;
use super::card::Card;
use super::event::Event;
use super::hand::{CardCounts, Hand};
use super::moves::Mover;
use super::proof::{CAPACITY, Proof};
use super::rules::Rules;
use super::state::{FallacyStatus, Reshuffle, State};

/// The short name of [`ErgoObservation`] within `ergo`.
pub use self::ErgoObservation as Observation;

/// Everything that one seat knows of a match. Of earlier rounds only the scores remain, because all cards are collected
/// and shuffled.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ErgoObservation {
    /// The seat that has this knowledge.
    pub seat: Seat,
    /// Number of the round, counted from 1.
    pub round: u32,
    /// The seat that started the round.
    pub starter: Seat,
    /// The seat to move.
    pub to_move: Seat,
    /// Number of plays that seat still has to make in this turn.
    pub plays_left: u8,
    /// Number of the turn in the round, counted from 1.
    pub turn: u16,
    /// True if the round ends with this turn because the last card was drawn.
    pub last_turn: bool,
    /// The proof, including wilds.
    pub proof: Proof,
    /// The seat's own hand.
    pub hand: Hand,
    /// The number of cards in each hand.
    pub hand_sizes: SeatMap<u8>,
    /// Cards known to be in each hand, because their place in the pile was public when they were drawn.
    pub shown: SeatMap<Hand>,
    /// The Fallacy and the immunity of each seat.
    pub before: SeatMap<FallacyStatus>,
    /// Number of cards in the draw pile.
    pub pile: u8,
    /// The known cards at the bottom of the draw pile, the next one first.
    pub pile_known: ArrayVec<Card, CAPACITY>,
    /// The discard pile. The order of the cards follows from `events`.
    pub discards: CardCounts,
    /// The cards of the pile that was made from the discards, after a reshuffle.
    pub reshuffle: Option<Reshuffle>,
    /// The seat's own hand at the reshuffle.
    pub hand_then: Hand,
    /// The public events of this round, in order.
    pub events: Vec<Event>,
    /// Points of each seat.
    pub scores: SeatMap<i32>,
    /// The winners, if the match is over.
    pub winners: Option<SeatMap<bool>>,
}

impl Observation {
    /// Returns the generator of the seat's legal actions; meaningful if it is to move.
    pub fn move_generator<'a>(&'a self, rules: &'a Rules) -> Mover<'a> {
        let hit = |(seat, before): (Seat, &FallacyStatus)| {
            u8::from(seat != self.seat && before.fallacy.is_none() && !before.immune) << seat.index()
        };
        Mover {
            rules,
            proof: &self.proof,
            hand: self.hand,
            plays_left: self.plays_left,
            under_fallacy: self.before[self.seat].fallacy.is_some(),
            targets: self.before.entries().map(hit).sum(),
            barred: rules.barred[self.seat.index()],
        }
    }

    /// Returns the cards whose place the seat does not know: those in other hands or in the pile. E24.
    pub fn unseen(&self, rules: &Rules) -> CardCounts {
        unseen(rules, self)
    }
}

/// Returns the observation of `state` from `seat`.
pub(crate) fn observe(rules: &Rules, state: &State, seat: Seat) -> Observation {
    let each = |index: Seat| index.index();
    Observation {
        seat,
        round: state.round,
        starter: state.starter,
        to_move: state.to_move,
        plays_left: state.plays_left,
        turn: state.turn,
        last_turn: state.last_turn,
        proof: state.proof,
        hand: state.hands[seat.index()],
        hand_sizes: SeatMap::from_fn(rules.seats, |at| state.hands[each(at)].len() as u8),
        shown: SeatMap::from_fn(rules.seats, |at| state.shown[each(at)]),
        before: SeatMap::from_fn(rules.seats, |at| state.before[each(at)]),
        pile: state.pile.len() as u8,
        pile_known: state.pile.cards().skip(state.pile.len() - state.pile.known()).collect(),
        discards: state.discards,
        reshuffle: state.reshuffle,
        hand_then: state.hands_then[seat.index()],
        events: state.events.clone(),
        scores: state.scores(rules),
        winners: state.winners.map(|winners| SeatMap::from_fn(rules.seats, |at| winners[each(at)])),
    }
}

/// Returns the cards whose place the seat does not know.
fn unseen(rules: &Rules, seen: &Observation) -> CardCounts {
    let mut unseen = rules.deck;
    let known = seen
        .hand
        .cards()
        .chain(seen.shown.entries().filter(|(seat, _)| *seat != seen.seat).flat_map(|(_, hand)| hand.cards()));
    known.for_each(|card| unseen.remove(card));
    seen.proof.tiles().for_each(|tile| unseen.remove(tile.card()));
    seen.pile_known.iter().for_each(|&card| unseen.remove(card));
    seen.discards.cards().for_each(|card| unseen.remove(card));
    seen.before.iter().filter(|before| before.fallacy.is_some()).for_each(|_| unseen.remove(Card::Fallacy));
    for card in gone(seen) {
        unseen.remove(card);
    }
    unseen
}

/// Cards that left play for the round: Tabula Rasa, Revolution, Justification with the Fallacy it cancels, Ergo. E18,
/// E19, E22.
fn gone(seen: &Observation) -> impl Iterator<Item = Card> + '_ {
    seen.events.iter().flat_map(|event| {
        let mut gone = ArrayVec::<Card, 2>::new();
        if let Event::Played(_, action) = event {
            match action {
                Action::Remove { .. } | Action::Replace { .. } | Action::TakeBack { .. } => gone.push(Card::TabulaRasa),
                Action::RemoveTwo { .. } => gone.extend([Card::TabulaRasa; 2]),
                Action::Swap { .. } => gone.push(Card::Revolution),
                Action::Justification { card } => gone.extend([*card, Card::Fallacy]),
                Action::Ergo { card } => gone.push(*card),
                _ => {}
            }
        }
        gone
    })
}
