//! The observation of a seat, and worlds that fit it. RULES.md E24.

use arrayvec::ArrayVec;
use ergo_core::seat::{Seat, SeatMap};

use super::action::Action;
use super::card::Card;
use super::event::Event;
use super::hand::{Hand, Heap};
use super::moves::Mover;
use super::proof::{CAPACITY, Proof};
use super::rules::Rules;
use super::state::{Before, Reshuffle, State};

/// Everything one seat knows and remembers of a match. Earlier rounds left nothing but the scores: all cards were gathered
/// and shuffled.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Observation {
    /// Whose knowledge this is.
    pub seat: Seat,
    /// Of the match, counted from 1.
    pub round: u32,
    /// The seat that began the round.
    pub starter: Seat,
    /// The seat to move.
    pub to_move: Seat,
    /// Plays it still has to make in this turn.
    pub plays_left: u8,
    /// Of the round, counted from 1.
    pub turn: u16,
    /// Whether the round ends with this turn because the last card was drawn.
    pub last_turn: bool,
    /// The proof with its wilds.
    pub proof: Proof,
    /// The seat's own cards.
    pub hand: Hand,
    /// How many cards each seat holds.
    pub hand_sizes: SeatMap<u8>,
    /// Cards known to be in each hand, because all knew where they lay when they were drawn.
    pub shown: SeatMap<Hand>,
    /// The Fallacy or immunity of each seat.
    pub before: SeatMap<Before>,
    /// How many cards the draw pile has.
    pub pile: u8,
    /// Those known to lie under it, the next one first.
    pub pile_known: ArrayVec<Card, CAPACITY>,
    /// The discard pile; their order is in `events`.
    pub discards: Heap,
    /// The cards of the pile that was made of the discards, if that happened.
    pub reshuffle: Option<Reshuffle>,
    /// The seat's own hand when it happened.
    pub hand_then: Hand,
    /// Everything that happened in the open in this round, in order.
    pub events: Vec<Event>,
    /// Points of each seat.
    pub scores: SeatMap<i32>,
    /// The winners, once the match is over.
    pub winners: Option<SeatMap<bool>>,
}

impl Observation {
    /// All that decides what the seat may do, if it is to move.
    pub fn mover<'a>(&'a self, rules: &'a Rules) -> Mover<'a> {
        let hit = |(seat, before): (Seat, &Before)| {
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

    /// Every card whose place the seat does not know: it is in another hand or in the pile. E24.
    pub fn unseen(&self, rules: &Rules) -> Heap {
        unseen(rules, self)
    }
}

/// The observation of `state` from `seat`.
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

/// Every card whose place the seat does not know.
fn unseen(rules: &Rules, seen: &Observation) -> Heap {
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

/// Cards that left play for the round: Tabula Rasa, Revolution, Justification with what it covers, Ergo. E18, E19, E22.
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
